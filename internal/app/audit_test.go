package app_test

import (
	"testing"
	"time"

	"studbonus/internal/testkit"
)

func TestACallersOwnViewsAndDenialsReachTheLog(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		student := testkit.One[string](t, a, "SELECT s.uuid FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'student@demo.studbonus.ru' LIMIT 1")
		count := func(action string) int {
			return testkit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = ?", action)
		}
		a.As(t, "student").Get("/v1/student/" + student).OK()
		a.As(t, "univer").Get("/v1/student/" + student).Is(403)
		a.Anyone(t).Get("/v1/student/" + student).Is(401)
		deadline := time.Now().Add(20 * time.Second) // a second at most, on a machine with time
		for count("student.view") != 1 || count("access.denied") != 2 {
			if time.Now().After(deadline) {
				t.Fatalf("%d views and %d denials, want 1 and 2", count("student.view"), count("access.denied"))
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
}
