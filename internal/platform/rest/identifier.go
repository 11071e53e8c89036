package rest

import "github.com/danielgtaylor/huma/v2"

const (
	uuidFormat  = "uuid"
	uuidPattern = `^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`
)

// onlyPlainUUIDs restricts UUIDs to the hyphenated form. Huma also accepts braces, URNs and plain hex, of which PostgreSQL
// accepts some and SQLite none.
func onlyPlainUUIDs(doc *huma.OpenAPI) {
	for _, item := range doc.Paths {
		for _, op := range []*huma.Operation{item.Get, item.Put, item.Post, item.Patch, item.Delete} {
			if op == nil {
				continue
			}
			for _, p := range op.Parameters {
				narrowUUID(p.Schema)
			}
		}
	}
	for _, s := range doc.Components.Schemas.Map() {
		narrowUUID(s)
	}
}

func narrowUUID(s *huma.Schema) {
	if s == nil {
		return
	}
	if s.Format == uuidFormat && s.Pattern == "" {
		s.Pattern, s.PatternDescription = uuidPattern, "идентификатор"
		s.PrecomputeMessages()
		s.PatternDescription = "" // used for the message only; OpenAPI has no such key
	}
	narrowUUID(s.Items)
	for _, inner := range s.Properties {
		narrowUUID(inner)
	}
}
