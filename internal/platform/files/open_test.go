package files_test

import (
	"context"
	"fmt"
	"io"
	"mime"
	"net"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/files"
	"studbonus/internal/test/kit"
)

func TestAPrivateFileOpensOnlyByItsLinkForFifteenMinutes(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		f := uploaded(a.As(t, "student"), "a.png", somePNG())
		nobody := a.Anyone(t)
		nobody.Get(f.URLFile).OK() // <img src> sends no token
		nobody.Get("/files/" + f.KeyFile).Is(404)
		a.As(t, "student").Get("/files/" + f.KeyFile).Is(404)
		a.Clock.Advance(15*time.Minute - time.Second)
		nobody.Get(f.URLFile).OK()
		a.Clock.Advance(time.Second)
		nobody.Get(f.URLFile).Is(404)
	})
}

func TestSeveralRangesAreTheWholePicture(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		content := somePNG()
		f := uploaded(a.As(t, "student"), "a.png", content)
		whole := a.Anyone(t).Get(f.URLFile).OK()
		one := a.Anyone(t).Get(f.URLFile, "Range", "bytes=0-3").Is(206)
		if string(one.Body) != string(whole.Body[:4]) {
			t.Errorf("a range: %q", one.Body)
		}
		several := a.Anyone(t).Get(f.URLFile, "Range", "bytes=0-0"+strings.Repeat(",2-2", 1000)).Is(200)
		if diff := cmp.Diff(whole.Body, several.Body); diff != "" {
			t.Error(diff)
		}
	})
}

func TestALinkEndsWithTheRightsOfItsOperator(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		student, univer := uploaded(a.As(t, "student"), "a.png", somePNG()), uploaded(a.As(t, "univer"), "codes.csv", []byte("A1\n"))
		nobody := a.Anyone(t)
		nobody.Get(student.URLFile).OK()
		if err := a.Operators.Block(t.Context(), "student@demo.studbonus.ru", true); err != nil {
			t.Fatal(err)
		}
		nobody.Get(student.URLFile).Is(404)
		nobody.Get(univer.URLFile).OK() // control: the link of another operator still works

		// After a move to another university the old export is no longer accessible (rules 13.5).
		err := a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE operators SET university_id = (SELECT university_id FROM operators WHERE login = 'student2@demo.studbonus.ru') WHERE login = 'univer@demo.studbonus.ru'")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		nobody.Get(univer.URLFile).Is(404)
	})
}

func TestATamperedLinkOpensNothing(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	mine, other := uploaded(a.As(t, "student"), "a.png", somePNG()), uploaded(a.As(t, "univer"), "b.png", somePNG())
	path, query, _ := strings.Cut(mine.URLFile, "?")
	_, otherQuery, _ := strings.Cut(other.URLFile, "?")
	nobody := a.Anyone(t)
	nobody.Get(path + "?" + query).OK()
	nobody.Get(path + "?" + otherQuery).Is(404)
	for _, name := range []string{"e", "k", "i", "s"} {
		for what, change := range map[string]func(url.Values){
			"dropped": func(v url.Values) { v.Del(name) },
			"emptied": func(v url.Values) { v.Set(name, "") },
			"longer":  func(v url.Values) { v.Set(name, v.Get(name)+"0") },
			"shorter": func(v url.Values) { v.Set(name, v.Get(name)[1:]) },
			"another": func(v url.Values) {
				theirs, _ := url.ParseQuery(otherQuery)
				if v.Get(name) == theirs.Get(name) {
					theirs.Set(name, "9"+theirs.Get(name))
				}
				v.Set(name, theirs.Get(name))
			},
		} {
			t.Run(name+" "+what, func(t *testing.T) {
				v, err := url.ParseQuery(query)
				if err != nil {
					t.Fatal(err)
				}
				change(v)
				a.Anyone(t).Get(path + "?" + v.Encode()).Is(404)
			})
		}
	}
}

// raw sends a path verbatim: an HTTP client would normalise it.
func raw(t *testing.T, a *kit.App, path string) (status, location string) {
	t.Helper()
	conn, err := net.Dial("tcp", strings.TrimPrefix(a.URL, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := fmt.Fprintf(conn, "GET %s HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", path); err != nil {
		t.Fatal(err)
	}
	all, err := io.ReadAll(conn)
	if err != nil {
		t.Fatal(err)
	}
	head, _, _ := strings.Cut(string(all), "\r\n\r\n")
	_, location, _ = strings.Cut(head, "\r\nLocation: ")
	location, _, _ = strings.Cut(location, "\r\n")
	return strings.Fields(head)[1], location
}

// traversals are paths that must not open anything (rules 13.1).
func traversals(key string) []string {
	return []string{
		"..", ".", "../keys.json", "../../keys.json", "..%2fkeys.json", "%2e%2e%2fkeys.json", "%2e%2e/keys.json", "..%252fkeys.json", "..%5ckeys.json", `..\keys.json`,
		"....//keys.json", "..;/keys.json", "/etc/passwd", "%2fetc%2fpasswd", "//etc/passwd", "%00", key + "%00", key + "%00.png", key + "/", key + "/..",
		key + ".png", key[:31], key + "a", strings.ToUpper(key), key[:2] + "/" + key, key[:2] + "%2f" + key, "./" + key, "tmp", "tmp/put-1", "tmp%2fput-1",
		"%c0%ae%c0%ae%c0%af", "..%c0%afkeys.json", "%20" + key, key + "%20", key + "%0a", key + ";a", "*", "~root", "file:" + key, "studbonus.db",
	}
}

func TestInvalidKeysAreNotFound(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	c := a.As(t, "student")
	f := uploaded(c, "a.png", somePNG())
	if _, err := attach(as(t, a, "student"), a, public(f.KeyFile)); err != nil {
		t.Fatal(err)
	}
	if status, _ := raw(t, a, "/files/"+f.KeyFile); status != "200" {
		t.Fatalf("control: the key itself answers %s", status)
	}
	wrong := traversals(f.KeyFile)
	if len(wrong) < 40 {
		t.Fatalf("only %d", len(wrong))
	}
	for _, key := range wrong {
		t.Run(label(404, key), func(t *testing.T) {
			status, location := raw(t, a, "/files/"+key)
			for hops := 0; hops < 3 && location != ""; hops++ { // the router redirects to the normalised path
				status, location = raw(t, a, location)
			}
			want := "404"
			if key == "./"+f.KeyFile {
				want = "200" // normalised, it is the file itself
			}
			if status != want {
				t.Errorf("answers %s, want %s", status, want)
			}
		})
	}
}

// public attaches a file as a public logo.
func public(reference string) files.Attachment {
	return files.Attachment{Field: "logo", Reference: reference, Kind: files.Image, Owner: "partner/1", University: 1, Visibility: files.Public}
}

func TestAPublicFileOpensForEverybody(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		f := uploaded(a.As(t, "univer"), "logo.png", somePNG())
		key, err := attach(as(t, a, "univer"), a, public(f.URLFile))
		if err != nil {
			t.Fatal(err)
		}
		a.Clock.Advance(1000 * time.Hour)
		if caching := a.Anyone(t).Get(files.PublicLink(key)).OK().Header.Get("Cache-Control"); caching != "private, max-age=31536000, immutable" {
			t.Errorf("Cache-Control %q: a picture that never changes is downloaded again", caching)
		}
		if files.PublicLink("") != "" || a.Files.SignedLink(t.Context(), "") != "" {
			t.Error("no file has a link")
		}
	})
}

func TestServedFilesCannotRunScripts(t *testing.T) {
	onEachStore(t, func(t *testing.T, a *kit.App) {
		var export string
		err := a.Files.StoreExport(as(t, a, "chairman"), files.Spreadsheet{Name: "Студенты.xlsx"}, strings.NewReader("PK spreadsheet"), func(_ context.Context, key string) error { export = key; return nil })
		if err != nil {
			t.Fatal(err)
		}
		c := a.As(t, "univer")
		for _, f := range []struct{ link, kind, how, name, cache string }{
			{uploaded(c, "фото.png", somePNG()).URLFile, "image/png", "inline", "фото.png", "private, max-age=900"},
			{uploaded(c, "codes.csv", []byte("<script>alert(1)</script>\n")).URLFile, "text/csv", "attachment", "codes.csv", "private, no-store"},
			{a.Files.SignedLink(as(t, a, "chairman"), export), "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "attachment", "Студенты.xlsx", "private, no-store"},
		} {
			answer := a.Anyone(t).Get(f.link).OK()
			how, params, err := mime.ParseMediaType(answer.Header.Get("Content-Disposition"))
			if err != nil || how != f.how || params["filename"] != f.name {
				t.Errorf("%s: disposition %q", f.name, answer.Header.Get("Content-Disposition"))
			}
			got := map[string]string{}
			for _, name := range []string{"Content-Type", "Content-Security-Policy", "X-Content-Type-Options", "Cache-Control", "Cross-Origin-Resource-Policy"} {
				got[name] = answer.Header.Get(name)
			}
			want := map[string]string{
				"Content-Type": f.kind, "Content-Security-Policy": "default-src 'none'; sandbox", "X-Content-Type-Options": "nosniff",
				"Cache-Control": f.cache, "Cross-Origin-Resource-Policy": "same-origin",
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", f.name, diff)
			}
		}
	})
}

func TestAnExportIsDownloadedCompletely(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		const content = "PK 0123456789"
		var link string
		ctx := as(t, a, "student")
		err := a.Files.StoreExport(ctx, files.Spreadsheet{Name: "a.xlsx"}, strings.NewReader(content), func(ctx context.Context, key string) error {
			link = a.Files.SignedLink(ctx, key)
			a.Anyone(t).Get(link).OK() // bytes and row exist before publish is called
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		if got := a.Anyone(t).Get(link, "Range", "bytes=3-5").OK(); string(got.Body) != content {
			t.Errorf("%q", got.Body)
		}
		image := uploaded(a.As(t, "student"), "a.png", somePNG())
		a.Anyone(t).Get(image.URLFile, "Range", "bytes=0-3").Is(206) // control: images support ranges
		a.Anyone(t).Get(a.Files.SignedLink(as(t, a, "chairman"), link[len("/files/"):len("/files/")+32])).Is(404)
	})
}
