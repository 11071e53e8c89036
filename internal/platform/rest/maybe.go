package rest

import (
	"encoding/json"
	"reflect"

	"github.com/danielgtaylor/huma/v2"

	"studbonus/internal/platform/form"
)

// Maybe is a form.Maybe in a request body. Tag it omitempty; a struct T must be marked nullable itself.
type Maybe[T any] form.Maybe[T]

// Map converts a field of a body to a field of a form.
func Map[T, U any](m Maybe[T], convert func(T) U) form.Maybe[U] {
	if m.Value == nil {
		return form.Maybe[U]{Given: m.Given}
	}
	return form.Some(convert(*m.Value))
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
