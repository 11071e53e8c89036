package kit

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
	"time"

	"studbonus/internal/test/watch"
)

// Letter is a decoded mail with one link.
type Letter struct {
	To, Subject, Text, HTML, Link string
}

// Letter waits for the n-th letter in the outbox folder.
func (a *App) Letter(t testing.TB, n int) Letter {
	t.Helper()
	return a.letter(t, n, func(Letter) bool { return true })
}

// LetterAbout waits for the n-th letter with this subject.
func (a *App) LetterAbout(t testing.TB, subject string, n int) Letter {
	t.Helper()
	return a.letter(t, n, func(l Letter) bool { return l.Subject == subject })
}

func (a *App) letter(t testing.TB, n int, wanted func(Letter) bool) (found Letter) {
	t.Helper()
	watch.Until(t, 30*time.Second, fmt.Sprintf("letter %d", n), func() bool {
		letters := a.letters(t, wanted)
		if len(letters) < n {
			return false
		}
		found = letters[n-1]
		return true
	})
	return found
}

// Letters returns the letters to an address that have been sent so far, the oldest first.
func (a *App) Letters(t testing.TB, to string) []Letter {
	t.Helper()
	return a.letters(t, func(l Letter) bool { return l.To == to })
}

func (a *App) letters(t testing.TB, wanted func(Letter) bool) (found []Letter) {
	t.Helper()
	files, _ := filepath.Glob(filepath.Join(a.Dir, "outbox", "*.eml"))
	slices.Sort(files) // names start with the time
	for _, file := range files {
		raw, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if l := ParseLetter(t, raw); wanted(l) {
			found = append(found, l)
		}
	}
	return found
}

var anyLink = regexp.MustCompile(`https?://[^\s"<]+`)

// ParseLetter decodes a letter as it was sent.
func ParseLetter(t testing.TB, raw []byte) Letter {
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
	parts := partsOf(t, m)
	out := Letter{To: to.Address, Subject: subject, Text: parts["text/plain"], HTML: parts["text/html"]}
	links := anyLink.FindAllString(out.Text, -1)
	if len(links) != 1 {
		t.Fatalf("links %q in %s", links, out.Text)
	}
	out.Link = links[0]
	return out
}

// partsOf decodes the bodies of a letter by type; a plain-text letter has one.
func partsOf(t testing.TB, m *mail.Message) map[string]string {
	t.Helper()
	out := map[string]string{}
	add := func(contentType string, encoded io.Reader) (params map[string]string) {
		t.Helper()
		kind, params, err := mime.ParseMediaType(contentType)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasPrefix(kind, "multipart/") {
			return params
		}
		body, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, encoded))
		if err != nil {
			t.Fatal(err)
		}
		out[kind] = string(body)
		return nil
	}
	params := add(m.Header.Get("Content-Type"), m.Body)
	if params == nil {
		return out
	}
	for parts := multipart.NewReader(m.Body, params["boundary"]); ; {
		part, err := parts.NextPart()
		if errors.Is(err, io.EOF) {
			return out
		}
		if err != nil {
			t.Fatal(err)
		}
		add(part.Header.Get("Content-Type"), part)
	}
}
