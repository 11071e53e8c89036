package db_test

import (
	"testing"
	"time"

	"studbonus/internal/testkit"
)

func TestProbe(t *testing.T) {
	for range 3 {
		for _, e := range []testkit.Engine{testkit.SQLite, testkit.PostgreSQL} {
			s := time.Now()
			a := testkit.New(t, e)
			t.Log(e, time.Since(s), a.Config.Database)
		}
	}
}
