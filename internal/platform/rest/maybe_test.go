package rest_test

import (
	"encoding/json"
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/rest"
)

type maybeObject struct {
	_    struct{} `nullable:"true"`
	Name string   `json:"name"`
}

type maybeBody struct {
	Text   rest.Maybe[string]      `json:"text,omitempty"`
	Object rest.Maybe[maybeObject] `json:"object,omitempty"`
}

func TestMaybeDistinguishesAbsentAndNull(t *testing.T) {
	text := "x"
	for body, want := range map[string]maybeBody{
		`{}`:                          {},
		`{"text":null,"object":null}`: {Text: rest.Maybe[string]{Given: true}, Object: rest.Maybe[maybeObject]{Given: true}},
		`{"text":"x"}`:                {Text: rest.Maybe[string]{Given: true, Value: &text}},
		`{"object":{"name":"x"}}`:     {Object: rest.Maybe[maybeObject]{Given: true, Value: &maybeObject{Name: "x"}}},
	} {
		var got maybeBody
		if err := json.Unmarshal([]byte(body), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got, cmp.AllowUnexported(maybeObject{})); diff != "" {
			t.Errorf("%s (-want +got):\n%s", body, diff)
		}
		// Repeated requests are compared by their decoded body, so the three must differ there too.
		again, err := json.Marshal(got)
		if err != nil || body != "{}" && string(again) == `{"text":{"Given":false,"Value":null},"object":{"Given":false,"Value":null}}` {
			t.Errorf("%s is hashed as %s, %v", body, again, err)
		}
	}
	if json.Unmarshal([]byte(`{"text":1}`), new(maybeBody)) == nil {
		t.Error("a number passed for a text")
	}
}

func TestMaybeIsDocumentedAsNullable(t *testing.T) {
	registry := huma.NewMapRegistry("#/components/schemas/", huma.DefaultSchemaNamer)
	s := registry.Schema(reflect.TypeFor[maybeBody](), false, "")
	raw, err := json.Marshal(map[string]any{"body": s.Properties, "object": registry.Map()["MaybeObject"].Type, "nullable": registry.Map()["MaybeObject"].Nullable})
	if err != nil {
		t.Fatal(err)
	}
	const want = `{"body":{"object":{"$ref":"#/components/schemas/MaybeObject"},"text":{"type":["string","null"]}},"nullable":true,"object":"object"}`
	if string(raw) != want || len(s.Required) != 0 {
		t.Errorf("got %s, required %v", raw, s.Required)
	}
}
