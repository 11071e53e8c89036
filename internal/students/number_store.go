package students

import (
	"context"

	"studbonus/internal/platform/db"
)

func isTaken(ctx context.Context, q db.Querier, number string) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM students WHERE student_code = ?", number)
}

// numbers returns the numbers of all students.
func numbers(ctx context.Context, q db.Querier) (map[string]bool, error) {
	all := map[string]bool{}
	err := db.Each(ctx, q, func(number string) error { all[number] = true; return nil }, "SELECT student_code FROM students")
	return all, err
}
