package policy

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

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// perRoute is the number of malformed requests per route (drill B3). It is below the 200 of the short drill, because every
// route is tested on both databases in every run.
const perRoute = 60

// request is a prepared call.
type request struct {
	what    string // what is invalid, for the message
	body    string
	query   url.Values
	headers []string
}

// Drill B3: no input crashes the server, keeps it busy, or gets an answer in another language than Russian.
func TestMalformedRequests(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		chance := rand.New(rand.NewPCG(1, 2)) // the same requests every time
		most := kit.Reps(t, perRoute)
		for _, r := range a.API.Routes() {
			t.Run(r.Method+" "+r.Path, func(t *testing.T) {
				a.Clock.Advance(time.Hour) // so that the sign-in limits forget the attempts on the previous route
				c := a.As(t, "all")
				newest := kit.One[int64](t, a, "SELECT max(seq) FROM audit_log")
				for _, q := range w.malformed(chance, r, most) {
					w.send(t, c, r, q, newest)
				}
			})
		}
		w.doc = documentOf(t, a.StudentAPI)
		for n, r := range a.StudentAPI.Routes() {
			t.Run(r.Method+" "+r.Path, func(t *testing.T) {
				c, newest := member(t, a, n, "active"), kit.One[int64](t, a, "SELECT max(seq) FROM audit_log")
				for _, q := range w.malformed(chance, r, most) {
					a.Clock.Advance(time.Second) // stays below the limit of 120 calls per minute and session
					w.send(t, c, r, q, newest)
				}
			})
		}
	})
}

// send makes a request and checks the audit rows newer than newest.
func (w world) send(t *testing.T, c *kit.Client, r rest.Route, q request, newest int64) {
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
	if took := time.Since(started); kit.Drilling() && took > 7*time.Second {
		t.Errorf("%s: took %v", q.what, took)
	}
	if got.Status >= 500 {
		t.Errorf("%s: status %d: %s\n%.500s", q.what, got.Status, got.Body, q.body)
		return
	}
	if got.Status < 400 {
		return
	}
	if isPage(r) && strings.HasPrefix(got.Header.Get("Content-Type"), "text/html") && isRussian(string(got.Body)) {
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
	n, err := db.One[int](context.Background(), w.DB, "SELECT count(*) FROM audit_log WHERE seq > ? AND request_id = ? AND action NOT IN ('access.denied', 'auth.signInFailed', 'auth.codeFailed')",
		newest, got.Header.Get("X-Request-Id"))
	if err != nil || n != 0 {
		t.Errorf("%s: refused with %d, yet %d changes are written down (%v)", q.what, got.Status, n, err)
	}
}

// isPage reports whether people open the route in a browser: it answers, and refuses, with HTML.
func isPage(r rest.Route) bool {
	return r.Caller == access.Anyone && !strings.Contains(r.Path, "/v1/") && !strings.HasPrefix(r.Path, "/files/")
}

func isRussian(s string) bool {
	return strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.Cyrillic, r) })
}

// malformed returns the requests for a route: a valid one, some with an invalid body, and a sample with one invalid value
// each.
func (w world) malformed(chance *rand.Rand, r rest.Route, most int) []request {
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
		out = append(out, malformedBodies(sound, tree)...)
	}
	single := append(w.inBody(sound, bodySchema, tree), w.inParameters(sound, op.Parameters)...)
	chance.Shuffle(len(single), func(i, j int) { single[i], single[j] = single[j], single[i] })
	return append(out, single[:min(len(single), max(0, most-len(out)))]...)
}

// malformedBodies returns bodies that are malformed as a whole.
func malformedBodies(sound request, tree any) []request {
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

// values are malformed values for any field.
var values = []string{
	`null`, `true`, `0`, `-1`, `1.5`, `1e308`, `-1e308`, `1e400`, `2147483648`, `9223372036854775807`, `9223372036854775808`, `99999999999999999999999999999999`,
	`""`, `" "`, `"x"`, `"\u0000"`, `"\ud800"`, `"\uFFFE\uFFFF"`, "\"\xff\xfe\xfd\"", `"'; DROP TABLE students; --"`, `"%' OR '1'='1"`, `"\\"`, `"%_%"`, `"<script>alert(1)</script>"`,
	`"\u202Eabc\u200B"`, `"🎓🎓🎓"`, `"NaN"`, `"-0"`, `"31.02.2026"`, `"2026-02-31 25:61:61"`, `"../../etc/passwd"`, `"=1+1"`, `"a\r\nBcc: evil@evil.test"`,
	`"00000000-0000-0000-0000-000000000000"`, `"6f0f5d3a4f0e4c389c2e6d6e0f2f7a11"`, `"6F0F5D3A-4F0E-4C38-9C2E-6D6E0F2F7A11"`, `"{6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11}"`, `"6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a1g"`,
	`[]`, `{}`, `[[]]`, `[null]`, `[{}]`, `{"a":1}`, `["x","x"]`,
}

// inBody returns requests in which one value of the body is malformed.
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
		for _, raw := range w.malformedValues(s.Properties[name]) {
			add(fmt.Sprintf("%s is %.60s", name, raw), func(o map[string]any) { o[name] = json.RawMessage(raw) })
		}
		add(name+" is missing", func(o map[string]any) { delete(o, name) })
	}
	return out
}

// malformedValues returns malformed values for any field and for this schema.
func (w world) malformedValues(s *schema) []string {
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

// sample returns a valid value of a schema, with existing identifiers for known names.
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

// texts are valid values of fields with rules beyond the schema.
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

// marshal keeps raw values unchanged, even if they are invalid JSON.
func marshal(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return fmt.Sprint(v)
	}
	return string(raw)
}
