package main

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"

	"studbonus/bench/dataset"
)

// server answers from SQL with counters, or from an index in memory where there is one.
type server struct {
	db     store
	memory *memory

	mu      sync.RWMutex
	counts  [4][]int // by status and city
	anchors sync.Map // order and condition → *anchors
}

func (s *server) countRows(ctx context.Context) error {
	for i := range s.counts {
		s.counts[i] = make([]int, len(dataset.Cities))
	}
	var status, city, n int
	return s.db.each(ctx, statement{text: "SELECT status, city, count(*) FROM student GROUP BY 1, 2"}, []any{&status, &city, &n}, func() { s.counts[status][city] = n })
}

func (s *server) count(q question) (n int) {
	s.mu.RLock()
	defer s.mu.RUnlock()
	for _, status := range q.statuses {
		for city, here := range s.counts[status] {
			if q.holds(status, city) {
				n += here
			}
		}
	}
	return n
}

func (s *server) moved(from, to, city int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.counts[from][city]--
	s.counts[to][city]++
}

func (s *server) rows(ctx context.Context, q statement) ([]row, error) {
	out := []row{}
	var r row
	err := s.db.each(ctx, q, r.targets(), func() { out = append(out, r.named()) })
	return out, err
}

func (s *server) list(ctx context.Context, q question) ([]row, int, error) {
	switch {
	case s.memory != nil:
		ids, total := s.memory.page(q)
		rows, err := s.byID(ctx, ids)
		return rows, total, err
	case len(q.search) > 0 && s.db.postgres():
		return s.findTrigrams(ctx, q)
	case len(q.search) > 0:
		return s.findFTS(ctx, q)
	}
	return s.page(ctx, q)
}

// page starts at the nearer end or the nearest remembered key. Keys come from a covering index; only the rows shown are
// read from the table.
func (s *server) page(ctx context.Context, q question) ([]row, int, error) {
	total := s.count(q)
	limit, offset, desc := min(q.limit, total-q.offset), q.offset, q.desc
	if limit <= 0 {
		return []row{}, total, nil
	}
	reverse := offset > total/2
	if reverse {
		offset, desc = total-offset-limit, !desc
	}
	where := q.where()
	if offset > 2*anchorStep {
		a, err := s.anchorsOf(ctx, q, desc)
		if err != nil {
			return nil, 0, err
		}
		offset -= a.start(&where, offset, desc)
	}
	n := len(where.args)
	text := fmt.Sprintf("SELECT %s FROM (SELECT id AS i FROM student%s%s LIMIT $%d OFFSET $%d) p JOIN student ON id = p.i%s",
		rowColumns, where.text, order(q.sort, desc), n+1, n+2, order("student."+q.sort, desc))
	rows, err := s.rows(ctx, statement{text, append(where.args, limit, offset)})
	if reverse {
		slices.Reverse(rows)
	}
	return rows, total, err
}

const anchorStep = 500

// anchors are the keys of every 500th row of an order.
type anchors struct {
	once   sync.Once
	column string
	keys   []any
	ids    []int
	err    error
}

// start makes a query begin at the nearest remembered key and returns how many rows it skips.
func (a *anchors) start(where *statement, offset int, desc bool) int {
	i := offset / anchorStep
	if i >= len(a.ids) {
		return 0
	}
	compare := ">="
	if desc {
		compare = "<="
	}
	n := len(where.args)
	if a.column == "id" {
		where.text += fmt.Sprintf(" AND id %s $%d", compare, n+1)
		where.args = append(where.args, a.ids[i])
	} else {
		where.text += fmt.Sprintf(" AND (%s, id) %s ($%d, $%d)", a.column, compare, n+1, n+2)
		where.args = append(where.args, a.keys[i], a.ids[i])
	}
	return i * anchorStep
}

func (s *server) anchorsOf(ctx context.Context, q question, desc bool) (*anchors, error) {
	known, _ := s.anchors.LoadOrStore(fmt.Sprint(q.sort, desc, q.statuses, q.city), &anchors{column: q.sort})
	a := known.(*anchors)
	a.once.Do(func() {
		where := q.where()
		var id, number int
		var text string
		into := []any{&number, &id}
		if q.sort == "name_key" {
			into[0] = &text
		}
		a.err = s.db.each(ctx, statement{fmt.Sprintf(`SELECT k, i FROM (SELECT %s AS k, id AS i, row_number() OVER (%s) AS n FROM student%s) t
			WHERE n %% %d = 1 ORDER BY n`, q.sort, strings.TrimSpace(order(q.sort, desc)), where.text, anchorStep), where.args}, into, func() {
			a.ids = append(a.ids, id)
			if q.sort == "name_key" {
				a.keys = append(a.keys, text)
			} else {
				a.keys = append(a.keys, number)
			}
		})
	})
	return a, a.err
}

// byID reads the rows of a page chosen by the in-memory index.
func (s *server) byID(ctx context.Context, ids []int32) ([]row, error) {
	rows, err := s.rows(ctx, statement{"SELECT " + rowColumns + " FROM student WHERE id = ANY($1)", []any{ids}})
	if err != nil {
		return nil, err
	}
	at := make(map[int]row, len(rows))
	for _, r := range rows {
		at[r.ID] = r
	}
	for i, id := range ids {
		rows[i] = at[int(id)]
	}
	return rows, nil
}

// findTrigrams searches by pg_trgm, in one pass for the total and the page.
func (s *server) findTrigrams(ctx context.Context, q question) ([]row, int, error) {
	where := q.where()
	for _, p := range q.search {
		where.args = append(where.args, "%"+p+"%")
		where.text += fmt.Sprintf(" AND %s LIKE $%d", searched, len(where.args))
	}
	n := len(where.args)
	text := fmt.Sprintf("WITH m AS MATERIALIZED (SELECT %s, name_key FROM student%s) SELECT %s, (SELECT count(*) FROM m) FROM m%s LIMIT $%d OFFSET $%d",
		rowColumns, where.text, rowColumns, order(q.sort, q.desc), n+1, n+2)
	out, total := []row{}, 0
	var r row
	err := s.db.each(ctx, statement{text, append(where.args, q.limit, q.offset)}, append(r.targets(), &total), func() { out = append(out, r.named()) })
	return out, total, err
}

// findFTS searches by SQLite's FTS5 with trigrams.
func (s *server) findFTS(ctx context.Context, q question) ([]row, int, error) {
	where := q.where()
	where.args = append(where.args, `"`+strings.Join(q.search, `" AND "`)+`"`)
	n := len(where.args)
	where.text += fmt.Sprintf(" AND id IN (SELECT rowid FROM student_fts WHERE student_fts MATCH $%d)", n)
	total := 0
	if err := s.db.each(ctx, statement{"SELECT count(*) FROM student" + where.text, where.args}, []any{&total}, func() {}); err != nil {
		return nil, 0, err
	}
	rows, err := s.rows(ctx, statement{fmt.Sprintf("SELECT %s FROM student%s%s LIMIT $%d OFFSET $%d", rowColumns, where.text, order(q.sort, q.desc), n+1, n+2),
		append(where.args, q.limit, q.offset)})
	return rows, total, err
}
