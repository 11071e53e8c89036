package policytest

import (
	"encoding/json"
	"maps"
	"regexp"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/testkit"
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

// Security R4: what an answer may hold is written down, and none of it is a secret or an internal number.
func TestAnswerKeys(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	doc := documentOf(t, a)
	allowed := []string{"GET /operator/info operatorInfo.idOperator"} // specification part 1 §3
	var lines []string
	for _, r := range a.API.Routes() {
		keys := map[string]bool{}
		for kind, content := range doc.operation(r).Responses["200"].Content {
			if kind == "application/json" {
				doc.paths(content.Schema, "", keys)
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
	golden(t, "answers.txt", strings.Join(lines, "\n")+"\n")
}

// Contract §1: an absent value is null and never a missing key; and nothing is there that the document does not know.
func TestAnswersAreAsDocumented(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		w := newWorld(t, a)
		for _, account := range []string{"all", "student", "univer", "new"} {
			token := a.As(t, account).Access
			t.Run(account, func(t *testing.T) {
				c, checked := client(t, a, token), 0
				for _, r := range a.API.Routes() {
					if r.Method != "GET" && r.Method != "PUT" || r.Policy.Unhurried {
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

func (d document) conform(t *testing.T, s *schema, value any, at string) {
	t.Helper()
	s = d.chosen(d.resolve(s), value)
	switch v := value.(type) {
	case []any:
		for _, item := range v {
			d.conform(t, s.Items, item, at+"[]")
		}
	case map[string]any:
		if len(s.Additional) > 0 && s.Additional[0] == '{' {
			return // keys that depend on the data: what has changed in a history
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

// chosen is the alternative that a value follows, by the keys of its first item.
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
