package operators

// NewLink makes a link as the mail job does.
func NewLink() (link string, hash []byte) { return newLink() }
