package kit

import (
	"fmt"
	"testing"
)

// Student is an active student of the demo with an account.
type Student struct {
	*Client
	ID   int64
	UUID string
}

// ActiveStudent returns the n-th active student of a university, by its ИНН, whose card is valid, with a new account.
func (a *App) ActiveStudent(t testing.TB, inn string, n int) Student {
	t.Helper()
	id := One[int64](t, a, `SELECT s.id FROM students s JOIN universities u ON u.id = s.university_id
		WHERE u.inn = ? AND s.status = 'active' AND s.end_year > 2026 AND s.faculty_id IS NOT NULL
			AND NOT EXISTS (SELECT 1 FROM members m WHERE m.student_id = s.id AND m.phone NOT LIKE '7901%') ORDER BY s.id LIMIT 1 OFFSET ?`, inn, n)
	return Student{a.Member(t, fmt.Sprintf("7901%07d", id), id), id, One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE id = ?", id)}
}
