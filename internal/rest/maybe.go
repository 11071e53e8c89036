package rest

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"
)

// Maybe is a field of a body that may be left out (unchanged), null (removed) or a value. It needs omitempty;
// a T that is a struct must be marked nullable by itself.
type Maybe[T any] struct {
	Given bool
	Value *T // nil: null, if given
}

// UnmarshalJSON implements json.Unmarshaler; it is not called for a field that is left out.
func (m *Maybe[T]) UnmarshalJSON(raw []byte) error {
	m.Given, m.Value = true, nil
	return json.Unmarshal(raw, &m.Value)
}

// Schema implements huma.SchemaProvider.
func (Maybe[T]) Schema(r huma.Registry) *huma.Schema {
	s := r.Schema(reflect.TypeFor[T](), true, "")
	if s.Ref == "" {
		s.Nullable = true
	}
	return s
}
