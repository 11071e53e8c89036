package rest_test

import (
	"context"
	"encoding/json"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// moving is a call whose input type has the same name in several areas.
func moving(pattern string) rest.Route {
	type moveIn struct {
		Body struct {
			Status string `json:"status"`
		}
	}
	return rest.Call(pattern, access.Public, "move", func(context.Context, *moveIn) (rest.Nothing, error) { return rest.Nothing{}, nil })
}

func approving(pattern string) rest.Route {
	type moveIn struct {
		Body struct {
			Approve string `json:"approve"`
		}
	}
	return rest.Call(pattern, access.Public, "move", func(context.Context, *moveIn) (rest.Nothing, error) { return rest.Nothing{}, nil })
}

// Three areas have an input type of the same name; the bodies of the last two are identical.
func TestBodiesWithTheSameNameHaveTheirOwnSchemas(t *testing.T) {
	a := open(t, []rest.Route{approving("PUT /v1/first"), moving("PUT /v1/second"), moving("PUT /v1/third")})
	raw, err := a.OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	type schema struct {
		Ref        string         `json:"$ref"`
		Properties map[string]any `json:"properties"`
	}
	var doc struct {
		Paths map[string]struct {
			Put struct {
				RequestBody struct {
					Content map[string]struct{ Schema schema }
				}
			}
		}
		Components struct{ Schemas map[string]schema }
	}
	if err := json.Unmarshal(raw, &doc); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]string{"/v1/first": "approve", "/v1/second": "status", "/v1/third": "status"} {
		const components = "#/components/schemas/"
		ref := doc.Paths[path].Put.RequestBody.Content["application/json"].Schema.Ref
		if len(ref) < len(components) || doc.Components.Schemas[ref[len(components):]].Properties[want] == nil {
			t.Errorf("the body of %s is %q, want one with %q", path, ref, want)
		}
	}
}
