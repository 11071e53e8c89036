package rest_test

import (
	"encoding/json"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// npm run lint:api checks the style of the document; this test checks its content.
func TestTheDocumentDescribesTheRouteTable(t *testing.T) {
	a := open(t, []rest.Route{moving("PUT /v1/open"), route("POST /v1/students", access.Students, nil), route("GET /v1/students", access.Students, nil)})
	raw, err := a.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	var doc struct {
		Tags  []struct{ Name, Description string }
		Paths map[string]map[string]struct {
			Description string
			Security    []map[string][]string
		}
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	for call, want := range map[[2]string]string{
		{"/v1/open", "put"}:      "Без токена.",
		{"/v1/students", "get"}:  "Роли: operator_all, operator_student, chairman.",
		{"/v1/students", "post"}: "Роли: operator_all, operator_student, chairman. Повтор с тем же Idempotency-Key даёт тот же ответ и ничего не делает дважды.",
	} {
		got := doc.Paths[call[0]][call[1]]
		if got.Description != want {
			t.Errorf("%v: %q, want %q", call, got.Description, want)
		}
		if needsToken := len(got.Security) > 0; got.Security == nil || needsToken != (call[0] != "/v1/open") {
			t.Errorf("%v: security %v", call, got.Security)
		}
	}
	if len(doc.Tags) != 2 || doc.Tags[0].Name != "public" || doc.Tags[1].Description != "Студенты" {
		t.Errorf("tags %+v", doc.Tags)
	}
}
