package policy

import (
	"encoding/json"
	"maps"
	"math"
	"regexp"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// paths lists the keys of a schema: a.b, a[].c.
func (d document) paths(s *schema, at string, out map[string]bool) {
	s = d.resolve(s)
	if s == nil {
		return
	}
	for _, alternative := range s.OneOf {
		d.paths(alternative, at, out)
	}
	if s.Items != nil {
		d.paths(s.Items, at+"[]", out)
	}
	for name, inner := range s.Properties {
		path := strings.TrimPrefix(at+"."+name, ".")
		out[path] = true
		d.paths(inner, path, out)
	}
}

var telling = regexp.MustCompile(`(?i)password|hash|secret|salt|session|version|university_?id|operator_?id$`)

// Rules 17.5: all keys of all answers are listed, and none of them is a secret or an internal number.
func TestAnswerKeys(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	golden(t, "answers.txt", answerKeys(t, a.API))
	golden(t, "students-answers.txt", answerKeys(t, a.StudentAPI))
}

func answerKeys(t *testing.T, api *rest.API) string {
	t.Helper()
	doc := documentOf(t, api)
	allowed := []string{
		"GET /operator/info operatorInfo.idOperator",
		"GET /v1/student/{uuidUser} consents[].version", "GET /v1/catalog/consents [].version", "POST /v1/catalog/consents/{kind} version", "GET /v1/reasons [].version", "PUT /v1/catalog/cities [].version", "PUT /v1/catalog/regions [].version", "PUT /v1/catalog/partner-categories [].version",
		"PUT /v1/catalog/knowledge-categories [].version", "PUT /v1/catalog/faculties [].version", // of a line
		"PUT /v1/salepoint/{uuid} [].salePoints[].version", "PUT /v1/salepoint/{uuid} [].salePoints[].points[].version", // of a point
		"PUT /v1/salepoint/{uuidPartner}/{uuidCity} [].salePoints[].version", "PUT /v1/salepoint/{uuidPartner}/{uuidCity} [].salePoints[].points[].version",
		"GET /s/v1/documents items[].version", "GET /s/v1/consents items[].version", // of a text
		"POST /s/v1/card/device secret",                  // returned once (rules 24.4)
		"GET /s/v1/application application.universityId", // a uuid
	}
	var lines []string
	for _, r := range api.Routes() {
		keys := map[string]bool{}
		for _, status := range []string{"200", "201", "202"} {
			for kind, content := range doc.operation(r).Responses[status].Content {
				if kind == "application/json" {
					doc.paths(content.Schema, "", keys)
				}
			}
		}
		sorted := slices.Sorted(maps.Keys(keys))
		for _, key := range sorted {
			call := r.Method + " " + r.Path + " " + key
			if telling.MatchString(key) && !slices.Contains(allowed, call) {
				t.Errorf("%s: is this to be shown?", call)
			}
		}
		lines = append(lines, strings.Join(append([]string{r.Method + " " + r.Path}, sorted...), "\n  "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}

// Rules 1.6: an absent value is null, never a missing key, and every key is documented.
func TestAnswersAreAsDocumented(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := newWorld(t, a)
		for _, account := range []string{"all", "student", "univer", "new"} {
			token := a.As(t, account).Access
			t.Run(account, func(t *testing.T) {
				c, checked := client(t, a, token), 0
				for _, r := range a.API.Routes() {
					if r.Method != "GET" && r.Method != "PUT" || r.Policy.Slow {
						continue
					}
					content, isJSON := w.doc.operation(r).Responses["200"].Content["application/json"]
					got := w.bare(c, r)
					if got.Status != 200 || !isJSON {
						continue
					}
					var value any
					if err := json.Unmarshal(got.Body, &value); err != nil {
						t.Errorf("%s %s: %v", r.Method, r.Path, err)
						continue
					}
					checked++
					w.doc.conform(t, content.Schema, value, r.Method+" "+r.Path)
				}
				if checked < 8 {
					t.Errorf("only %d answers were looked at", checked)
				}
			})
		}
	})
}

// typeOf returns the JSON type of a decoded value; an integer is also a number.
func typeOf(value any) []string {
	switch v := value.(type) {
	case nil:
		return []string{"null"}
	case bool:
		return []string{"boolean"}
	case string:
		return []string{"string"}
	case float64:
		if v == math.Trunc(v) {
			return []string{"integer", "number"}
		}
		return []string{"number"}
	case []any:
		return []string{"array"}
	}
	return []string{"object"}
}

// conform compares a value with its schema: keys, types, nulls and enums.
func (d document) conform(t *testing.T, s *schema, value any, at string) {
	t.Helper()
	s = d.chosen(d.resolve(s), value)
	if s == nil {
		t.Errorf("%s has no schema", at)
		return
	}
	if types := typeOf(value); len(s.Type) > 0 && !slices.ContainsFunc(types, func(name string) bool { return slices.Contains(s.Type, name) }) {
		t.Errorf("%s is %v (%v), the document says %v", at, value, types, s.Type)
	}
	if value != nil && len(s.Enum) > 0 && !slices.Contains(s.Enum, value) {
		t.Errorf("%s is %v, the document says one of %v", at, value, s.Enum)
	}
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			d.conform(t, s.Items, item, at+"[]")
		}
	case map[string]any:
		if len(s.Additional) > 0 && s.Additional[0] == '{' {
			return // the keys depend on the data, such as the changed fields in a history
		}
		for name := range v {
			if s.Properties[name] == nil {
				t.Errorf("%s: the document does not know %q", at, name)
			}
		}
		for name, inner := range s.Properties {
			item, there := v[name]
			if !there {
				t.Errorf("%s: %q is missing", at, name)
				continue
			}
			d.conform(t, inner, item, at+"."+name)
		}
	}
}

// chosen returns the alternative that matches the keys of the value's first item.
func (d document) chosen(s *schema, value any) *schema {
	items, _ := value.([]any)
	for i, alternative := range s.OneOf {
		alternative = d.resolve(alternative)
		fits := len(items) == 0 || i == len(s.OneOf)-1
		if !fits {
			first, _ := items[0].(map[string]any)
			fits = true
			for name := range d.resolve(alternative.Items).Properties {
				_, there := first[name]
				fits = fits && there
			}
		}
		if fits {
			return alternative
		}
	}
	return s
}
