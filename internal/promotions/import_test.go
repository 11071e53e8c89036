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

	"studbonus/internal/db"
	"studbonus/internal/testkit"
)

// messy is a file with repeats and bad lines, and the distinct codes that it holds.
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

// An import that is killed at any moment, before or after any of its transactions, goes on where it was: the codes are
// those of the file, none lost and none twice, and the report adds up.
func TestAnImportThatIsKilledGoesOn(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		rng := rand.New(rand.NewPCG(11, 12))
		for round := range 6 {
			const lines = 30_000
			file, want := messy(rng, lines)
			id := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, file)})
			number := testkit.One[int64](t, a, "SELECT i.id FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
			attempts := 0
			for done := false; !done; attempts++ {
				left, committed := rng.IntN(4), rng.IntN(2) == 0
				write := func(ctx context.Context, change func(context.Context, db.Tx) error) error {
					left--
					switch {
					case left >= 0:
						return a.DB.Tx(ctx, change)
					case committed: // the answer to the commit never came
						return errors.Join(a.DB.Tx(ctx, change), errKilled)
					}
					return a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return errors.Join(change(ctx, tx), errKilled) })
				}
				var err error
				if done, err = a.Promotions.Attempt(as(t, a, "all"), number, write, nil); err != nil && !errors.Is(err, errKilled) {
					t.Fatal(err)
				}
				done = done || codesOf(t, c, id).Import.Status == "done" // killed after its last commit
				if attempts > 200 {
					t.Fatal("it does not end")
				}
			}
			got := testkit.All[string](t, a, "SELECT g.code FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ? ORDER BY g.code", id)
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

// A job that runs out of time leaves the rest to another.
func TestAnImportIsCutIntoStints(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "all")
		file, want := messy(rand.New(rand.NewPCG(1, 1)), 20_000)
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, file)})
		number := testkit.One[int64](t, a, "SELECT i.id FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id)
		stints := 0
		for done := false; !done; stints++ {
			var err error
			if done, err = a.Promotions.Attempt(as(t, a, "all"), number, a.DB.Tx, func() bool { return false }); err != nil {
				t.Fatal(err)
			}
		}
		if n := testkit.One[int](t, a, "SELECT count(*) FROM promo_codes g JOIN promotions p ON p.id = g.promotion_id WHERE p.uuid = ?", id); n != len(want) || stints < 3 {
			t.Errorf("%d codes in %d stints, want %d", n, stints, len(want))
		}
	})
}

func TestWhatIsWrongWithAFileIsSaid(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
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
	}, testkit.WithJobs())
}

// Security V3: the key must be of an upload of one's own, of a csv, that nothing uses yet.
func TestTheFileMustBeOnesOwn(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
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
		c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": *is.FileURL})).OK() // unchanged
		if n := testkit.One[int](t, a, "SELECT count(*) FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ?", id); n != 1 {
			t.Errorf("a save without a new file made %d imports", n-1)
		}
		// The link opens for its uploader and for nobody else: free codes are as good as money.
		c.Get(*is.FileURL).OK()
		if his, _ := cardOf(t, other, id); his.FileURL != nil {
			t.Error("another operator is given the file")
		}
		a.Anyone(t).Get("/files/" + mine).Is(404)
	})
}

// Files of one promotion are taken one after another, and each is kept as long as it is needed.
func TestASecondFileWaitsForTheFirst(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "all")
		of := partner(t, a, c, "Кофейня", "Москва")
		first, second := uploaded(c, someCodes("A", 500)), uploaded(c, someCodes("A", 800))
		id := promotion(t, c, of, map[string]any{"fileUrl": first})
		c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": second})).OK()
		if n := testkit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'promotions.import' AND state NOT IN ('completed')"); n != 1 {
			t.Errorf("%d jobs for two files of one promotion", n)
		}
		if testkit.One[int](t, a, "SELECT count(*) FROM files WHERE key IN (?) AND owner IS NOT NULL", []string{first, second}) != 2 {
			t.Error("a file that waits may be swept")
		}
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		eventually(t, 20*time.Second, "both are taken", func() bool {
			return testkit.One[int](t, a, "SELECT count(*) FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ? AND i.status = 'done'", id) == 2
		})
		got := codesOf(t, c, id)
		if got.RemainingCodesCount != 800 || got.Import.Imported != 300 || got.Import.Duplicates != 500 {
			t.Errorf("%d %+v", got.RemainingCodesCount, got.Import)
		}
		if owners := testkit.All[string](t, a, "SELECT key FROM files WHERE key IN (?) AND owner IS NOT NULL", []string{first, second}); !slices.Equal(owners, []string{second}) {
			t.Errorf("kept are %v, want the last", owners)
		}
	})
}

func TestAnImportOfAPromotionThatIsBlockedMeanwhile(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, someCodes("A", 100))})
		c.Put("/v1/stock/"+id+"/status", map[string]any{"status": "blocked", "reasonBlocked": "Причина"}).OK()
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		// Blocking ends offers to students, not the operator's own work: the codes are there when it is unblocked.
		if got := imported(t, c, id); got.Import.Status != "done" || got.RemainingCodesCount != 100 {
			t.Errorf("%+v", got)
		}
		if _, err := a.Promotions.Grant(t.Context(), id, students(t, a, "МГУ", 1)[0]); err == nil {
			t.Error("a blocked promotion gives codes")
		}
	})
}

func TestAnImportOfAPromotionThatIsRemovedMeanwhile(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, someCodes("GONE", 5000))})
		number := testkit.One[int64](t, a, "SELECT id FROM promotions WHERE uuid = ?", id)
		remove := func() {
			testkit.Exec(t, a, "DELETE FROM promo_codes WHERE promotion_id = ?", number)
			testkit.Exec(t, a, "DELETE FROM promo_imports WHERE promotion_id = ?", number)
			testkit.Exec(t, a, "DELETE FROM promotions WHERE id = ?", number)
		}
		steps := 0
		write := func(ctx context.Context, do func(context.Context, db.Tx) error) error {
			if steps++; steps == 3 { // what it is and a first step are written
				remove()
			}
			return a.DB.Tx(ctx, do)
		}
		job := testkit.One[int64](t, a, "SELECT id FROM promo_imports WHERE promotion_id = ?", number)
		if _, err := a.Promotions.Attempt(as(t, a, "all"), job, write, nil); err == nil {
			t.Error("the import of nothing succeeded")
		}
		if n := testkit.One[int](t, a, "SELECT count(*) FROM promo_codes WHERE promotion_id = ?", number); n != 0 {
			t.Errorf("%d codes of a promotion that is gone", n)
		}
		if err := a.Start(context.Background()); err != nil {
			t.Fatal(err)
		}
		eventually(t, 20*time.Second, "the job ends", func() bool {
			return testkit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'promotions.import' AND state = 'completed'") == 1
		})
	})
}

// Security V29: who has lost the right since does not bring codes in any more.
func TestAnImportOfAnOperatorWhoIsBlockedMeanwhile(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c, all := a.As(t, "univer"), a.As(t, "all")
		id := promotion(t, c, partner(t, a, c, "Кофейня", "Москва"), map[string]any{"fileUrl": uploaded(c, "A1\n")})
		if err := a.Auth.Block(t.Context(), "univer@demo.studbonus.ru", true); err != nil {
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

func TestAnImportWhoseBytesAreLostSaysSo(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
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

func TestAnImportThatNobodyMovesOnIsGivenUpAndTheNextBegins(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	c := a.As(t, "all")
	of := partner(t, a, c, "Кофейня", "Москва")
	id := promotion(t, c, of, map[string]any{"fileUrl": uploaded(c, "A1\n")})
	testkit.Exec(t, a, "DELETE FROM river_job WHERE kind = 'promotions.import'")
	a.Clock.Advance(2 * time.Hour)
	if err := a.Promotions.CleanUp(t.Context()); err != nil || codesOf(t, a.As(t, "all"), id).Import.Status != "queued" {
		t.Fatalf("too soon: %v", err)
	}
	a.Clock.Advance(90 * time.Minute)
	c = a.As(t, "all")
	c.Put("/v1/stock/"+id, form(of, map[string]any{"fileUrl": uploaded(c, "B1\n")})).OK()
	if err := a.Promotions.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := testkit.All[string](t, a, "SELECT i.status FROM promo_imports i JOIN promotions p ON p.id = i.promotion_id WHERE p.uuid = ? ORDER BY i.id", id); !slices.Equal(got, []string{"error", "queued"}) {
		t.Errorf("%v", got)
	}
	if n := testkit.One[int](t, a, "SELECT count(*) FROM river_job WHERE kind = 'promotions.import'"); n != 1 {
		t.Errorf("%d jobs", n)
	}
}

// A dry run of millions of codes ends when nobody waits for it any more.
func TestADryRunThatNobodyWaitsForEnds(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
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
