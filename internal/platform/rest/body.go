package rest

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"strings"
	"sync"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/tuning"
)

const nulRefused = "Недопустимый символ в тексте."

var (
	errNUL       error = fault.Malformed(nulRefused)
	errDuplicate error = fault.Malformed("Запрос не удалось прочитать.")
)

// jsonFormat refuses NUL characters, which PostgreSQL cannot store, and duplicate fields: Huma would validate one of them
// and decode the other, or merge both into one value.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	},
	Unmarshal: func(data []byte, v any) error {
		if containsNUL(data) {
			return errNUL
		}
		err := json.Unmarshal(data, v)
		if _, isValidation := v.(*any); isValidation && err == nil && hasDuplicateField(data) {
			return errDuplicate
		}
		return err
	},
}

// hasDuplicateField reports whether an object has two fields that the decoder treats as the same. data is valid JSON, so a
// string followed by a colon is a field name and brackets are balanced.
func hasDuplicateField(data []byte) bool {
	var open []map[string]bool // field names seen in each open object; arrays have none
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			open = append(open, nil)
		case '}', ']':
			open = open[:len(open)-1]
		case '"':
			text := data[i : i+stringLength(data[i:])]
			i += len(text) - 1
			if !bytes.HasPrefix(bytes.TrimLeft(data[i+1:], " \t\r\n"), []byte(":")) {
				continue
			}
			name, names := foldedName(text), &open[len(open)-1]
			if (*names)[name] {
				return true
			}
			if *names == nil {
				*names = map[string]bool{}
			}
			(*names)[name] = true
		}
	}
	return false
}

// stringLength returns the length of a JSON string including its quotes.
func stringLength(data []byte) int {
	for i := 1; i < len(data); i++ {
		switch data[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(data)
}

// foldedName maps all spellings that the decoder accepts for one field to the same name.
func foldedName(text []byte) string {
	name := string(text[1 : len(text)-1])
	if strings.Contains(name, `\`) {
		_ = json.Unmarshal(text, &name) // valid JSON, see above
	}
	return strings.ToLower(strings.ToUpper(name)) // the decoder also folds ſ to s
}

// containsNUL looks for an unescaped \u0000.
func containsNUL(data []byte) bool {
	const escape = `\u0000`
	for i := 0; i+len(escape) <= len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		if string(data[i:i+len(escape)]) == escape {
			return true
		}
		i++ // skip the escaped character
	}
	return false
}

// hasBody reports whether the client announced a body. http.NoBody does not tell, because the body may be wrapped already.
func hasBody(req *http.Request) bool { return req.ContentLength != 0 }

// countFromTheBodyOn counts the request as in progress from when its body has arrived: background work does not pause for a
// client that sends nothing.
func countFromTheBodyOn(req *http.Request) (done func()) {
	if !hasBody(req) {
		return tuning.RequestStarted()
	}
	counted := func() {}
	req.Body = &noticedEnd{ReadCloser: req.Body, reached: sync.OnceFunc(func() { counted = tuning.RequestStarted() })}
	return func() { counted() }
}

// noticedEnd calls reached when everything has been read.
type noticedEnd struct {
	io.ReadCloser
	reached func()
}

// Read implements io.Reader.
func (b *noticedEnd) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if errors.Is(err, io.EOF) {
		b.reached()
	}
	return n, err
}
