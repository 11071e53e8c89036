package index

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"

	"studbonus/internal/db"
	"studbonus/internal/list"
)

// Source says where a list's rows come from, as SQL expressions. The index is filled from it, and as
// long as the index is not there the same expressions answer the same questions in plain SQL.
type Source struct {
	Name   string // of the list in the feed of changes
	From   string // tables and joins
	Joins  string // further left joins that only sort keys need: totals are counted without them
	ID     string
	Scope  string // the university; empty where the list is shared
	Search string // a column made by list.SearchText
	Facets []Facet
	Sets   []Set
	Sorts  map[string]Sort
	// Counted: the table list_counts has its totals by scope and first facet, kept by triggers: the first answer after a
	// start takes no longer however many rows there are.
	Counted bool
}

// Facet is what a list is filtered by.
type Facet struct {
	expression string
	words      []string
}

// Value is a facet that is a whole number.
func Value(expression string) Facet { return Facet{expression: expression} }

// Word is a facet that is one of these words, which are numbered from 1 on.
func Word[T ~string](column string, numbers map[T]int64) Facet {
	f := Facet{column, make([]string, len(numbers))}
	for word, n := range numbers {
		f.words[n-1] = string(word)
	}
	return f
}

// number is the facet in SQL, as the index has it.
func (f Facet) number() string {
	if f.words == nil {
		return f.expression
	}
	last := len(f.words) - 1
	var b strings.Builder
	b.WriteString("CASE " + f.expression)
	for i, word := range f.words[:last] {
		fmt.Fprintf(&b, " WHEN '%s' THEN %d", word, i+1)
	}
	fmt.Fprintf(&b, " ELSE %d END", last+1)
	return b.String()
}

// compared is the facet in a condition, with the values that stand for these numbers. PostgreSQL is asked for words: it
// knows how often each occurs, but nothing of what is computed, and would sort a whole table for an export. SQLite is not:
// it would take an index of the words, even for most of a table, and then sort.
func (f Facet) compared(numbers []int64, postgres bool) (expression string, values any) {
	if f.words == nil || !postgres {
		return f.number(), numbers
	}
	words := make([]string, len(numbers)) // a number without a word is an empty one, which no row has
	for i, n := range numbers {
		if n >= 1 && n <= int64(len(f.words)) {
			words[i] = f.words[n-1]
		}
	}
	return f.expression, words
}

// Set is a facet with several values a row.
type Set struct {
	Values string // a subquery that gives them as text, joined by commas
	Any    string // a condition with one (?), which holds when any of them is in the list
}

// Sort is an order under its wire name.
type Sort struct {
	text, number string // an expression; both empty sorts by id
}

// ByID sorts by the row's id: by date, since ids are given out in order.
func ByID() Sort { return Sort{} }

// Text sorts by a folded text in byte order.
func Text(expression string) Sort { return Sort{text: expression} }

// Number sorts by a whole number.
func Number(expression string) Sort { return Sort{number: expression} }

// prepared is a source with its sort keys numbered.
type prepared struct {
	Source
	postgres       bool
	shape          Shape
	texts, numbers []string
}

func prepare(s Source, postgres bool) prepared {
	p := prepared{Source: s, postgres: postgres, shape: Shape{Facets: len(s.Facets), Sets: len(s.Sets)}}
	for name, by := range s.Sorts {
		switch {
		case by.text != "":
			p.shape = p.shape.ByText(name, len(p.texts))
			p.texts = append(p.texts, by.text)
		case by.number != "":
			p.shape = p.shape.ByNumber(name, len(p.numbers))
			p.numbers = append(p.numbers, by.number)
		default:
			p.shape = p.shape.ByID(name)
		}
	}
	p.shape.Texts, p.shape.Numbers = len(p.texts), len(p.numbers)
	return p
}

// loadRows is how many rows one statement of a load reads: a table of any size stays within the time that a statement has.
var loadRows = 100_000

// loadAll streams all rows, in the order of their ids. Rows that change meanwhile are in the feed of changes.
func (p prepared) loadAll(ctx context.Context, q db.Querier, add func(Row)) error {
	for last := int64(math.MinInt64); ; {
		n := 0
		err := p.load(ctx, q, func(r Row) { n, last = n+1, r.ID; add(r) }, p.ID+" > ? ORDER BY "+p.ID+" LIMIT ?", last, loadRows)
		if err != nil || n < loadRows {
			return err
		}
	}
}

// loadThese streams the rows with these ids.
func (p prepared) loadThese(ctx context.Context, q db.Querier, ids []int64, add func(Row)) error {
	return p.load(ctx, q, add, p.ID+" IN (?)", ids)
}

func (p prepared) load(ctx context.Context, q db.Querier, add func(Row), where string, args ...any) error {
	columns := []string{p.ID, orZero(p.Scope), p.Search}
	for _, f := range p.Facets {
		columns = append(columns, f.number())
	}
	for _, s := range p.Sets {
		columns = append(columns, "coalesce("+s.Values+", '')")
	}
	columns = append(append(columns, p.texts...), p.numbers...)
	rows, err := db.Query(ctx, q, "SELECT "+strings.Join(columns, ", ")+" FROM "+p.tables()+" WHERE "+where, args...)
	if err != nil {
		return fmt.Errorf("load %s: %w", p.Name, err)
	}
	defer rows.Close() //nolint:errcheck // rows.Err below says what went wrong
	r, sets := newRow(p.shape)
	into := r.targets(sets)
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return fmt.Errorf("load %s: %w", p.Name, err)
		}
		r.readSets(sets)
		add(*r)
	}
	return rows.Err()
}

func (p prepared) tables() string { return p.From + " " + p.Joins }

func orZero(expression string) string {
	if expression == "" {
		return "0"
	}
	return expression
}

func newRow(s Shape) (*Row, []string) {
	return &Row{Facets: make([]int64, s.Facets), Sets: make([][]int64, s.Sets), Texts: make([]string, s.Texts), Numbers: make([]int64, s.Numbers)}, make([]string, s.Sets)
}

func (r *Row) targets(sets []string) []any {
	into := []any{&r.ID, &r.Scope, &r.Search}
	for i := range r.Facets {
		into = append(into, &r.Facets[i])
	}
	for i := range sets {
		into = append(into, &sets[i])
	}
	for i := range r.Texts {
		into = append(into, &r.Texts[i])
	}
	for i := range r.Numbers {
		into = append(into, &r.Numbers[i])
	}
	return into
}

func (r *Row) readSets(sets []string) {
	for i, joined := range sets {
		r.Sets[i] = nil
		for value := range strings.SplitSeq(joined, ",") {
			if v, err := strconv.ParseInt(value, 10, 64); err == nil {
				r.Sets[i] = append(r.Sets[i], v)
			}
		}
	}
}

// where is the query's condition in SQL.
func (p prepared) where(q Query) (text string, args []any) {
	text, args = list.Condition(p.Search, q.Terms)
	condition, scoped := q.Scope.Where(orZero(p.Scope))
	text, args = text+" AND "+condition, append(args, scoped...)
	for _, in := range q.Facets {
		if in.Values != nil {
			facet, values := p.Facets[in.Facet].compared(in.Values, p.postgres)
			text, args = text+" AND "+facet+in.how(), append(args, values)
		}
	}
	for _, in := range q.Sets {
		if in.Values != nil {
			text, args = text+" AND "+p.Sets[in.Facet].Any, append(args, in.Values)
		}
	}
	for _, r := range q.Ranges {
		text, args = text+" AND "+p.Facets[r.Facet].number()+" BETWEEN ? AND ?", append(args, r.From, r.To)
	}
	return text, args
}

// ordered is the query's order in SQL; byte order on both engines, ties by id.
func (p prepared) ordered(q Query) string {
	direction := " ASC"
	if q.Desc {
		direction = " DESC"
	}
	by := p.ID + direction
	switch s := p.Sorts[q.Sort]; {
	case s.text != "" && p.postgres:
		by = s.text + ` COLLATE "C"` + direction + ", " + by
	case s.text != "":
		by = s.text + direction + ", " + by
	case s.number != "":
		by = s.number + direction + ", " + by
	}
	return " ORDER BY " + by
}

// findBySQL answers like Index.Find, without an index.
func (p prepared) findBySQL(ctx context.Context, d *db.DB, q Query) (Found, error) {
	where, args := p.where(q)
	count, given, ok := p.counted(q)
	if !ok {
		count, given = "SELECT count(*) FROM "+p.From+" WHERE "+where, args
	}
	total, err := db.One[int](ctx, d, count, given...)
	if err != nil {
		return Found{}, fmt.Errorf("count %s: %w", p.Name, err)
	}
	ids, err := db.All[int64](ctx, d, "SELECT "+p.ID+" FROM "+p.tables()+" WHERE "+where+p.ordered(q)+" LIMIT ? OFFSET ?", append(args, q.Limit, q.Offset)...)
	if err != nil {
		return Found{}, fmt.Errorf("page of %s: %w", p.Name, err)
	}
	return Found{IDs: ids, Total: total}, nil
}

// aroundBySQL answers like Index.Around, without an index.
func (p prepared) aroundBySQL(ctx context.Context, d *db.DB, q Query, id int64) (Place, bool, error) {
	where, args := p.where(q)
	var place Place
	found, previous := false, int64(0)
	err := db.Each(ctx, d, func(at int64) error {
		place.Total++
		if found && place.Next == 0 {
			place.Next = at
		}
		if at == id {
			found, place.Previous, place.Position = true, previous, place.Total
		}
		previous = at
		return nil
	}, "SELECT "+p.ID+" FROM "+p.tables()+" WHERE "+where+p.ordered(q), args...)
	return place, found, err
}

// Each reads so many batches of rows before they are used.
const (
	batchRows  = 500
	batchAhead = 4
)

// Each streams the rows of a query in order, straight from the table: for exports, which need every row once. The next
// rows are read while the last are used, since both take about as long.
func Each[T any](ctx context.Context, l *Live, q Query, columns string, use func(T) error) error {
	ctx, cancel := context.WithCancel(ctx)
	batches, ended := make(chan []T, batchAhead), make(chan error, 1)
	go func() {
		defer close(batches)
		ended <- readBatches(ctx, l, q, columns, batches)
	}()
	var failed error
	for batch := range batches {
		for i := 0; i < len(batch) && failed == nil; i++ {
			failed = use(batch[i])
		}
		if failed != nil {
			cancel() // the reading ends, and what it has read is passed over
		}
	}
	cancel()
	if failed != nil {
		return failed
	}
	return <-ended
}

func readBatches[T any](ctx context.Context, l *Live, q Query, columns string, into chan<- []T) error {
	var batch []T
	pass := func() error {
		select {
		case into <- batch:
			batch = nil
			return nil
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	where, args := l.source.where(q)
	err := db.Each(ctx, l.db, func(row T) error {
		if batch == nil {
			batch = make([]T, 0, batchRows)
		}
		if batch = append(batch, row); len(batch) < batchRows {
			return nil
		}
		return pass()
	}, "SELECT "+columns+" FROM "+l.source.tables()+" WHERE "+where+l.source.ordered(q), args...)
	if err != nil {
		return err
	}
	return pass()
}

// Still gives those of the rows that match a query at this moment of a transaction: what a list has found a moment ago is
// locked first, then asked for again.
func (l *Live) Still(ctx context.Context, tx db.Querier, q Query, ids []int64) ([]int64, error) {
	where, args := l.source.where(q)
	return db.All[int64](ctx, tx, "SELECT "+l.source.ID+" FROM "+l.source.From+" WHERE "+l.source.ID+" IN (?) AND "+where, append([]any{ids}, args...)...)
}
