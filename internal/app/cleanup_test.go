package app_test

import (
	"testing"
	"time"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

func TestAFileStoreThatIsDownDoesNotStopOtherCleanUps(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		a.As(t, "student")
		now := a.Clock.Now()
		kit.Exec(t, a, "UPDATE list_changes SET at = ?", now.Add(-48*time.Hour))
		kit.Exec(t, a, `INSERT INTO files (key, kind, name, content_type, size, sha256, operator_id, university_id, created_at)
			SELECT 'abcdefghijklmnopqrstuvwxyz012345', 'image', 'a.png', 'image/png', 5, 'x', id, university_id, ? FROM operators LIMIT 1`, now.Add(-48*time.Hour))
		old := func() int {
			return kit.One[int](t, a, "SELECT count(*) FROM list_changes WHERE at < ?", now.Add(-24*time.Hour))
		}
		if old() == 0 {
			t.Fatal("control: there is nothing to clear")
		}
		if err := a.Start(t.Context()); err != nil {
			t.Fatal(err)
		}
		watch.Until(t, 20*time.Second, "old changes are gone", func() bool { return old() == 0 })
		watch.Until(t, 20*time.Second, "the job of the files has failed", func() bool {
			return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'app.cleanUp' AND args ->> 'task' = 'files' AND state = 'retryable'") == 1
		})
	}, kit.WithConfig(func(c *app.Config) { c.Files = "s3://key:secret@127.0.0.1:1/files?insecure=true" }))
}
