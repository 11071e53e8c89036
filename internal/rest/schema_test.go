package rest

import (
	"reflect"
	"testing"

	"github.com/danielgtaylor/huma/v2"
)

// Three areas have an input of one name; the bodies of the last two have the same fields and are one type.
func TestBodiesOfOneNameKeepTheirOwnSchemas(t *testing.T) {
	type body = struct {
		Status string `json:"status"`
	}
	bodies := []struct {
		t    reflect.Type
		want string
	}{
		{reflect.TypeFor[struct {
			Approve string `json:"approve"`
		}](), "approve"},
		{reflect.TypeFor[body](), "status"},
		{reflect.TypeFor[body](), "status"},
	}
	registry := huma.NewMapRegistry("#/", schemaNames())
	for i, b := range bodies {
		s := registry.SchemaFromRef(registry.Schema(b.t, true, "MoveInBody").Ref)
		if s == nil || s.Properties[b.want] == nil {
			t.Errorf("body %d has the schema %+v, want one with %q", i, s, b.want)
		}
	}
}
