package main

import (
	"context"
	"math/bits"
	"slices"
	"sync"
)

const (
	blockRows   = 4096
	statusSlots = 4 * maxCities // counters per block: by status and city, then by status
	blockSlots  = statusSlots + 4
	maxCities   = 50
)

// memory is the in-memory floor of lists: a permutation per sort order with counters per block, and a dictionary of words.
type memory struct {
	mu     sync.RWMutex
	class  []uint8 // by row: status and city
	orders map[string]*permutation
	words  *dictionary
}

type permutation struct {
	rows   []int32 // position → row
	places []int32 // row → position
	class  []uint8 // by position
	counts [][]uint16
}

func class(status, city int) uint8 { return uint8(status*maxCities + city) }

func (q question) holdsClass(c uint8) bool { return q.holds(int(c)/maxCities, int(c)%maxCities) }

func loadMemory(ctx context.Context, db store) (*memory, error) {
	m := &memory{orders: map[string]*permutation{}, words: newDictionary()}
	var r row
	var key string
	err := db.each(ctx, statement{text: "SELECT " + rowColumns + ", name_key FROM student ORDER BY id"}, append(r.targets(), &key), func() {
		m.class = append(m.class, class(r.status, r.city))
		m.words.add(int32(len(m.class)-1), key, r.Phone+r.Code)
	})
	if err != nil {
		return nil, err
	}
	m.words.pad()
	for _, column := range []string{"id", "name_key", "course", "faculty"} {
		p := &permutation{}
		var id int32
		err := db.each(ctx, statement{text: "SELECT id FROM student" + order(column, false)}, []any{&id}, func() { p.rows = append(p.rows, id-1) })
		if err != nil {
			return nil, err
		}
		p.count(m.class)
		m.orders[column] = p
	}
	return m, nil
}

func (p *permutation) count(classes []uint8) {
	p.places, p.class = make([]int32, len(p.rows)), make([]uint8, len(p.rows))
	for at, r := range p.rows {
		if at%blockRows == 0 {
			p.counts = append(p.counts, make([]uint16, blockSlots))
		}
		p.places[r], p.class[at] = int32(at), classes[r]
		bump(p.counts[at/blockRows], classes[r], 1)
	}
}

func bump(counts []uint16, c uint8, by uint16) {
	counts[c] += by
	counts[statusSlots+int(c)/maxCities] += by
}

// here counts the matching rows of a block.
func (q question) here(counts []uint16) (n int) {
	for _, status := range q.statuses {
		if q.city == anyCity {
			n += int(counts[statusSlots+status])
		} else {
			n += int(counts[class(status, q.city)])
		}
	}
	return n
}

func (m *memory) setStatus(id, status int) {
	m.mu.Lock()
	defer m.mu.Unlock()
	was := m.class[id-1]
	is := class(status, int(was)%maxCities)
	m.class[id-1] = is
	for _, p := range m.orders {
		at := p.places[id-1]
		p.class[at] = is
		bump(p.counts[at/blockRows], was, ^uint16(0))
		bump(p.counts[at/blockRows], is, 1)
	}
}

func (m *memory) page(q question) (ids []int32, total int) {
	m.mu.RLock()
	defer m.mu.RUnlock()
	if len(q.search) > 0 {
		return m.find(q)
	}
	p := m.orders[q.sort]
	for _, c := range p.counts {
		total += q.here(c)
	}
	from, to := q.offset, min(q.offset+q.limit, total)
	if q.desc {
		from, to = total-to, total-from
	}
	if from >= to {
		return nil, total
	}
	block, seen := 0, 0
	for seen+q.here(p.counts[block]) <= from {
		seen += q.here(p.counts[block])
		block++
	}
	for at := block * blockRows; len(ids) < to-from; at++ {
		if q.holdsClass(p.class[at]) {
			if seen >= from {
				ids = append(ids, p.rows[at]+1)
			}
			seen++
		}
	}
	if q.desc {
		slices.Reverse(ids)
	}
	return ids, total
}

// find gets the matching rows from the dictionary, then the page in sort order.
func (m *memory) find(q question) (ids []int32, total int) {
	found := m.words.find(q.search, len(m.class))
	for i, w := range found {
		for ; w != 0; w &= w - 1 {
			if r := i*64 + bits.TrailingZeros64(w); q.holdsClass(m.class[r]) {
				total++
			} else {
				found[i] &^= 1 << (r % 64)
			}
		}
	}
	rows, seen := m.orders[q.sort].rows, 0
	for k := range rows {
		r := rows[k]
		if q.desc {
			r = rows[len(rows)-1-k]
		}
		if found[r/64]>>(r%64)&1 == 0 {
			continue
		}
		if seen++; seen > q.offset {
			ids = append(ids, r+1)
		}
		if len(ids) == q.limit || seen == total {
			break
		}
	}
	return ids, total
}
