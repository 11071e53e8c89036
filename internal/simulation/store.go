package simulation

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// KnownPeople returns approved students who have no account yet and can sign in by phone and birth date.
func KnownPeople(ctx context.Context, q db.Querier, now time.Time, limit int) ([]Person, error) {
	return db.All[Person](ctx, q, `SELECT s.phone, s.birth_date FROM students s WHERE s.status = 'active' AND s.end_year > ? AND s.phone LIKE '79%' AND s.birth_date <> ''
		AND NOT EXISTS (SELECT 1 FROM members m WHERE m.student_id = s.id OR m.phone = s.phone) ORDER BY s.id DESC LIMIT ?`, now.Year(), limit)
}
