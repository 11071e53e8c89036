package audit

import (
	"context"
	"fmt"
	"math"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const (
	searched    = 5_000  // rows that one answer scans at most
	countedUpTo = 10_000 // counting stops here
)

// Question selects rows of the journal by time and the other fields; empty fields filter nothing.
type Question struct {
	From, To time.Time // from the first to before the second
	Operator int64
	Group    Group
	Kind     string
	Subject  string // uuid of a person
	Address  string
}

// Key is the place of a row in the journal, which is read from the latest row on.
type Key struct {
	At  time.Time `json:"at" db:"at"`
	Seq int64     `json:"seq" db:"seq"`
}

// Page says which rows to return: at most Limit of those before a row, which K identifies.
type Page[K any] struct {
	Before K
	Limit  int
}

// Line is a row of the journal.
type Line struct {
	Seq     int64     `db:"seq"`
	At      time.Time `db:"at"`
	Name    string    `db:"operator_name"`
	Action  string    `db:"action"`
	Kind    string    `db:"kind"`
	Object  string    `db:"object"`
	Subject string    `db:"subject"`
	Address string    `db:"address"`
}

// Found are some of the rows that answer a question.
type Found struct {
	Lines []Line
	Next  *Key // where to continue; nil at the end. More rows may follow even if Lines is empty
}

// Tally is the number of rows that answer a question; with IsMore, a lower bound.
type Tally struct {
	Rows   int
	IsMore bool
}

const lineColumns = "seq, at, operator_name, action, kind, object, subject, address"

// span is one condition that an index answers in the order of time.
type span struct {
	where string
	args  []any
}

// search is a question as SQL: rows of the spans that satisfy the rest.
type search struct {
	spans []span
	rest  []string
	args  []any // of the rest
	limit int   // rows read of each span
}

// newSearch chooses the condition to read by: the narrowest that has an index. The others are checked row by row.
func newSearch(ctx context.Context, q db.Querier, scope access.Scope, ask Question, limit int) (search, error) {
	s := search{limit: searched}
	university, isLimited := scope.University()
	pairs, err := pairsOf(ctx, q, ask)
	if err != nil {
		return s, err
	}
	switch {
	case ask.Subject != "":
		s.by("subject <> '' AND subject = ?", ask.Subject)
	case ask.Operator != 0:
		s.by("operator_id = ?", ask.Operator)
	case ask.Address != "":
		s.by("address = ?", ask.Address)
	case isLimited:
		s.by("subject_university_id = ?", university)
		s.by("subject = '' AND university_id = ? AND subject_university_id IS NULL", university)
	case ask.isOfActions():
		for _, p := range pairs {
			s.by("action = ? AND kind = ?", p.Action, p.Kind)
		}
	default:
		s.by("1 = 1")
	}
	s.restrict(ask, pairs, scope)
	if len(s.rest) == 0 {
		s.limit = limit
	}
	for i := range s.spans {
		s.spans[i].where += " AND at >= ? AND at < ?"
		s.spans[i].args = append(s.spans[i].args, ask.From, ask.To)
	}
	return s, nil
}

func (s *search) by(where string, args ...any) { s.spans = append(s.spans, span{where, args}) }

func (s *search) also(where string, args ...any) {
	s.rest, s.args = append(s.rest, where), append(s.args, args...)
}

// restrict adds the conditions that the spans do not have.
func (s *search) restrict(ask Question, pairs []pair, scope access.Scope) {
	university, isLimited := scope.University()
	byPerson, byOperator := ask.Subject != "", ask.Operator != 0
	if byPerson && byOperator {
		s.also("operator_id = ?", ask.Operator)
	}
	if ask.Address != "" && (byPerson || byOperator) {
		s.also("address = ?", ask.Address)
	}
	byAny := byPerson || byOperator || ask.Address != ""
	if isLimited && byAny {
		s.also("(subject_university_id = ? OR subject_university_id IS NULL AND subject = '' AND university_id = ?)", university, university)
	}
	if ask.isOfActions() && (byAny || isLimited) {
		either := make([]string, len(pairs))
		for i, p := range pairs {
			either[i] = "action = ? AND kind = ?"
			s.args = append(s.args, p.Action, p.Kind)
		}
		s.rest = append(s.rest, "("+strings.Join(append(either, "1 = 0"), " OR ")+")")
	}
}

const latestFirst = " ORDER BY at DESC, seq DESC LIMIT "

// from returns the rows of all spans, each up to the limit, as a FROM clause.
func (s search) from(columns string, after *Key) (text string, args []any) {
	parts := make([]string, len(s.spans))
	for i, p := range s.spans {
		where, own := p.after(after)
		parts[i] = fmt.Sprintf("SELECT * FROM (SELECT %s FROM audit_log WHERE %s%s%d) AS span%d", columns, where, latestFirst, s.limit, i)
		args = append(args, own...)
	}
	return "(" + strings.Join(parts, " UNION ALL ") + ") AS spans", args
}

func (p span) after(k *Key) (string, []any) {
	if k == nil {
		return p.where, p.args
	}
	return p.where + " AND (at, seq) < (?, ?)", append(p.args[:len(p.args):len(p.args)], k.At, k.Seq)
}

// reach returns the oldest row that the answer covers, where the first span reaches the limit; nil if none does.
func (s search) reach(ctx context.Context, q db.Querier, after *Key) (*Key, error) {
	var reached *Key
	for _, p := range s.spans {
		where, args := p.after(after)
		found, err := db.All[Key](ctx, q, fmt.Sprintf("SELECT at, seq FROM audit_log WHERE %s%s1 OFFSET %d", where, latestFirst, s.limit-1), args...)
		if err != nil {
			return nil, err
		}
		if len(found) == 1 && (reached == nil || found[0].isLaterThan(*reached)) {
			reached = &found[0]
		}
	}
	return reached, nil
}

func (k Key) isLaterThan(other Key) bool {
	return k.At.After(other.At) || k.At.Equal(other.At) && k.Seq > other.Seq
}

// where returns the rest of the conditions, limited to the rows that the answer covers.
func (s search) where(reached *Key) (text string, args []any) {
	all := append([]string{"1 = 1"}, s.rest...)
	args = s.args
	if reached != nil {
		all, args = append(all, "(at, seq) >= (?, ?)"), append(args[:len(args):len(args)], reached.At, reached.Seq)
	}
	return strings.Join(all, " AND "), args
}

// Find returns a page of the rows that answer a question in the caller's scope; the first one has no Before.
func Find(ctx context.Context, q db.Querier, scope access.Scope, ask Question, page Page[*Key]) (Found, error) {
	s, err := newSearch(ctx, q, scope, ask, page.Limit+1)
	if err != nil || len(s.spans) == 0 {
		return Found{}, err
	}
	var reached *Key
	if len(s.rest) > 0 {
		if reached, err = s.reach(ctx, q, page.Before); err != nil {
			return Found{}, err
		}
	}
	from, args := s.from(allColumns, page.Before)
	where, rest := s.where(reached)
	out := Found{Next: reached}
	out.Lines, err = db.All[Line](ctx, q, "SELECT "+lineColumns+" FROM "+from+" WHERE "+where+fmt.Sprint(latestFirst, page.Limit+1), append(args, rest...)...)
	if err == nil && len(out.Lines) > page.Limit {
		out.Lines = out.Lines[:page.Limit]
		last := out.Lines[page.Limit-1]
		out.Next = &Key{last.At, last.Seq}
	}
	return out, err
}

// allColumns are those of a Line and of every condition.
const allColumns = lineColumns + ", operator_id, university_id, subject_university_id"

// Count counts the rows that answer a question, up to ten thousand.
func Count(ctx context.Context, q db.Querier, scope access.Scope, ask Question) (Tally, error) {
	s, err := newSearch(ctx, q, scope, ask, countedUpTo+1)
	if err != nil || len(s.spans) == 0 {
		return Tally{}, err
	}
	var reached *Key
	columns := "1 AS one"
	if len(s.rest) > 0 {
		if reached, err = s.reach(ctx, q, nil); err != nil {
			return Tally{}, err
		}
		columns = allColumns
	}
	from, args := s.from(columns, nil)
	where, rest := s.where(reached)
	n, err := db.One[int](ctx, q, fmt.Sprintf("SELECT count(*) FROM (SELECT 1 AS one FROM %s WHERE %s LIMIT %d) AS counted", from, where, countedUpTo+1), append(args, rest...)...)
	return Tally{Rows: min(n, countedUpTo), IsMore: n > countedUpTo || reached != nil}, err
}

// Total counts all rows that answer a question, however long it takes.
func Total(ctx context.Context, q db.Querier, scope access.Scope, ask Question) (int, error) {
	s, err := newSearch(ctx, q, scope, ask, 0)
	if err != nil || len(s.spans) == 0 {
		return 0, err
	}
	s.limit = math.MaxInt32
	from, args := s.from(allColumns, nil)
	where, rest := s.where(nil)
	return db.One[int](ctx, q, "SELECT count(*) FROM "+from+" WHERE "+where, append(args, rest...)...)
}
