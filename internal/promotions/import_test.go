package promotions_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

// messy returns a file with duplicates and invalid lines, and its distinct codes.
func messy(rng *rand.Rand, lines int) (file string, want []string) {
	var b strings.Builder
	b.WriteString("code\r\n")
	for i := range lines {
		code := fmt.Sprintf("M%07d", rng.IntN(lines*3/2))
		if i%997 == 0 {
			b.WriteString("не код\r\n")
			continue
		}
		want = append(want, code)
		b.WriteString(code + "\r\n")
	}
	slices.Sort(want)
	return b.String(), slices.Compact(want)
}

var errKilled = errors.New("killed")

// An import killed at any point, before or after any of its transactions, resumes where it stopped: every code of the file
// is stored once, and the counts add up.
func TestAKilledImportResumes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		rng := rand.New(rand.NewPCG(11, 12))
		for round := range 6 {
			const lines = 30_000
			file, want := messy(rng, lines)
			id := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, file)})
			number := kit.One[int64](t, a, "SELECT i.id FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
			attempts := 0
			for done := false; !done; attempts++ {
				left, committed := rng.IntN(4), rng.IntN(2) == 0
				write := func(ctx context.Context, change func(context.Context, db.Tx) error) error {
					left--
					switch {
					case left >= 0:
						return a.DB.Tx(ctx, change)
					case committed: // the commit succeeded, but its answer was lost
						return errors.Join(a.DB.Tx(ctx, change), errKilled)
					}
					return a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return errors.Join(change(ctx, tx), errKilled) })
				}
				var err error
				if done, err = a.Promotions.Attempt(as(t, a, "all"), number, write, nil); err != nil && !errors.Is(err, errKilled) {
					t.Fatal(err)
				}
				done = done || codesOf(t, c, id).Import.Status == "done" // killed after the last commit
				if attempts > 200 {
					t.Fatal("it does not end")
				}
			}
			got := kit.All[string](t, a, "SELECT g.code FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ? ORDER BY g.code", id)
			if !slices.Equal(got, want) {
				t.Errorf("round %d: %d codes after %d attempts, want %d", round, len(got), attempts, len(want))
			}
			is := codesOf(t, c, id)
			if i := is.Import; is.RemainingCodesCount != int64(len(want)) || i.Total != lines || i.Imported != int64(len(want)) || i.Imported+i.Duplicates+i.Invalid != i.Total || i.Invalid != 31 {
				t.Errorf("round %d: %d remain: %+v", round, is.RemainingCodesCount, i)
			}
			if round == 0 && attempts < 3 {
				t.Errorf("control: only %d attempts", attempts)
			}
		}
		if wrong, err := a.Promotions.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v %v", wrong, err)
		}
	})
}

// A job that runs out of time leaves the rest to the next one.
func TestLongImportContinuesInAnotherJob(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		file, want := messy(rand.New(rand.NewPCG(1, 1)), 20_000)
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, file)})
		number := kit.One[int64](t, a, "SELECT i.id FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
		stints := 0
		for done := false; !done; stints++ {
			var err error
			if done, err = a.Promotions.Attempt(as(t, a, "all"), number, a.DB.Tx, func() bool { return false }); err != nil {
				t.Fatal(err)
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ?", id); n != len(want) || stints < 3 {
			t.Errorf("%d codes in %d stints, want %d", n, stints, len(want))
		}
	})
}

func TestFileProblemsAreReported(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "univer")
		of := partner(t, a, c, "Кофейня", "Москва")
		// At the upload.
		for name, b := range map[string]struct {
			file    string
			content []byte
			status  int
		}{
			"empty":                  {"codes.csv", nil, http.StatusUnprocessableEntity},
			"NUL":                    {"codes.csv", []byte("A1\n\x00\n"), http.StatusUnsupportedMediaType},
			"UTF-16":                 {"codes.csv", []byte("\xff\xfeA\x001\x00"), http.StatusUnsupportedMediaType},
			"not csv by its name":    {"codes.txt", []byte("A1\n"), http.StatusUnsupportedMediaType},
			"a spreadsheet":          {"codes.xlsx", []byte("PK\x03\x04"), http.StatusUnsupportedMediaType},
			"a spreadsheet as a csv": {"codes.csv", []byte("PK\x03\x04\x00"), http.StatusUnsupportedMediaType},
			"64 MiB and a byte":      {"codes.csv", bytes.Repeat([]byte("A1234567\n"), 64<<20/9+1)[:64<<20+1], http.StatusRequestEntityTooLarge},
		} {
			if got := upload(c, b.file, b.content); got.Status != b.status || got.Problem().Detail == "" {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		upload(c, "CODES.CSV", []byte("A1\n")).OK()
		// In the report.
		for name, b := range map[string]struct{ file, message string }{
			"only a header":      {"промокоды\n", "В файле нет промокодов."},
			"only empty lines":   {"\n\n;;\n", "В файле нет промокодов."},
			"nothing but blanks": {" \t \n", "В файле нет промокодов."},
		} {
			id := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, b.file)})
			if got := imported(t, c, id); got.Import.Status != "error" || got.Import.Error == nil || *got.Import.Error != b.message {
				t.Errorf("%s: %+v", name, got.Import)
			}
		}
		id := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, strings.Repeat("нет кода\n", 50))})
		if got := imported(t, c, id); got.Import.Status != "done" || got.Import.Invalid != 50 || got.Import.Imported != 0 || len(got.Import.BadLines) != 20 || got.Import.BadLines[19].Line != 20 {
			t.Errorf("bad lines alone are not fatal: %+v", got.Import)
		}
		id = promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, "A1\n"+strings.Repeat("x", 10<<20)+"\nB2")})
		if got := imported(t, c, id); got.Import.Imported != 2 || got.Import.Invalid != 1 || len(got.Import.BadLines[0].Value) > 100 {
			t.Errorf("a line of 10 MB: %+v", got.Import)
		}
	}, kit.WithJobs())
}

// Rules 8.7: the key must name an unused csv upload of the same operator.
func TestForeignFileIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, other := a.As(t, "univer"), a.As(t, "chairman")
		of := partner(t, a, c, "Кофейня", "Москва")
		mine, his := uploaded(c, "A1\n"), uploaded(other, "B1\n")
		var image struct{ KeyFile string }
		upload(c, "a.gif", []byte("GIF89a\x01\x00\x01\x00\x80\x00\x00\x00\x00\x00\xff\xff\xff!\xf9\x04\x00\x00\x00\x00\x00,\x00\x00\x00\x00\x01\x00\x01\x00\x00\x02\x02D\x01\x00;")).OK().Into(&image)
		for name, key := range map[string]string{"another operator's": his, "an image": image.KeyFile} {
			if p := c.Post("/v1/stock", form(of, map[string]any{"fileUrl": key})).Is(422).Problem(); p.Field("fileUrl") == "" {
				t.Errorf("%s: %+v", name, p)
			}
			c.Post("/v1/stock/codes/check", map[string]any{"fileUrl": key}).Is(422)
		}
		c.Post("/v1/stock/codes/check", map[string]any{"fileUrl": mine}).OK()
		id := promotion(t, c, of, map[string]any{"fileUrl": mine})
		c.Post("/v1/stock", form(of, map[string]any{"fileUrl": mine})).Is(422)   // in use
		c.Post("/v1/stock/codes/check", map[string]any{"fileUrl": mine}).Is(422) // in use
		is, _ := cardOf(t, c, id)
		c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": *is.FileURL})).OK() // an unchanged file is accepted
		if n := kit.One[int](t, a, "SELECT count(*) FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id); n != 1 {
			t.Errorf("a save without a new file made %d imports", n-1)
		}
		// The link opens only for its uploader: free codes are worth money.
		c.Get(*is.FileURL).OK()
		if his, _ := cardOf(t, other, id); his.FileURL != nil {
			t.Error("another operator is given the file")
		}
		a.Anyone(t).Get("/files/" + mine).Is(404)
	})
}

// Files of one promotion are imported one after another and kept until they are done.
func TestImportsOfAPromotionAreQueued(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		first, second := uploaded(c, someCodes("A", 500)), uploaded(c, someCodes("A", 800))
		id := promotion(t, c, of, map[string]any{"fileUrl": first})
		c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": second})).OK()
		if n := kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'promotions.import' AND state NOT IN ('completed')"); n != 1 {
			t.Errorf("%d jobs for two files of one promotion", n)
		}
		if kit.One[int](t, a, "SELECT count(*) FROM files WHERE key IN (?) AND owner IS NOT NULL", []string{first, second}) != 2 {
			t.Error("a file that waits may be swept")
		}
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		watch.Until(t, 20*time.Second, "both are taken", func() bool {
			return kit.One[int](t, a, "SELECT count(*) FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ? AND i.status = 'done'", id) == 2
		})
		got := codesOf(t, c, id)
		if got.RemainingCodesCount != 800 || got.Import.Imported != 300 || got.Import.Duplicates != 500 {
			t.Errorf("%d %+v", got.RemainingCodesCount, got.Import)
		}
		if owners := kit.All[string](t, a, "SELECT key FROM files WHERE key IN (?) AND owner IS NOT NULL", []string{first, second}); !slices.Equal(owners, []string{second}) {
			t.Errorf("kept are %v, want the last", owners)
		}
	})
}

func TestImportIntoBlockedPromotion(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, someCodes("A", 100))})
		c.Put("/v1/stock/"+id+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Причина"}).OK()
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		// A block stops claims, not imports: the codes are there after the unblock.
		if got := imported(t, c, id); got.Import.Status != "done" || got.RemainingCodesCount != 100 {
			t.Errorf("%+v", got)
		}
		if _, err := claim(a, id, students(t, a, "МГУ", 1)[0], "the first"); err == nil {
			t.Error("a blocked promotion gives codes")
		}
	})
}

func TestImportIntoDeletedPromotion(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, someCodes("GONE", 5000))})
		number := kit.One[int64](t, a, "SELECT id FROM promotions WHERE uuid = ?", id)
		remove := func() {
			kit.Exec(t, a, "DELETE FROM promo_codes WHERE promotion_id = ?", number)
			kit.Exec(t, a, "DELETE FROM promo_imports WHERE promotion_id = ?", number)
			kit.Exec(t, a, "DELETE FROM promotions WHERE id = ?", number)
		}
		steps := 0
		write := func(ctx context.Context, do func(context.Context, db.Tx) error) error {
			if steps++; steps == 3 { // the import is claimed and one batch is written
				remove()
			}
			return a.DB.Tx(ctx, do)
		}
		job := kit.One[int64](t, a, "SELECT id FROM promo_imports WHERE promotion_id = ?", number)
		if _, err := a.Promotions.Attempt(as(t, a, "all"), job, write, nil); err == nil {
			t.Error("the import of nothing succeeded")
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM promo_codes WHERE promotion_id = ?", number); n != 0 {
			t.Errorf("%d codes of a promotion that is gone", n)
		}
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		watch.Until(t, 20*time.Second, "the job ends", func() bool {
			return kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'promotions.import' AND state = 'completed'") == 1
		})
	})
}

// Rules 17.3: the import of an operator who has lost the permission stops.
func TestImportByBlockedOperator(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, all := a.As(t, "univer"), a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, "A1\n")})
		if err := a.Operators.Block(t.Context(), "univer@demo.studbonus.ru", true); err != nil {
			t.Fatal(err)
		}
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		if got := imported(t, all, id); got.Import.Status != "error" || !strings.Contains(*got.Import.Error, "нет доступа") || got.RemainingCodesCount != 0 {
			t.Errorf("%+v", got.Import)
		}
	})
}

func TestImportOfMissingFileFails(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "all")
	key := uploaded(c, "A1\n")
	id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": key})
	if err := a.Files.Blobs.Delete(t.Context(), key); err != nil {
		t.Fatal(err)
	}
	if err := a.Start(context.Background()); err != nil {
		t.Fatal(err)
	}
	if got := imported(t, c, id); got.Import.Status != "error" || !strings.Contains(*got.Import.Error, "ещё раз") {
		t.Errorf("%+v", got.Import)
	}
}

// An import killed five times shows as failed within three minutes, and the next file starts.
func TestImportKilledFiveTimesFails(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		other := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, "O1\n")})
		kit.Exec(t, a, "UPDATE river_job SET state = 'running', attempt = 1, attempted_at = ? WHERE kind = 'promotions.import'", time.Now().UTC())
		id := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, "A1\n")})
		kit.Exec(t, a, "UPDATE river_job SET state = 'running', attempt = 5, attempted_at = ? WHERE kind = 'promotions.import' AND state = 'available'", time.Now().UTC().Add(-80*time.Second))
		kit.Exec(t, a, "UPDATE promo_imports SET status = 'running'")
		c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": uploaded(c, "B1\n")})).OK()
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		statuses := func() []string {
			return kit.All[string](t, a, "SELECT i.status FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ? ORDER BY i.id", id)
		}
		watch.Until(t, 20*time.Second, "the first has failed, the second is done", func() bool { return slices.Equal(statuses(), []string{"error", "done"}) })
		if got := codesOf(t, c, other).Import.Status; got == "error" {
			t.Error("an import whose job is alive was ended too")
		}
	})
}

// A file added while the previous one finishes still gets a job.
func TestFileAddedWhileAnotherFinishesIsImported(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, "A1\n")})
		first := kit.One[int64](t, a, "SELECT i.id FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
		key, ended := uploaded(c, "B1\n"), make(chan error, 1)
		err := a.DB.Tx(as(t, a, "all"), func(ctx context.Context, tx db.Tx) error {
			if err := a.Promotions.AddFile(ctx, tx, id, key); err != nil {
				return err
			}
			go func() { ended <- a.Promotions.Finish(context.Background(), first) }()
			time.Sleep(300 * time.Millisecond)
			return nil
		})
		if err := errors.Join(err, <-ended); err != nil {
			t.Fatal(err)
		}
		second := kit.One[int64](t, a, "SELECT max(id) FROM promo_imports")
		if n := kit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'promotions.import' AND CAST(args ->> 'import' AS TEXT) = ?", fmt.Sprint(second)); second == first || n != 1 {
			t.Errorf("%d jobs for import %d", n, second)
		}
	})
}

// A dry run of millions of codes stops when its caller is gone.
func TestCancelledDryRunEnds(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	ctx, cancel := context.WithCancel(as(t, a, "univer"))
	defer cancel()
	f, err := a.Files.UploadCSV(ctx, "codes.csv", strings.NewReader(someCodes("код", 500_000)), 1)
	if err != nil {
		t.Fatal(err)
	}
	time.AfterFunc(20*time.Millisecond, cancel)
	if _, err := a.Promotions.CheckFile(ctx, f.Key, ""); !errors.Is(err, context.Canceled) {
		t.Errorf("%v, want it to end with its request", err)
	}
}

// Comparing a file with millions of stored codes may take longer than a request may keep the database waiting.
func TestADryRunOutlivesTheDatabaseLimitOfRequests(t *testing.T) {
	const limit = 2 * time.Second
	a := kit.New(t, kit.PostgreSQL)
	c := a.As(t, "all")
	id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, "A1\n")})
	key := uploaded(c, "B1\n")
	config := a.Config
	config.Limits.Request = limit
	hurried := kit.Open(t, kit.PostgreSQL, config)
	held, ended := make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "LOCK TABLE promo_codes IN ACCESS EXCLUSIVE MODE")
			close(held)
			time.Sleep(limit + time.Second)
			return err
		})
	}()
	<-held
	check, err := hurried.Promotions.CheckFile(as(t, hurried, "all"), key, id)
	if err != nil || check.New != 1 {
		t.Errorf("%+v, %v", check, err)
	}
	if err := <-ended; err != nil {
		t.Fatal(err)
	}
}
