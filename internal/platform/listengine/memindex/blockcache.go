package memindex

import (
	"slices"
	"sync"
)

// blockCache remembers, per query, a value computed from each block of an order. A write invalidates the value of one
// block, so a total over a million rows is a sum of a thousand cached numbers. Safe for concurrent use.
type blockCache[V any] struct {
	mu      sync.Mutex
	limit   int
	queries map[string]*blockValues[V]
}

type blockValues[V any] struct {
	mu     sync.Mutex
	seen   []blockVersion
	values []V
}

type blockVersion struct {
	block   *block
	version uint64
}

// get returns the value of each block of an order, and computes those that are missing or outdated.
func (c *blockCache[V]) get(key string, o *order, compute func(*block) V) []V {
	e := c.entry(key)
	e.mu.Lock()
	defer e.mu.Unlock()
	if len(e.seen) != len(o.blocks) {
		e.seen, e.values = make([]blockVersion, len(o.blocks)), make([]V, len(o.blocks))
	}
	for i, b := range o.blocks {
		if now := (blockVersion{b, b.version}); e.seen[i] != now {
			e.seen[i], e.values[i] = now, compute(b)
		}
	}
	return slices.Clone(e.values)
}

func (c *blockCache[V]) entry(key string) *blockValues[V] {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.queries == nil || len(c.queries) >= c.limit {
		c.queries = map[string]*blockValues[V]{} // no LRU: a full cache is rare, and refilling takes milliseconds
	}
	e := c.queries[key]
	if e == nil {
		e = &blockValues[V]{}
		c.queries[key] = e
	}
	return e
}
