package index

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"studbonus/internal/db"
)

// Hour is a facet that tells when a row was made: the UTC hour of a time column as a number, 2026111521. It is one text for
// both engines, and every Moscow day begins with an hour.
func Hour(column string) Facet {
	return Value("CAST(replace(replace(substr(CAST(" + column + " AS TEXT), 1, 13), '-', ''), ' ', '') AS INTEGER)")
}

// HourOf is a moment as an Hour facet has it.
func HourOf(t time.Time) int64 {
	n, _ := strconv.ParseInt(t.UTC().Format("2006010215"), 10, 64)
	return n
}

// Split says by which facet matching rows are told apart, and where: each edge begins a part.
type Split struct {
	Facet int
	Edges []int64 // ascending
}

// part is where a value belongs: 0 lies before the first edge.
func (s Split) part(value int64) int {
	at, exact := slices.BinarySearch(s.Edges, value)
	if exact {
		at++
	}
	return at
}

// bounds is the part of a value, and from where to before where it reaches.
func (s Split) bounds(value int64) (part int, from, to int64) {
	part, from, to = s.part(value), math.MinInt64, math.MaxInt64
	if part > 0 {
		from = s.Edges[part-1]
	}
	if part < len(s.Edges) {
		to = s.Edges[part]
	}
	return part, from, to
}

// Hours splits by an Hour facet at these moments, which are whole hours.
func Hours(facet int, moments []time.Time) Split {
	s := Split{Facet: facet, Edges: make([]int64, len(moments))}
	for i, m := range moments {
		s.Edges[i] = HourOf(m)
	}
	return s
}

// Spread counts the rows of a query (no search) by part: one number more than there are edges, the sum of which is the
// query's total. Like totals, what is known of a block is kept until the block changes.
func (x *Index) Spread(q Query, s Split) []int {
	x.mu.RLock()
	defer x.mu.RUnlock()
	return x.spreads.of(x, q, s)
}

// Spread is Index.Spread of the list as it is now.
func (l *Live) Spread(ctx context.Context, q Query, s Split) ([]int, error) {
	return upToDate(ctx, l,
		func(index *Index) []int { return index.Spread(q, s) },
		func(ctx context.Context) ([]int, error) { return l.source.spreadBySQL(ctx, l.db, q, s) })
}

// spreadBySQL answers like Index.Spread, without an index.
func (p prepared) spreadBySQL(ctx context.Context, d *db.DB, q Query, s Split) ([]int, error) {
	type group struct {
		Value int64 `db:"value"`
		Rows  int   `db:"number"`
	}
	where, args := p.where(q)
	out := make([]int, len(s.Edges)+1)
	err := db.Each(ctx, d, func(g group) error { out[s.part(g.Value)] += g.Rows; return nil },
		"SELECT "+p.Facets[s.Facet].number()+" AS value, count(*) AS number FROM "+p.From+" WHERE "+where+" GROUP BY 1", args...)
	if err != nil {
		return nil, fmt.Errorf("spread %s: %w", p.Name, err)
	}
	return out, nil
}

const cachedSpreads = 256

// spreadCache remembers for each block how many of its matching rows lie in each part.
type spreadCache struct {
	mu      sync.Mutex
	entries map[string]*blockSpreads
}

type blockSpreads struct {
	mu       sync.Mutex
	shape    uint64
	versions []uint64
	counts   [][]uint16 // by block, by part; a block has at most blockMost rows
}

func (c *spreadCache) of(x *Index, q Query, s Split) []int {
	o, e := x.orders[q.Sort], c.entry(q, s)
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.shape != o.shape || len(e.counts) != len(o.blocks) {
		e.shape, e.versions, e.counts = o.shape, make([]uint64, len(o.blocks)), make([][]uint16, len(o.blocks))
	}
	holds, column := x.condition(q), x.col.facets[s.Facet]
	out := make([]int, len(s.Edges)+1)
	part, from, to := s.bounds(0) // of the row before: rows made after each other mostly share it
	for i, b := range o.blocks {
		if e.counts[i] == nil || e.versions[i] != b.version {
			e.versions[i], e.counts[i] = b.version, make([]uint16, len(out))
			for _, slot := range b.slots {
				if holds != nil && !holds(slot) {
					continue
				}
				if v := int64(column[slot]); v < from || v >= to {
					part, from, to = s.bounds(v)
				}
				e.counts[i][part]++
			}
		}
		for at, n := range e.counts[i] {
			out[at] += int(n)
		}
	}
	return out
}

func (c *spreadCache) entry(q Query, s Split) *blockSpreads {
	var key strings.Builder
	key.WriteString(q.cacheKey() + "~" + strconv.Itoa(s.Facet))
	for _, edge := range s.Edges {
		key.WriteString("," + strconv.FormatInt(edge, 10))
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.entries == nil || len(c.entries) >= cachedSpreads {
		c.entries = map[string]*blockSpreads{} // once a day the edges are others, and the old ones go like this
	}
	e := c.entries[key.String()]
	if e == nil {
		e = &blockSpreads{}
		c.entries[key.String()] = e
	}
	return e
}
