package audit

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/idset"
)

// Full is a row with everything that the caller may read of it.
type Full struct {
	Line      `db:",inline"`
	Reason    string            `db:"reason"`
	Raw       string            `db:"changes"`
	RequestID string            `db:"request_id"`
	HasHash   bool              `db:"has_hash"`
	Salted    []byte            `db:"payload"`
	Of        *int64            `db:"subject_university_id"`
	changes   map[string]Change // of the line and its personal part
}

// Changes returns the fields that the action changed.
func (f Full) Changes() map[string]Change { return f.changes }

// IsErased reports whether the row had personal values that are deleted.
func (f Full) IsErased() bool { return f.HasHash && len(f.Salted) == 0 }

// inScope is the condition on the rows that an administrator sees: of a university those about its students, and those of its own
// operators about nobody.
func inScope(scope access.Scope) (string, []any) {
	university, isLimited := scope.University()
	if !isLimited {
		return "1 = 1", nil
	}
	return "(l.subject_university_id = ? OR l.subject_university_id IS NULL AND l.subject = '' AND l.university_id = ?)", []any{university, university}
}

// Read returns one row in the caller's scope. A personal value about people of several universities is shown only to those who see
// them all; isHidden says that it exists.
func Read(ctx context.Context, q db.Querier, scope access.Scope, seq int64) (f Full, isHidden bool, err error) {
	where, args := inScope(scope)
	f, err = db.Get[Full](ctx, q, "SELECT l.seq, l.at, l.operator_name, l.action, l.kind, l.object, l.subject, l.address, l.reason, l.changes, l.request_id,"+
		" l.personal_hash IS NOT NULL AS has_hash, p.payload, l.subject_university_id FROM audit_log l LEFT JOIN audit_personal p ON p.seq = l.seq WHERE l.seq = ? AND "+where, append([]any{seq}, args...)...)
	if err != nil {
		return f, false, err
	}
	f.changes = Record{Raw: f.Raw}.Changes()
	delete(f.changes, idsField) // a hash for verify
	if len(f.Salted) == 0 {
		return f, false, nil
	}
	if _, isLimited := scope.University(); isLimited && f.Of == nil {
		return f, true, nil
	}
	apart := Record{Action: f.Action, Personal: f.Salted}
	if err := apart.attach(); err != nil {
		return f, false, err
	}
	for name, c := range apart.Changes() {
		f.changes[name] = c
	}
	if apart.Reason != "" {
		f.Reason = apart.Reason
	}
	return f, false, nil
}

// Seen is one occasion on which an operator saw a person.
type Seen struct {
	Seq     int64     `db:"seq"`
	At      time.Time `db:"at"`
	Name    string    `db:"operator_name"`
	Action  string    `db:"action"`
	Address string    `db:"address"`
	IDs     []byte    `db:"ids"`
}

// People is the kind of the rows about students, also of pages that show them.
const People = "student"

// cardsOfPeople are the views of cards that show a student: the student's own and those of the student's reviews.
var cardsOfPeople = []string{People + ".view", "review.view"}

// ViewsOf returns who opened a card that shows a student, the latest first; the first page is before math.MaxInt64.
func ViewsOf(ctx context.Context, q db.Querier, scope access.Scope, person string, page Page[int64]) ([]Seen, error) {
	text, args := viewsQuery(scope, person, page)
	return db.All[Seen](ctx, q, text, args...)
}

// viewsQuery hides the university from the planner with a plus sign: SQLite would read all rows of the university instead of the
// person's, 140 ms at 500,000 rows.
func viewsQuery(scope access.Scope, person string, page Page[int64]) (string, []any) {
	where, args := scope.Where("+subject_university_id")
	return selectViews + where + " ORDER BY seq DESC LIMIT ?", append(append([]any{person, page.Before, cardsOfPeople}, args...), page.Limit)
}

const selectViews = "SELECT seq, at, operator_name, action, address FROM audit_log WHERE subject <> '' AND subject = ? AND seq < ? AND action IN (?) AND "

// pagesRead is how many pages one call unpacks.
const pagesRead = 2_000

// PagesOf returns the list pages in the caller's scope that showed a person, the latest first. One call scans up to pagesRead
// pages; next is where to continue, nil at the end.
func PagesOf(ctx context.Context, q db.Querier, scope access.Scope, id int64, after *Key) (found []Seen, next *Key, err error) {
	s := search{limit: pagesRead}
	for _, action := range listActions {
		s.by("action = ? AND kind = ?", action, People)
	}
	if university, isLimited := scope.University(); isLimited { // without a limit also those of the person's former universities
		s.also("coalesce(subject_university_id, ?) = ?", university, university)
	}
	if next, err = s.reach(ctx, q, after); err != nil {
		return nil, nil, err
	}
	from, args := s.from(allColumns, after)
	where, rest := s.where(next)
	err = db.Each(ctx, q, func(p Seen) error {
		ids, err := idset.Unpack(p.IDs)
		if err == nil && ids.Has(id) {
			found = append(found, p)
		}
		return err
	}, "SELECT shown.seq, shown.at, shown.operator_name, shown.action, shown.address, p.ids FROM (SELECT * FROM "+from+" WHERE "+where+") AS shown"+
		" JOIN audit_pages p ON p.seq = shown.seq ORDER BY shown.at DESC, shown.seq DESC", append(args, rest...)...)
	return found, next, err
}

// RowsAbout returns the numbers of the rows about a person, whom a spreadsheet of the journal names in them.
func RowsAbout(ctx context.Context, q db.Querier, person string) ([]int64, error) {
	return db.All[int64](ctx, q, "SELECT seq FROM audit_log WHERE subject <> '' AND subject = ?", person)
}
