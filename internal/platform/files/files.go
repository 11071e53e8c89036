// Package files stores uploads and exports: who owns a file, what it is attached to and who may open it. The bytes are in
// a blob store.
package files

import (
	"net/url"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/blob"
)

// Kind is what a file may be used as.
type Kind string

// The kinds of files.
const (
	Image    Kind = "image"
	Document Kind = "document" // a picture of a student card or certificate
	CSV      Kind = "csv"
	Export   Kind = "export"
)

// ImageForm is the maximum body size of an image upload.
const ImageForm = maxImage + formExtra

const (
	maxImage  = 5 << 20
	maxCSV    = 64 << 20
	formExtra = 1 << 20 // multipart overhead

	unattachedLife = 24 * time.Hour  // then an unattached file is removed
	documentLife   = 5 * time.Minute // of a link to a document (rules 25.4)
)

// File is a stored file.
type File struct {
	Key         string      `db:"key"`
	Kind        Kind        `db:"kind"`
	Name        string      `db:"name"`
	ContentType string      `db:"content_type"`
	Size        int64       `db:"size"`
	SHA256      []byte      `db:"sha256"`
	Operator    int64       `db:"operator_id"`   // the uploader; 0: a member
	Member      int64       `db:"member_id"`     // the uploader; 0: an operator
	University  int64       `db:"university_id"` // 0: a member's file that is not attached yet
	IsOfAll     bool        `db:"is_of_all"`     // contains data of all universities
	IsPublic    bool        `db:"is_public"`
	Owner       *string     `db:"owner"`
	Area        access.Area `db:"area"` // that an operator needs; empty: see areas
	CreatedAt   time.Time   `db:"created_at"`
}

// isPicture reports whether a file is shown on a card rather than downloaded.
func (k Kind) isPicture() bool { return k == Image || k == Document }

// areas lists the permission an operator needs to open a file of a kind that names none itself, as exports do. Images need none.
var areas = map[Kind]access.Area{Document: access.Applications, CSV: access.Promotions, Export: access.Students}

// area returns the permission an operator needs; empty: none.
func (f File) area() access.Area {
	if f.Area != "" {
		return f.Area
	}
	return areas[f.Kind]
}

// isOpenTo reports whether an operator may open a private file. It is checked at every download, because role and
// university may have changed since the link was issued (rules 13.5).
func (f File) isOpenTo(p access.Principal) bool {
	scope := p.Scope()
	if _, isLimited := scope.University(); f.IsOfAll && isLimited || !scope.Covers(f.University) {
		return false
	}
	if area := f.area(); area != "" && !p.Can(area) {
		return false
	}
	isAttached := f.Kind.isPicture() && f.Owner != nil // open to all operators of its university
	return isAttached || f.Operator != 0 && f.Operator == p.Operator
}

// isOpenToMember reports whether a member may open a private file: an own upload, or one attached to the own application.
func (f File) isOpenToMember(m access.Member, owner string) bool {
	return m.ID != 0 && f.Kind.isPicture() && (f.Member == m.ID || f.Owner != nil && owner != "" && *f.Owner == owner)
}

// Visibility says who may open an attached file.
type Visibility bool

// Public files are open to anyone with the URL; private ones need a signed link.
const (
	Public  Visibility = true
	Private Visibility = false
)

const pathPrefix = "/files/"

// KeyOf extracts the key from a form value: a bare key or any link to the file.
func KeyOf(reference string) (key string, ok bool) {
	reference = strings.TrimSpace(reference)
	if u, err := url.Parse(reference); err == nil && strings.HasPrefix(u.Path, pathPrefix) {
		reference = strings.TrimPrefix(u.Path, pathPrefix)
	}
	return reference, blob.ValidKey(reference)
}
