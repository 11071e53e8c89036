package files_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/access"
	"studbonus/internal/blob"
	"studbonus/internal/db"
	"studbonus/internal/files"
	"studbonus/internal/testkit"
)

func sweep(t *testing.T, s *files.Service) {
	t.Helper()
	if err := s.CleanUp(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// aDayOn moves the clock more than a day past now, by its own time and by the machine's, with which stores stamp.
func aDayOn(a *testkit.App) {
	a.Clock.Advance(max(0, time.Since(a.Clock.Now())) + 25*time.Hour)
}

func TestWhatNothingWasAttachedToIsGoneAfterADay(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *testkit.App) {
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

func TestBytesThatNoRowKnowsAreGoneAfterADay(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *testkit.App) {
		a.Clock.Advance(time.Since(a.Clock.Now())) // stores stamp with the machine's clock
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

// lame is a store that does not remove anything.
type lame struct{ blob.Store }

var errLame = errors.New("not now")

// Delete implements blob.Store.
func (lame) Delete(context.Context, string) error { return errLame }

func TestTheRowIsForgottenBeforeItsBytes(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		f := uploaded(a.As(t, "student"), "a.png", somePNG())
		aDayOn(a)
		deps := a.Files.Deps
		deps.Blobs = lame{deps.Blobs}
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
	}, testkit.WithoutFiles())
}

func TestAFileThatIsAttachedWhileItIsSweptStays(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		ctx := as(t, a, "student")
		f := uploaded(a.As(t, "student"), "a.png", somePNG())
		aDayOn(a)
		swept := make(chan error, 1)
		err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			if _, err := a.Files.Attach(ctx, tx, photo(f.KeyFile, access.From(ctx).University)); err != nil {
				return err
			}
			// The sweep lists the file as loose, then waits for this transaction to remove its row.
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

func TestVerifyingFindsMissingAndOtherBytes(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *testkit.App) {
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
