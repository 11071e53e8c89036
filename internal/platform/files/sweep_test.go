package files_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/files"
	"studbonus/internal/test/kit"
)

func sweep(t *testing.T, s *files.Service) {
	t.Helper()
	if err := s.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// advanceADay moves the clock more than a day past both its own time and the system time, which stores use for timestamps.
func advanceADay(a *kit.App) {
	a.Clock.Advance(max(0, time.Since(a.Clock.Now())) + 25*time.Hour)
}

func TestUnattachedFilesAreDeletedAfterADay(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		ctx, c := as(t, a, "student"), a.As(t, "student")
		loose, kept := uploaded(c, "a.png", somePNG()), uploaded(c, "b.png", somePNG())
		if _, err := attach(ctx, a, photo(kept.KeyFile, access.From(ctx).University)); err != nil {
			t.Fatal(err)
		}
		a.Clock.Advance(24 * time.Hour)
		sweep(t, a.Files)
		if _, ok := row(t, a, loose.KeyFile); !ok {
			t.Error("gone within its day")
		}
		a.Clock.Advance(time.Second)
		sweep(t, a.Files)
		if _, ok := row(t, a, loose.KeyFile); ok {
			t.Error("still there after a day")
		}
		if diff := cmp.Diff([]string{kept.KeyFile}, keys(t, a)); diff != "" {
			t.Errorf("objects (-want +got):\n%s", diff)
		}
		a.Anyone(t).Get(a.Files.SignedLink(as(t, a, "student"), kept.KeyFile)).OK()
	})
}

func TestOrphanedObjectsAreDeletedAfterADay(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		a.Clock.Advance(time.Since(a.Clock.Now())) // stores use the system time
		unknown := blob.NewKey()
		if _, err := a.Files.Blobs.Put(t.Context(), unknown, strings.NewReader("of an upload that was killed"), blob.Info{}); err != nil {
			t.Fatal(err)
		}
		sweep(t, a.Files)
		if !slices.Contains(keys(t, a), unknown) {
			t.Error("gone at once: an upload that is under way has no row either")
		}
		a.Clock.Advance(25 * time.Hour)
		sweep(t, a.Files)
		if slices.Contains(keys(t, a), unknown) {
			t.Error("still there after a day")
		}
	})
}

// A sweep that runs out of time resumes at the next object.
func TestASweepResumesWhereItStopped(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		const kept, unknown = 1010, 20
		all := make([]string, kept+unknown)
		for i := range all {
			all[i] = blob.NewKey()
		}
		slices.Sort(all)
		for i, key := range all {
			if _, err := a.Files.Blobs.Put(t.Context(), key, strings.NewReader("x"), blob.Info{}); err != nil {
				t.Fatal(err)
			}
			if i < kept {
				kit.Exec(t, a, `INSERT INTO files (key, kind, name, content_type, size, sha256, operator_id, university_id, is_of_all, is_public, owner, created_at)
					SELECT ?, 'csv', 'a', 'text/csv', 1, '', o.id, o.university_id, FALSE, FALSE, 'x/1', o.created_at FROM operators o WHERE o.university_id IS NOT NULL ORDER BY o.id LIMIT 1`, key)
			}
		}
		advanceADay(a)
		a.Files.SweepFor(0) // one batch of 500 per run
		for run, want := range []int{kept + unknown, kept + unknown, kept, kept} {
			sweep(t, a.Files)
			if got := len(keys(t, a)); got != want {
				t.Fatalf("%d objects after run %d, want %d", got, run+1, want)
			}
		}
		if position := kit.One[string](t, a, "SELECT value FROM meta WHERE name = 'files.swept'"); position != all[499] {
			t.Errorf("the second round is at %q, want the end of its first batch", position)
		}
	})
}

// undeletable is a store whose Delete fails.
type undeletable struct{ blob.Store }

var errLame = errors.New("not now")

// Delete implements blob.Store.
func (undeletable) Delete(context.Context, string) error { return errLame }

func TestTheRowIsDeletedBeforeItsBytes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		f := uploaded(a.As(t, "student"), "a.png", somePNG())
		advanceADay(a)
		deps := a.Files.Deps
		deps.Blobs = undeletable{deps.Blobs}
		if err := files.New(deps).CleanUp(t.Context()); !errors.Is(err, errLame) {
			t.Errorf("error %v, want the store's", err)
		}
		if _, ok := row(t, a, f.KeyFile); ok || !slices.Contains(keys(t, a), f.KeyFile) {
			t.Error("the bytes went first: for a moment a row named bytes that were not there")
		}
		sweep(t, a.Files)
		if len(keys(t, a)) != 0 {
			t.Error("the bytes were forgotten with the row")
		}
	}, kit.WithoutFiles())
}

func TestAFileAttachedDuringASweepIsKept(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "student")
		f := uploaded(a.As(t, "student"), "a.png", somePNG())
		advanceADay(a)
		swept := make(chan error, 1)
		err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if _, err := a.Files.Attach(ctx, tx, photo(f.KeyFile, access.From(ctx).University)); err != nil {
				return err
			}
			// The sweep lists the file as unattached, then waits for this transaction before it deletes the row.
			go func() { swept <- a.Files.CleanUp(context.Background()) }()
			time.Sleep(500 * time.Millisecond)
			return nil
		})
		if err := errors.Join(err, <-swept); err != nil {
			t.Fatal(err)
		}
		if _, ok := row(t, a, f.KeyFile); !ok || !slices.Contains(keys(t, a), f.KeyFile) {
			t.Errorf("row there: %v, objects %v", ok, keys(t, a))
		}
	})
}

func TestVerifyFindsMissingAndCorruptedFiles(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		missing, shorter := uploaded(c, "a.png", somePNG()).KeyFile, uploaded(c, "b.png", somePNG()).KeyFile
		uploaded(c, "c.png", somePNG())
		verify := func() []string {
			wrong, err := a.Files.Verify(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(wrong)
			return wrong
		}
		if wrong := verify(); len(wrong) != 0 {
			t.Fatalf("sound files: %v", wrong)
		}
		if err := a.Files.Blobs.Delete(t.Context(), missing); err != nil {
			t.Fatal(err)
		}
		if _, err := a.Files.Blobs.Put(t.Context(), shorter, strings.NewReader("short"), blob.Info{}); err != nil {
			t.Fatal(err)
		}
		f, _ := row(t, a, shorter)
		wrong := verify()
		if len(wrong) != 2 || !slices.Contains(wrong, missing+": файла нет") || !slices.ContainsFunc(wrong, func(w string) bool { return strings.HasPrefix(w, shorter+": 5 байт вместо ") }) {
			t.Errorf("found %v of %d bytes", wrong, f.Size)
		}
		a.Anyone(t).Get(a.Files.SignedLink(as(t, a, "student"), missing)).Is(404)
	})
}
