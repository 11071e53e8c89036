package policytest

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode"

	"github.com/google/uuid"

	"studbonus/internal/db"
	"studbonus/internal/rest"
	"studbonus/internal/testkit"
)

// perRoute is how many spoilt requests each route gets (security B3): fewer than the 200 of its short form, since every
// route is spoilt on both databases in every run.
const perRoute = 60

// request is a call before it is made.
type request struct {
	what    string // what is spoilt, for the message
	body    string
	query   url.Values
	headers []string
}

// Security B3, R36: no input brings the server down, keeps it busy, or gets an answer that is not in Russian.
func TestSpoiltRequests(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		w := newWorld(t, a)
		chance := rand.New(rand.NewPCG(1, 2)) // the same requests every time
		most := testkit.Reps(t, perRoute)
		for _, r := range a.API.Routes() {
			t.Run(r.Method+" "+r.Path, func(t *testing.T) {
				a.Clock.Advance(time.Hour) // the limits of sign-in forget what was tried on the route before
				c := a.As(t, "all")
				newest := testkit.One[int64](t, a, "SELECT max(seq) FROM audit_log")
				for _, q := range w.spoilt(chance, r, most) {
					w.send(t, c, r, q, newest)
				}
			})
		}
	})
}

// send makes a request; what it leaves in the audit log is after the row that was the newest.
func (w world) send(t *testing.T, c *testkit.Client, r rest.Route, q request, newest int64) {
	t.Helper()
	path := w.path(r)
	if len(q.query) > 0 {
		path += "?" + q.query.Encode()
	}
	var body any
	if r.Method != "GET" {
		body = q.body
	}
	started := time.Now()
	got := c.Do(r.Method, path, body, q.headers...)
	if took := time.Since(started); took > 7*time.Second {
		t.Errorf("%s: took %v", q.what, took)
	}
	if got.Status >= 500 {
		t.Errorf("%s: status %d: %s\n%.500s", q.what, got.Status, got.Body, q.body)
		return
	}
	if got.Status < 400 {
		return
	}
	p := got.Problem()
	if p.Status != got.Status || p.Title == "" || !isRussian(p.Detail) {
		t.Errorf("%s: not fit to show: %s", q.what, got.Body)
	}
	for _, e := range p.Errors {
		if !isRussian(e.Message) {
			t.Errorf("%s: not fit to show: %s", q.what, got.Body)
		}
	}
	n, err := db.One[int](context.Background(), w.DB, "SELECT count(*) FROM audit_log WHERE seq > ? AND request_id = ? AND action NOT IN ('access.denied', 'auth.signInFailed')",
		newest, got.Header.Get("X-Request-Id"))
	if err != nil || n != 0 {
		t.Errorf("%s: refused with %d, yet %d changes are written down (%v)", q.what, got.Status, n, err)
	}
}

func isRussian(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// spoilt are the requests for a route: the sound one, those with a spoilt whole, and a choice of those with one spoilt value.
func (w world) spoilt(chance *rand.Rand, r rest.Route, most int) []request {
	op := w.doc.operation(r)
	sound := request{what: "nothing", query: url.Values{}}
	var bodySchema *schema
	for kind, content := range op.RequestBody.Content {
		if kind == "application/json" {
			bodySchema = content.Schema
		}
	}
	tree := w.sample(bodySchema, "")
	if bodySchema != nil {
		sound.body = marshal(tree)
	}
	for _, p := range op.Parameters {
		if value := w.sampleParameter(p); p.In == "query" {
			sound.query.Set(p.Name, value)
		} else if p.In == "header" && p.Name != "If-Match" {
			sound.headers = append(sound.headers, p.Name, value)
		}
	}
	out := []request{sound}
	if bodySchema != nil {
		out = append(out, wholes(sound, tree)...)
	}
	single := append(w.inBody(sound, bodySchema, tree), w.inParameters(sound, op.Parameters)...)
	chance.Shuffle(len(single), func(i, j int) { single[i], single[j] = single[j], single[i] })
	return append(out, single[:min(len(single), max(0, most-len(out)))]...)
}

// wholes spoil a body as a whole.
func wholes(sound request, tree any) []request {
	out := make([]request, 0, 20)
	for what, body := range map[string]string{
		"no body": "", "null": "null", "a list": "[]", "a text": `"x"`, "a number": "1", "half": sound.body[:len(sound.body)/2], "twice": sound.body + sound.body,
		"garbage": "\xff\xfe\x00garbage", "a comma too many": strings.TrimSuffix(sound.body, "}") + ",}", "a lone quote": `"`,
		"ten thousand deep":          strings.Repeat(`{"a":`, 10_000) + "1" + strings.Repeat("}", 10_000),
		"lists a hundred thousand":   strings.Repeat("[", 100_000),
		"over the limit":             `{"a":"` + strings.Repeat("x", 1<<20) + `"}`,
		"a BOM":                      "\ufeff" + sound.body,
		"an unknown field with NUL":  `{"a":"\u0000"}`,
		"ten thousand unknown names": "{" + manyFields(10_000) + "}",
	} {
		q := sound
		q.what, q.body = "the body is "+what, body
		out = append(out, q)
	}
	if object, ok := tree.(map[string]any); ok {
		for name := range object {
			q := sound
			q.what, q.body = name+" twice", strings.Replace(sound.body, "{", `{"`+name+`":["first"],"`+strings.ToUpper(name)+`":{"x":1},`, 1)
			out = append(out, q)
		}
	}
	q := sound
	q.what, q.headers = "the type is text", append(slices.Clone(sound.headers), "Content-Type", "text/plain")
	out = append(out, q)
	slices.SortFunc(out, func(a, b request) int { return strings.Compare(a.what, b.what) })
	return out
}

func manyFields(n int) string {
	fields := make([]string, n)
	for i := range fields {
		fields[i] = fmt.Sprintf(`"f%d":%d`, i, i)
	}
	return strings.Join(fields, ",")
}

// values spoil one value, whatever it is.
var values = []string{
	`null`, `true`, `0`, `-1`, `1.5`, `1e308`, `-1e308`, `1e400`, `2147483648`, `9223372036854775807`, `9223372036854775808`, `99999999999999999999999999999999`,
	`""`, `" "`, `"x"`, `"\u0000"`, `"\ud800"`, `"\uFFFE\uFFFF"`, "\"\xff\xfe\xfd\"", `"'; DROP TABLE students; --"`, `"%' OR '1'='1"`, `"\\"`, `"%_%"`, `"<script>alert(1)</script>"`,
	`"\u202Eabc\u200B"`, `"🎓🎓🎓"`, `"NaN"`, `"-0"`, `"31.02.2026"`, `"2026-02-31 25:61:61"`, `"../../etc/passwd"`, `"=1+1"`, `"a\r\nBcc: evil@evil.test"`,
	`"00000000-0000-0000-0000-000000000000"`, `"6f0f5d3a4f0e4c389c2e6d6e0f2f7a11"`, `"6F0F5D3A-4F0E-4C38-9C2E-6D6E0F2F7A11"`, `"{6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11}"`, `"6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a1g"`,
	`[]`, `{}`, `[[]]`, `[null]`, `[{}]`, `{"a":1}`, `["x","x"]`,
}

// inBody spoils one value of the body at a time.
func (w world) inBody(sound request, s *schema, tree any) []request {
	if s = w.doc.resolve(s); s == nil {
		return nil
	}
	var out []request
	add := func(what string, spoil func(map[string]any)) {
		object := maps.Clone(tree.(map[string]any))
		spoil(object)
		q := sound
		q.what, q.body = what, marshal(object)
		out = append(out, q)
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		for _, raw := range w.spoiltValues(s.Properties[name]) {
			add(fmt.Sprintf("%s is %.60s", name, raw), func(o map[string]any) { o[name] = json.RawMessage(raw) })
		}
		add(name+" is missing", func(o map[string]any) { delete(o, name) })
	}
	return out
}

// spoiltValues are those that fit any value, and those that this one invites.
func (w world) spoiltValues(s *schema) []string {
	s = w.doc.resolve(s)
	out := slices.Clone(values)
	text := func(n int) string { return `"` + strings.Repeat("я", n) + `"` }
	out = append(out, text(101), text(201), text(301), text(2001), text(100_000), strings.Repeat("[", 5_000)+strings.Repeat("]", 5_000))
	if s.MaxLength != nil {
		out = append(out, text(*s.MaxLength), text(*s.MaxLength+1))
	}
	if s.Maximum != nil {
		out = append(out, fmt.Sprint(*s.Maximum), fmt.Sprint(*s.Maximum+1))
	}
	if s.Minimum != nil {
		out = append(out, fmt.Sprint(*s.Minimum), fmt.Sprint(*s.Minimum-1))
	}
	if s.Items != nil {
		item := marshal(w.sample(s.Items, ""))
		many := func(n int) string { return "[" + strings.TrimSuffix(strings.Repeat(item+",", n), ",") + "]" }
		out = append(out, many(2), many(101), many(501), many(20_000))
		for _, inner := range w.inBody(request{}, s.Items, w.sample(s.Items, "")) {
			out = append(out, "["+inner.body+"]")
		}
	}
	return out
}

func (w world) inParameters(sound request, parameters []parameter) []request {
	var out []request
	for _, p := range parameters {
		for _, value := range []string{"", " ", "-1", "0", "101", "1e9", "9223372036854775808", "x", "null", "[]", "я", strings.Repeat("x", 129), strings.Repeat("я", 4000), "\xff\xfe", "'; --", "%", "desc",
			"6f0f5d3a4f0e4c389c2e6d6e0f2f7a11", "{6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11}", `W/"1"`} {
			q := sound
			q.what = fmt.Sprintf("%s %s is %.40q", p.In, p.Name, value)
			switch p.In {
			case "query":
				q.query = maps.Clone(sound.query)
				q.query.Set(p.Name, value)
			case "header":
				q.headers = append(slices.Clone(sound.headers), p.Name, value)
			default:
				continue
			}
			out = append(out, q)
		}
		if p.In == "query" {
			q := sound
			q.what, q.query = p.Name+" is a NUL", url.Values{p.Name: {"a\x00b"}}
			out = append(out, q)
		}
	}
	return out
}

// sample is a value that a schema allows, with what exists where its name is known.
func (w world) sample(s *schema, name string) any {
	s = w.doc.resolve(s)
	switch {
	case s == nil:
		return nil
	case len(s.Enum) > 0:
		return s.Enum[0]
	}
	switch s.Type.main() {
	case "object":
		out := map[string]any{}
		for field, inner := range s.Properties {
			out[field] = w.sample(inner, field)
		}
		return out
	case "array":
		return []any{w.sample(s.Items, name)}
	case "integer", "number":
		return 1
	case "boolean":
		return true
	}
	return w.sampleText(s, name)
}

// texts are sound values of fields that have rules of their own.
var texts = map[string]string{
	"login": "nobody@demo.studbonus.ru", "newStatus": "blocked", "status": "", "birthdate": "01.02.2004", "phone": "79161234567", "settingLink": "https://t.me/studbonus", "photo": "", "inn": "7729082090",
	"size": "10", "link": "https://example.org", "linkToSite": "https://example.org", "email": "a@example.org", "logo": "", "keyImg": "", "startWork": "09:00", "endWork": "18:00", "name": "Пн",
	"typeNews": "university", "approve": "blocked", "owner": "mine", "position": "a", "publishBegin": "2027-01-10 10:00", "publishEnd": "2027-02-10 10:00", "fixToDate": "2027-01-20 10:00",
	"startPooling": "2027-01-10 10:00", "endPooling": "2027-01-20 10:00", "date": "2027-01-10 10:00", "endDate": "2027-01-10 12:00", "endRegistration": "2027-01-09 10:00",
}

func (w world) sampleText(s *schema, name string) string {
	if text, ok := texts[name]; ok {
		return text
	}
	if known := w.known[name]; known != "" {
		return known
	}
	if s.Format == "uuid" {
		return uuid.NewString()
	}
	return "Проба"
}

func (w world) sampleParameter(p parameter) string {
	switch p.Name {
	case "Idempotency-Key":
		return uuid.NewString()
	case "X-Sort-Field":
		return ""
	}
	return fmt.Sprint(w.sample(p.Schema, p.Name))
}

// marshal keeps raw values as they are, also those that are no good JSON text.
func marshal(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}
