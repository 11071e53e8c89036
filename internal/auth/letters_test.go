package auth_test

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"mime"
	"mime/multipart"
	"net/mail"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/db"
	"studbonus/internal/testkit"
)

// letter is a mail as its reader sees it.
type letter struct {
	to, subject, text, html, link string
}

// nextLetter waits for the n-th letter in the outbox folder.
func nextLetter(t *testing.T, a *testkit.App, n int) letter {
	t.Helper()
	var files []string
	eventually(t, fmt.Sprintf("letter %d", n), func() bool {
		files, _ = filepath.Glob(filepath.Join(a.Dir, "outbox", "*.eml"))
		return len(files) >= n
	})
	slices.Sort(files) // names begin with the time
	raw, err := os.ReadFile(files[n-1])
	if err != nil {
		t.Fatal(err)
	}
	return parseLetter(t, raw)
}

var anyLink = regexp.MustCompile(`https?://[^\s"<]+`)

func parseLetter(t *testing.T, raw []byte) letter {
	t.Helper()
	m, err := mail.ReadMessage(bytes.NewReader(raw))
	if err != nil {
		t.Fatal(err)
	}
	to, err := mail.ParseAddress(m.Header.Get("To"))
	if err != nil {
		t.Fatal(err)
	}
	subject, err := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	out := letter{to: to.Address, subject: subject}
	parts := multipart.NewReader(m.Body, params["boundary"])
	for {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, part))
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(part.Header.Get("Content-Type"), "text/html") {
			out.html = string(body)
		} else {
			out.text = string(body)
		}
	}
	links := anyLink.FindAllString(out.text, -1)
	if len(links) != 1 {
		t.Fatalf("links %q in %s", links, out.text)
	}
	out.link = links[0]
	return out
}

// nothingKept looks for secrets in every text of every table of ours.
func nothingKept(t *testing.T, a *testkit.App, secrets ...string) {
	t.Helper()
	tables := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if a.DB.Postgres() {
		tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
	}
	names, err := db.All[string](t.Context(), a.DB, tables)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range names {
		for _, row := range rowsAsText(t, a, table) {
			for _, s := range secrets {
				if strings.Contains(row, s) {
					t.Errorf("table %s keeps a secret: %s", table, row)
				}
			}
		}
	}
}

func rowsAsText(t *testing.T, a *testkit.App, table string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), a.DB, `SELECT * FROM "`+table+`"`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // a test
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		values, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			at[i] = &values[i]
		}
		if err := rows.Scan(at...); err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, v := range values {
			if raw, ok := v.([]byte); ok {
				v = string(raw)
			}
			fmt.Fprint(&text, v, " ")
		}
		out = append(out, text.String())
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
