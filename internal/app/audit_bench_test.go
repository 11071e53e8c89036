package app_test

import (
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/students"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkStatusWrite measures a status change with its audit row, without HTTP.
func BenchmarkStatusWrite(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			ctx := access.WithPrincipal(b.Context(), access.Principal{Operator: 1, University: 1, Surname: "Орлова", Name: "Анна", Role: access.OperatorAll})
			student := kit.One[string](b, a, "SELECT uuid FROM students WHERE status = 'active' LIMIT 1")
			moves := []students.Move{
				{Student: student, To: students.Blocked, Reason: "Выход из профсоюза"}, {Student: student, To: students.Active},
			}
			never := func(int64) bool { return false }
			for i := 0; b.Loop(); i++ {
				if err := a.Students.Move(ctx, moves[i%2], never); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
