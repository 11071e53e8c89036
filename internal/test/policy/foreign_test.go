package policy

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// Drill B2: texts of another university contain a marker. No answer, page or spreadsheet contains it, and no call changes
// that university's data. Control: an operator who sees all universities does find the marker.
func TestNothingOfAnotherUniversityIsShown(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		other := mark(t, a)
		w := newWorld(t, a)
		abroad := world{App: a, doc: w.doc, known: maps.Clone(w.known)}
		for name, text := range foreign {
			found, err := db.All[string](t.Context(), a.DB, text, other)
			if err != nil {
				t.Fatal(err)
			}
			if len(found) > 0 {
				abroad.known[name] = found[0]
			}
		}
		before := sums(t, a, other)
		for _, account := range []string{"student", "univer", "chairman", "flag", "new"} {
			t.Run(account, func(t *testing.T) {
				c := a.As(t, account)
				for _, from := range []world{w, abroad} {
					if routes, found := from.sweep(t, c); len(found) > 0 {
						t.Errorf("of %d calls these show what is another university's: %v", routes, found)
					}
				}
			})
		}
		if after := sums(t, a, other); before != after {
			t.Errorf("something of it has changed: %s, then %s", before, after)
		}
		if _, found := abroad.sweep(t, a.As(t, "all")); len(found) < 5 {
			t.Errorf("control: an operator who sees all finds the marker only in %v", found)
		}
	})
}

func mark(t *testing.T, a *kit.App) (university int64) {
	t.Helper()
	university, err := db.One[int64](t.Context(), a.DB, "SELECT university_id FROM operators WHERE login = 'student2@demo.studbonus.ru'")
	if err != nil {
		t.Fatal(err)
	}
	err = a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		for _, text := range marked {
			if n, err := tx.Exec(ctx, text, marker, university); err != nil {
				return fmt.Errorf("%s: %w", text, err)
			} else if n == 0 && !strings.Contains(text, "review_templates") && !strings.Contains(text, "complaints") {
				return fmt.Errorf("the demo has nothing for: %s", text)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return university
}

// sums returns counts and versions of a university's rows: any write changes them.
func sums(t *testing.T, a *kit.App, university int64) string {
	t.Helper()
	got, err := db.One[string](t.Context(), a.DB, `SELECT (SELECT count(*) || ' ' || sum(version) FROM students WHERE university_id = ?) || ' ' ||
		(SELECT count(*) || ' ' || sum(version) FROM reviews WHERE university_id = ?) || ' ' || (SELECT count(*) || ' ' || sum(version) FROM news WHERE university_id = ?)`,
		university, university, university)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// sweep makes every call, page by page for lists and with a valid body for writes, and returns those whose answer contains
// the marker.
func (w world) sweep(t *testing.T, c *kit.Client) (calls int, found []string) {
	t.Helper()
	for _, r := range w.API.Routes() {
		for _, got := range w.pages(c, r) {
			calls++
			if holdsMarker(t, got.Body) {
				found = append(found, r.Method+" "+r.Path)
				break
			}
		}
	}
	return calls, found
}

const sweptPages = 8

func (w world) pages(c *kit.Client, r rest.Route) []kit.Answer {
	if strings.HasPrefix(r.Path, "/auth") || strings.HasPrefix(r.Path, "/v1/auth") || r.Policy.MaxBody > 1<<20 {
		return nil // sessions and uploads show nothing
	}
	op := w.doc.operation(r)
	body, isPaged := "", false
	for kind, content := range op.RequestBody.Content {
		if kind == "application/json" {
			body = "{}"
			if r.Method != "PUT" || !strings.Contains(fmt.Sprint(op.Parameters), "X-Offset") {
				body = marshal(w.sample(content.Schema, ""))
			}
		}
	}
	query := ""
	for _, p := range op.Parameters {
		isPaged = isPaged || p.Name == "X-Offset"
		if p.In == "query" {
			query += "&" + p.Name + "=" + w.known[p.Name]
		}
	}
	path := w.path(r)
	if query != "" {
		path += "?" + query[1:]
	}
	if !isPaged {
		return []kit.Answer{c.Do(r.Method, path, []byte(body))}
	}
	var out []kit.Answer
	for page := range sweptPages {
		out = append(out, c.Do(r.Method, path, []byte(body), "X-Limit", "100", "X-Offset", fmt.Sprint(100*page)))
	}
	return out
}

// holdsMarker also searches the parts of a spreadsheet.
func holdsMarker(t *testing.T, body []byte) bool {
	t.Helper()
	if !bytes.HasPrefix(body, []byte("PK")) {
		return bytes.Contains(body, []byte(marker))
	}
	parts, err := zip.NewReader(bytes.NewReader(body), int64(len(body)))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range parts.File {
		opened, err := part.Open()
		if err != nil {
			t.Fatal(err)
		}
		text, err := io.ReadAll(opened)
		if err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(text, []byte(marker)) {
			return true
		}
	}
	return false
}
