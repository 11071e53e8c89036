// Package policy checks every registered route: who may call it, how it handles malformed input, what its answers and
// forms hold. A new route is covered without a line here.
package policy

import (
	"bytes"
	"context"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

var update = flag.Bool("update", false, "write the golden files; review the difference before committing")

// golden compares a text with a file of testdata.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", name)
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(strings.Split(string(want), "\n"), strings.Split(got, "\n")); diff != "" {
		t.Errorf("%s (-want +got):\n%s\nIf this is as it should be: go test ./internal/test/policy -run %s -update", file, diff, t.Name())
	}
}

// client returns a client with a token, for the current test.
func client(t testing.TB, a *kit.App, token string) *kit.Client {
	c := a.Anyone(t)
	c.Access = token
	return c
}

// world is an app with identifiers of existing things.
type world struct {
	*kit.App
	known map[string]string
	doc   document
}

func newWorld(t *testing.T, a *kit.App) world {
	t.Helper()
	w := world{App: a, known: map[string]string{}, doc: documentOf(t, a.API)}
	for name, query := range names {
		found, err := db.All[string](context.Background(), a.DB, query)
		if err != nil {
			t.Fatal(err)
		}
		if len(found) > 0 {
			w.known[name] = found[0]
		}
	}
	return w
}

// path fills the parameters of a route with existing identifiers, or else random ones.
func (w world) path(r rest.Route) string {
	parts := strings.Split(r.Path, "/")
	for i, part := range parts {
		name, isParameter := strings.CutPrefix(part, "{")
		if !isParameter {
			continue
		}
		name = strings.TrimSuffix(name, "}")
		if other, ok := meant[r.Method+" "+r.Path]; ok {
			name = other
		}
		parts[i] = w.known[name]
		if parts[i] == "" {
			parts[i] = uuid.NewString()
		}
	}
	return strings.Join(parts, "/")
}

// bare calls a route with an empty body: the checks before the handler answer first.
func (w world) bare(c *kit.Client, r rest.Route) kit.Answer {
	if r.Method == "GET" {
		return c.Get(w.path(r))
	}
	return c.Do(r.Method, w.path(r), "{}")
}

// document is the OpenAPI document of the app.
type document struct {
	Paths      map[string]map[string]operation
	Components struct{ Schemas map[string]*schema }
}

type operation struct {
	Parameters  []parameter
	RequestBody struct {
		Content map[string]struct{ Schema *schema }
	}
	Responses map[string]struct {
		Content map[string]struct{ Schema *schema }
	}
}

type parameter struct {
	Name, In string
	Required bool
	Schema   *schema
}

type schema struct {
	Ref        string   `json:"$ref"`
	Type       anyTypes `json:"type"`
	Format     string
	Enum       []any
	MaxLength  *int
	MaxItems   *int
	Minimum    *float64
	Maximum    *float64
	Properties map[string]*schema
	Items      *schema
	Additional json.RawMessage `json:"additionalProperties"`
	Required   []string
	OneOf      []*schema
}

// anyTypes reads "string" and ["string", "null"] alike.
type anyTypes []string

// UnmarshalJSON implements json.Unmarshaler.
func (a *anyTypes) UnmarshalJSON(raw []byte) error {
	if bytes.HasPrefix(raw, []byte("[")) {
		return json.Unmarshal(raw, (*[]string)(a))
	}
	*a = make(anyTypes, 1)
	return json.Unmarshal(raw, &(*a)[0])
}

func (a anyTypes) main() string {
	for _, name := range a {
		if name != "null" {
			return name
		}
	}
	return ""
}

func documentOf(t *testing.T, api *rest.API) document {
	t.Helper()
	raw, err := api.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var d document
	if err := json.Unmarshal(raw, &d); err != nil {
		t.Fatal(err)
	}
	return d
}

func (d document) operation(r rest.Route) operation {
	return d.Paths[r.Path][strings.ToLower(r.Method)]
}

// resolve follows references.
func (d document) resolve(s *schema) *schema {
	for s != nil && s.Ref != "" {
		s = d.Components.Schemas[strings.TrimPrefix(s.Ref, "#/components/schemas/")]
	}
	return s
}
