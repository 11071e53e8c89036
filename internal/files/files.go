// Package files is what is known of uploaded and made files: whose they are, what they are attached
// to, and who may open them. Their bytes live in a blob store.
package files

import (
	"net/url"
	"strings"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/blob"
)

// Kind is what a file may be used as.
type Kind string

// The kinds of files.
const (
	Image  Kind = "image"
	CSV    Kind = "csv"
	Export Kind = "export"
)

// ImageForm is the longest body of an upload form with an image.
const ImageForm = maxImage + formExtra

const (
	maxImage  = 5 << 20
	maxCSV    = 64 << 20
	formExtra = 1 << 20 // what a multipart form may add around its file
	looseLife = 24 * time.Hour
)

// File is a stored file.
type File struct {
	Key         string    `db:"key"`
	Kind        Kind      `db:"kind"`
	Name        string    `db:"name"`
	ContentType string    `db:"content_type"`
	Size        int64     `db:"size"`
	SHA256      []byte    `db:"sha256"`
	Operator    int64     `db:"operator_id"`
	University  int64     `db:"university_id"`
	IsOfAll     bool      `db:"is_of_all"` // holds rows of all universities
	IsPublic    bool      `db:"is_public"`
	Owner       *string   `db:"owner"`
	CreatedAt   time.Time `db:"created_at"`
}

// areas are what an operator needs to open a file of a kind; an image is open to whoever sees the card it is on.
var areas = map[Kind]access.Area{CSV: access.Promotions, Export: access.Students}

// isOpenTo reports whether an operator may open a private file now (security V2): his role and university may have
// changed since it was made for him.
func (f File) isOpenTo(p access.Principal) bool {
	scope := p.Scope()
	if _, isLimited := scope.University(); f.IsOfAll && isLimited || !scope.Covers(f.University) {
		return false
	}
	if f.Kind == Image && f.Owner != nil { // attached: seen by whoever sees its owner's university
		return true
	}
	area, hasArea := areas[f.Kind]
	return f.Operator == p.Operator && (!hasArea || p.Can(area))
}

// Visibility is who may open an attached file.
type Visibility bool

// Public files are open to anyone who knows the address; private ones need a signed link.
const (
	Public  Visibility = true
	Private Visibility = false
)

const pathPrefix = "/files/"

// KeyOf finds the key in what a form sends back: a bare key, or any link to the file. Empty is no file.
func KeyOf(reference string) (key string, ok bool) {
	reference = strings.TrimSpace(reference)
	if u, err := url.Parse(reference); err == nil && strings.HasPrefix(u.Path, pathPrefix) {
		reference = strings.TrimPrefix(u.Path, pathPrefix)
	}
	return reference, blob.ValidKey(reference)
}
