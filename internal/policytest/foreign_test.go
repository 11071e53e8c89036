package policytest

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"
	"io"
	"maps"
	"strings"
	"testing"

	"studbonus/internal/db"
	"studbonus/internal/rest"
	"studbonus/internal/testkit"
)

// marker stands in everything of the other university that a person could read.
const marker = "Чужоеслово"

// marked are the texts of a university that no other may see.
var marked = []string{
	"UPDATE students SET surname = ? WHERE university_id = ?",
	"UPDATE students SET status_reason = ? WHERE university_id = ? AND status IN ('blocked', 'rejected')",
	"UPDATE faculties SET name = ? || id WHERE university_id = ?",
	"UPDATE specialties SET name = ? || id WHERE faculty_id IN (SELECT id FROM faculties WHERE university_id = ?)",
	"UPDATE reviews SET body = ? WHERE university_id = ?",
	"UPDATE complaints SET body = ? WHERE university_id = ?",
	"UPDATE review_templates SET body = ? WHERE university_id = ?",
	"UPDATE news SET title = ? WHERE university_id = ? AND level = 'university'",
}

// foreign is what to ask for by name: things of the other university.
var foreign = map[string]string{
	"uuidUser":      "SELECT CAST(uuid AS TEXT) FROM students WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidFaculty":   "SELECT CAST(uuid AS TEXT) FROM faculties WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidSpecialty": "SELECT CAST(s.uuid AS TEXT) FROM specialties s JOIN faculties f ON f.id = s.faculty_id WHERE f.university_id = ? ORDER BY s.id LIMIT 1",
	"uuidNews":      "SELECT CAST(uuid AS TEXT) FROM news WHERE university_id = ? AND level = 'university' ORDER BY id LIMIT 1",
	"uuidComment":   "SELECT CAST(uuid AS TEXT) FROM reviews WHERE university_id = ? ORDER BY id LIMIT 1",
	"uuidTemplate":  "SELECT CAST(uuid AS TEXT) FROM review_templates WHERE university_id = ? ORDER BY id LIMIT 1",
}

// Security B2, R3: the rows of another university carry a word, and no answer, page or spreadsheet holds it; nor does anything of it
// change. Whoever may see all of them does: so the word can be found at all.
func TestNothingOfAnotherUniversityIsShown(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
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
			t.Errorf("control: whoever sees all finds the word only in %v", found)
		}
	})
}

func mark(t *testing.T, a *testkit.App) (university int64) {
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

// sums is what would change if somebody had changed anything of a university.
func sums(t *testing.T, a *testkit.App, university int64) string {
	t.Helper()
	got, err := db.One[string](t.Context(), a.DB, `SELECT (SELECT count(*) || ' ' || sum(version) FROM students WHERE university_id = ?) || ' ' ||
		(SELECT count(*) || ' ' || sum(version) FROM reviews WHERE university_id = ?) || ' ' || (SELECT count(*) || ' ' || sum(version) FROM news WHERE university_id = ?)`,
		university, university, university)
	if err != nil {
		t.Fatal(err)
	}
	return got
}

// sweep makes every call that reads, page after page, and names those whose answer holds the word; and every call that changes, with
// the sound body of its schema.
func (w world) sweep(t *testing.T, c *testkit.Client) (calls int, found []string) {
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

func (w world) pages(c *testkit.Client, r rest.Route) []testkit.Answer {
	if strings.HasPrefix(r.Path, "/auth") || strings.HasPrefix(r.Path, "/v1/auth") || r.Policy.MaxBody > 1<<20 {
		return nil // sessions, and uploads: they show nothing
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
		return []testkit.Answer{c.Do(r.Method, path, []byte(body))}
	}
	var out []testkit.Answer
	for page := range sweptPages {
		out = append(out, c.Do(r.Method, path, []byte(body), "X-Limit", "100", "X-Offset", fmt.Sprint(100*page)))
	}
	return out
}

// holdsMarker also looks into the parts of a spreadsheet.
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
