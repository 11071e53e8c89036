package files_test

import (
	"context"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/test/kit"
)

func TestOnlyTheCallersUnattachedUploadOfTheRightKindIsAttached(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "univer")
		university := access.From(ctx).University
		own := uploaded(a.As(t, "univer"), "a.png", somePNG())
		foreign := uploaded(a.As(t, "all"), "a.png", somePNG())
		codes := uploaded(a.As(t, "univer"), "codes.csv", []byte("A1\n"))
		for name, reference := range map[string]string{
			"somebody else's upload":   foreign.KeyFile,
			"somebody else's link":     foreign.URLFile,
			"a file of another kind":   codes.KeyFile,
			"a key that nothing has":   blob.NewKey(),
			"nothing":                  "",
			"nonsense":                 "../../etc/passwd",
			"an address elsewhere":     "https://evil.example/x.png",
			"an address with its path": "https://evil.example/files/../" + own.KeyFile,
		} {
			if _, err := attach(ctx, a, photo(reference, university)); !fault.Is(err, fault.KindInvalid) {
				t.Errorf("%s: %v, want a refused field", name, err)
			}
		}
		if f, _ := row(t, a, foreign.KeyFile); f.Owner != nil {
			t.Errorf("somebody else's upload was attached to %s", *f.Owner)
		}
		key, err := attach(ctx, a, photo(own.URLFile, university))
		if err != nil || key != own.KeyFile {
			t.Fatalf("one's own: %q, %v", key, err)
		}
		if _, err := attach(ctx, a, photo(own.KeyFile, university)); !fault.Is(err, fault.KindInvalid) {
			t.Errorf("used twice: %v, want a refused field", err)
		}
	})
}

func TestConcurrentAttachesOfAFileHaveOneWinner(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "student")
		c := a.As(t, "student")
		for range 10 {
			f := uploaded(c, "a.png", somePNG())
			var won atomic.Int64
			var both sync.WaitGroup
			for _, owner := range []string{"student/1", "student/2"} {
				both.Go(func() {
					wish := photo(f.KeyFile, access.From(ctx).University)
					wish.Owner = owner
					if _, err := attach(ctx, a, wish); err == nil {
						won.Add(1)
					} else if !fault.Is(err, fault.KindInvalid) {
						t.Error(err)
					}
				})
			}
			both.Wait()
			if won.Load() != 1 {
				t.Errorf("%d have it", won.Load())
			}
		}
	})
}

// settle saves a form's file field.
func settle(ctx context.Context, t *testing.T, a *kit.App, present string, wish files.Attachment) string {
	t.Helper()
	var key string
	err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) (err error) {
		key, err = a.Files.Replace(ctx, tx, present, wish)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return key
}

func TestAFieldKeepsReplacesOrRemovesItsFile(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx, c := as(t, a, "student"), a.As(t, "student")
		university := access.From(ctx).University
		first, second := uploaded(c, "a.png", somePNG()), uploaded(c, "b.png", someJPEG())
		present := settle(ctx, t, a, "", photo(first.KeyFile, university))
		if present != first.KeyFile {
			t.Fatalf("attached %q", present)
		}
		a.Clock.Advance(20 * time.Minute)
		for _, same := range []string{first.KeyFile, "/files/" + first.KeyFile, first.URLFile, a.Files.SignedLink(ctx, present), " " + present + " ", "https://console.test" + first.URLFile} {
			if got := settle(ctx, t, a, present, photo(same, university)); got != present {
				t.Errorf("%q became %q, want unchanged", same, got)
			}
		}
		if got := settle(ctx, t, a, present, photo(second.KeyFile, university)); got != second.KeyFile {
			t.Errorf("replaced by %q", got)
		}
		old, _ := row(t, a, first.KeyFile)
		if old.Owner != nil || !old.CreatedAt.Equal(a.Clock.Now()) {
			t.Errorf("the replaced file is %+v, want loose from now on", old)
		}
		if got := settle(ctx, t, a, second.KeyFile, photo("", university)); got != "" {
			t.Errorf("removed, but %q is there", got)
		}
		if f, _ := row(t, a, second.KeyFile); f.Owner != nil {
			t.Errorf("the removed file still belongs to %s", *f.Owner)
		}
	})
}

func TestARefusedReplacementKeepsTheCurrentFile(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "student")
		university := access.From(ctx).University
		mine, foreign := uploaded(a.As(t, "student"), "a.png", somePNG()), uploaded(a.As(t, "univer"), "b.png", somePNG())
		present := settle(ctx, t, a, "", photo(mine.KeyFile, university))
		err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			_, err := a.Files.Replace(ctx, tx, present, photo(foreign.KeyFile, university))
			return err
		})
		if f, _ := row(t, a, present); !fault.Is(err, fault.KindInvalid) || f.Owner == nil {
			t.Errorf("%v; the present file is %+v", err, f)
		}
	})
}

func TestADetachedPublicFileIsPrivateAgain(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		f := uploaded(a.As(t, "univer"), "logo.png", somePNG())
		if _, err := attach(as(t, a, "univer"), a, public(f.KeyFile)); err != nil {
			t.Fatal(err)
		}
		link := files.PublicLink(f.KeyFile)
		a.Anyone(t).Get(link).OK()
		for _, key := range []string{f.KeyFile, ""} { // "": an entity without a file
			err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error { return a.Files.Detach(ctx, tx, key) })
			if err != nil {
				t.Fatal(err)
			}
		}
		a.Anyone(t).Get(link).Is(404)
	})
}

func TestPhotosAreScopedToTheOwnersUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		// An operator of A uploads a photo for a student of B.
		staff := as(t, a, "all")
		theirs := access.From(as(t, a, "student2")).University
		f := uploaded(a.As(t, "all"), "a.png", somePNG())
		if _, err := attach(staff, a, photo(f.KeyFile, theirs)); err != nil {
			t.Fatal(err)
		}
		for account, status := range map[string]int{"student2": 200, "chairman2": 200, "all": 200, "student": 404, "chairman": 404, "new": 404} {
			link := a.Files.SignedLink(as(t, a, account), f.KeyFile)
			if got := a.Anyone(t).Get(link).Status; got != status {
				t.Errorf("%s: %d, want %d", account, got, status)
			}
		}
	})
}

func TestAnUnattachedUploadOpensForItsUploaderOnly(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		f := uploaded(a.As(t, "student"), "a.png", somePNG())
		for account, status := range map[string]int{"student": 200, "chairman": 404, "all": 404} {
			link := a.Files.SignedLink(as(t, a, account), f.KeyFile)
			if got := a.Anyone(t).Get(link).Status; got != status {
				t.Errorf("%s: %d, want %d", account, got, status)
			}
		}
	})
}

func TestAReferenceIsAKeyOrALinkToIt(t *testing.T) {
	key := strings.Repeat("a1", 16)
	for reference, want := range map[string]bool{
		key: true, "/files/" + key: true, "/files/" + key + "?e=1&s=x": true, "https://console.test/files/" + key: true, "  " + key + "\n": true,
		"": false, "/files/": false, "/files/" + key + "/": false, "/x/" + key: false, key[:31]: false, strings.ToUpper(key): false, "%zz": false, "/files/%2e%2e": false,
	} {
		if got, ok := files.KeyOf(reference); ok != want || ok && got != key {
			t.Errorf("%q: %q, %v", reference, got, ok)
		}
	}
}
