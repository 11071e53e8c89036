package rest

// Text is the text of a field that may be absent or null, which is empty then.
func Text(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// Null is null for a text that is not there.
func Null(s string) *string {
	if s == "" {
		return nil
	}
	return &s
}
