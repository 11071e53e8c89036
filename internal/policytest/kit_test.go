// Package policytest walks every registered route: who may call it, what it does with spoilt input, and
// what its answers hold. A new route is under all these tests from its first day.
package policytest

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

	"studbonus/internal/db"
	"studbonus/internal/rest"
	"studbonus/internal/testkit"
)

var update = flag.Bool("update", false, "write the golden files anew; review the difference before it is committed")

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
		t.Errorf("%s (-want +got):\n%s\nIf this is as it should be: go test ./internal/policytest -run %s -update", file, diff, t.Name())
	}
}

// client holds a token within the test that uses it.
func client(t testing.TB, a *testkit.App, token string) *testkit.Client {
	c := a.Anyone(t)
	c.Access = token
	return c
}

// names are where to find something that exists, by the name of the parameter or field that asks for it.
var names = map[string]string{
	"uuidUser":       "SELECT CAST(uuid AS TEXT) FROM students ORDER BY id LIMIT 1",
	"uuidCity":       "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1",
	"cities":         "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1",
	"uuidUniversity": "SELECT CAST(uuid AS TEXT) FROM universities ORDER BY id LIMIT 1",
	"uuidDepartment": "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id LIMIT 1",
	"uuidFaculty":    "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id LIMIT 1",
	"forFaculty":     "SELECT CAST(uuid AS TEXT) FROM faculties ORDER BY id LIMIT 1",
	"uuidNews":       "SELECT CAST(n.uuid AS TEXT) FROM news n JOIN surveys s ON s.news_id = n.id WHERE n.level = 'federal' ORDER BY n.id LIMIT 1",
	"uuidPooling":    "SELECT CAST(uuid AS TEXT) FROM surveys ORDER BY id LIMIT 1",
	"uuidEvent":      "SELECT CAST(uuid AS TEXT) FROM events ORDER BY id LIMIT 1",
	"uuidPhoto":      "SELECT CAST(uuid AS TEXT) FROM news_photos ORDER BY id LIMIT 1",
	"uuidSpecialty":  "SELECT CAST(uuid AS TEXT) FROM specialties ORDER BY id LIMIT 1",
	"uuidPartner":    "SELECT CAST(p.uuid AS TEXT) FROM partners p WHERE EXISTS (SELECT 1 FROM complaints c WHERE c.partner_id = p.id) AND EXISTS (SELECT 1 FROM partner_photos f WHERE f.partner_id = p.id) ORDER BY p.id LIMIT 1",
	"uuidStock":      "SELECT CAST(uuid AS TEXT) FROM promotions WHERE codes_used > 0 ORDER BY id LIMIT 1",
	"uuidMainCity":   "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY id LIMIT 1",
	"uuidCategory":   "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1",
	"categories":     "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1",
	"uuidDiscount":   "SELECT CAST(uuid AS TEXT) FROM discounts ORDER BY id LIMIT 1",
	"uuidSalePoint":  "SELECT CAST(uuid AS TEXT) FROM trade_points ORDER BY id LIMIT 1",
	"uuidVacancy":    "SELECT CAST(uuid AS TEXT) FROM vacancies ORDER BY id LIMIT 1",
	"uuidImg":        "SELECT CAST(uuid AS TEXT) FROM partner_photos ORDER BY id LIMIT 1",
	"uuidComment":    "SELECT CAST(uuid AS TEXT) FROM reviews ORDER BY id LIMIT 1",
	"uuidComments":   "SELECT CAST(uuid AS TEXT) FROM reviews ORDER BY id LIMIT 1",
	"uuidAnswer":     "SELECT CAST(answer_uuid AS TEXT) FROM reviews WHERE answer_uuid IS NOT NULL ORDER BY id LIMIT 1",
	"uuidTemplate":   "SELECT CAST(uuid AS TEXT) FROM review_templates ORDER BY id LIMIT 1",
	"X-Uuid-Partner": "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id LIMIT 1",
	"X-Uuid-Img":     "SELECT CAST(uuid AS TEXT) FROM partner_photos ORDER BY id LIMIT 1",
	"uuidQuestion":   "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id LIMIT 1",
	"uuid":           "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id DESC LIMIT 1",
	"uuids":          "SELECT CAST(uuid AS TEXT) FROM knowledge_questions ORDER BY id DESC LIMIT 1",
}

// meant is which of the names {uuid} means in the path of a call: where calls of one path mean different things.
var meant = map[string]string{
	"PUT /v1/salepoint/{uuid}":    "uuidPartner",
	"DELETE /v1/salepoint/{uuid}": "uuidSalePoint",
	"GET /v1/vacancies/{uuid}":    "uuidPartner",
	"PUT /v1/vacancies/{uuid}":    "uuidVacancy",
	"DELETE /v1/vacancies/{uuid}": "uuidVacancy",
}

// world is an app and things in it that exist.
type world struct {
	*testkit.App
	known map[string]string
	doc   document
}

func newWorld(t *testing.T, a *testkit.App) world {
	t.Helper()
	w := world{App: a, known: map[string]string{}, doc: documentOf(t, a)}
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

// path fills the parameters of a route: with what exists, or else with what could exist.
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

// bare makes a call with the least that its method allows: what stands before the handler answers it first.
func (w world) bare(c *testkit.Client, r rest.Route) testkit.Answer {
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

func documentOf(t *testing.T, a *testkit.App) document {
	t.Helper()
	raw, err := a.API.OpenAPI()
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
