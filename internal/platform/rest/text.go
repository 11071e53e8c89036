package rest

// Text returns the string of an optional field, or "" for absent and null.
func Text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Null returns null for an empty string.
func Null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
