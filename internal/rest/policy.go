package rest

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/cores"
	"studbonus/internal/fault"
)

const requestDeadline = 7 * time.Second // the console gives up after 8

type keyKey struct{}

func keyFrom(ctx context.Context) string {
	key, _ := ctx.Value(keyKey{}).(string)
	return key
}

// guard stands before every call: who is it, may he, and within which limits.
func (a *API) guard(ctx huma.Context, next func(huma.Context)) {
	began, r := time.Now(), routeOf(ctx)
	req, w := unwrap(ctx)
	exchange := exchangeFrom(req.Context())
	exchange.route = r.Path
	if !r.Policy.Unhurried {
		defer cores.Answering()()
	}
	if !a.pathIsSound(ctx, r) {
		a.refuse(ctx, fault.NotFound())
		return
	}
	if strings.Contains(req.URL.RawQuery, "%00") {
		a.refuse(ctx, fault.Invalid("", "Недопустимый символ в запросе."))
		return
	}
	bounded, cancel := context.WithDeadline(req.Context(), began.Add(requestDeadline))
	defer cancel()
	var principal access.Principal
	if r.Area != access.Public {
		var err error
		if principal, err = a.Authenticate(bounded, req.Header.Get(accessHeader)); err != nil {
			a.deny(ctx, r, err)
			return
		}
		exchange.operator = principal.Operator
	}
	req.Body = http.MaxBytesReader(w, req.Body, r.Policy.MaxBody)
	if r.Policy.Unhurried { // only from here on: who it is must be known soon
		bounded, cancel = context.WithDeadline(req.Context(), exchange.pace.until)
		defer cancel()
		req.Body = exchange.pace.body(req.Body)
	}
	ctx = huma.WithContext(ctx, access.WithPrincipal(bounded, principal))
	if r.Area != access.Public && !principal.Can(r.Area) {
		a.deny(ctx, r, fault.Forbidden())
		return
	}
	if r.Policy.Upload {
		leave, err := a.uploads.enter(principal.Operator)
		if err != nil {
			a.refuse(ctx, err)
			return
		}
		defer leave()
	}
	if r.Policy.Forgets {
		w.Header().Set("Clear-Site-Data", `"storage"`)
	}
	if r.Policy.Idempotent {
		ctx = huma.WithValue(ctx, keyKey{}, req.Header.Get(keyHeader))
	}
	next(ctx)
}

// pathIsSound refuses malformed identifiers in a path: such a thing does not exist (contract §8: 404).
func (a *API) pathIsSound(ctx huma.Context, r Route) bool {
	for _, part := range strings.Split(r.Path, "/") {
		name, isParam := strings.CutPrefix(part, "{uuid")
		if !isParam {
			continue
		}
		value := ctx.Param("uuid" + strings.TrimSuffix(name, "}"))
		if len(value) != 36 || uuid.Validate(value) != nil {
			return false
		}
	}
	return true
}

func (a *API) deny(ctx huma.Context, r Route, err error) {
	if fault.Is(err, fault.KindUnauthenticated) || fault.Is(err, fault.KindForbidden) {
		status := http.StatusUnauthorized
		if fault.Is(err, fault.KindForbidden) {
			status = http.StatusForbidden
		}
		a.Denied(ctx.Context(), status, r.Method+" "+r.Path)
	}
	a.refuse(ctx, err)
}

// refuse answers before the handler is reached.
func (a *API) refuse(ctx huma.Context, err error) {
	req, w := unwrap(ctx)
	a.writeProblem(w, req.WithContext(ctx.Context()), err)
}

const nulRefused = "Недопустимый символ в тексте."

var (
	errNUL      error = fault.Malformed(nulRefused)
	errRepeated error = fault.Malformed("Запрос не удалось прочитать.")
)

// jsonFormat refuses a NUL in any text: PostgreSQL cannot keep it, and it has no business in a form. It also
// refuses a field that comes twice: the library would check one of them and decode the other, or both into one value.
var jsonFormat = huma.Format{
	Marshal: func(w io.Writer, v any) error {
		enc := json.NewEncoder(w)
		enc.SetEscapeHTML(false)
		return enc.Encode(v)
	},
	Unmarshal: func(data []byte, v any) error {
		if holdsNUL(data) {
			return errNUL
		}
		err := json.Unmarshal(data, v)
		if _, isCheck := v.(*any); isCheck && err == nil && repeatsField(data) {
			return errRepeated
		}
		return err
	},
}

// repeatsField reports whether an object has two fields that the decoder takes for the same. data is known to be valid
// JSON, so a text with a colon behind it is a name, and every bracket has its other half.
func repeatsField(data []byte) bool {
	var open []map[string]bool // the names so far of each object that is not closed yet; a list has none
	for i := 0; i < len(data); i++ {
		switch data[i] {
		case '{', '[':
			open = append(open, nil)
		case '}', ']':
			open = open[:len(open)-1]
		case '"':
			text := data[i : i+textLength(data[i:])]
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

// textLength is how long a JSON text is, with its quotes.
func textLength(data []byte) int {
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

// foldedName is the same for all spellings of a name that the decoder takes for one field.
func foldedName(text []byte) string {
	name := string(text[1 : len(text)-1])
	if strings.Contains(name, `\`) {
		_ = json.Unmarshal(text, &name) // it is valid
	}
	return strings.ToLower(strings.ToUpper(name)) // ſ is an s to the decoder too
}

// holdsNUL looks for the escape of a NUL that is not itself escaped.
func holdsNUL(data []byte) bool {
	const escape = `\u0000`
	for i := 0; i+len(escape) <= len(data); i++ {
		if data[i] != '\\' {
			continue
		}
		if string(data[i:i+len(escape)]) == escape {
			return true
		}
		i++ // an escaped character, whatever it is
	}
	return false
}
