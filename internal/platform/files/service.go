package files

import (
	"bytes"
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/url"
	"path/filepath"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/picture"
	"studbonus/internal/platform/signedurl"
)

// Service stores and serves files.
type Service struct {
	Deps
	images    *picture.Normalizer
	sweepTime time.Duration
}

// Deps are the dependencies of the service.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Blobs  blob.Store
	Signer *signedurl.Signer
	// Session returns the operator of a live session: a signed link is valid only while its session is live and its
	// operator may see the file.
	Session func(ctx context.Context, id string) (access.Principal, error)
	// OwnerOf returns what the files of a member's application are attached to; "" if there is no application.
	OwnerOf func(ctx context.Context, m access.Member) (owner string, err error)
}

// New returns the service.
func New(d Deps) *Service {
	return &Service{Deps: d, images: picture.NewNormalizer(picture.DefaultLimits), sweepTime: sweepTime}
}

// UploadImage re-encodes an uploaded image and stores it.
func (s *Service) UploadImage(ctx context.Context, name string, r io.Reader) (File, error) {
	image, err := s.images.Normalize(ctx, r)
	if err != nil {
		return File{}, imageFault(err)
	}
	return s.store(ctx, File{Kind: Image, Name: name, ContentType: image.ContentType}, bytes.NewReader(image.Bytes))
}

// StoreAttached re-encodes an uploaded image and stores it already attached to its owner. use runs in the transaction that
// inserts the row and writes the audit row; if it fails, the sweep removes the bytes.
func (s *Service) StoreAttached(ctx context.Context, name string, r io.Reader, a Attachment, use func(ctx context.Context, tx db.Tx, key string) error) error {
	image, err := s.images.Normalize(ctx, r)
	if err != nil {
		return imageFault(err)
	}
	f := File{Kind: Image, Name: name, ContentType: image.ContentType, Owner: &a.Owner, IsPublic: bool(a.Visibility)}
	if f, err = s.put(ctx, f, bytes.NewReader(image.Bytes)); err != nil {
		return err
	}
	f.University = a.University
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := insert(ctx, tx, f); err != nil {
			return err
		}
		return use(ctx, tx, f.Key)
	})
}

// isUploadOf reports whether the caller uploaded the file.
func (f File) isUploadOf(ctx context.Context) bool {
	return f.Operator == access.From(ctx).Operator && f.Member == access.MemberFrom(ctx).ID
}

// imageFault translates a rejected image into a message for the operator.
func imageFault(err error) error {
	const field = "imageFile"
	switch {
	case errors.Is(err, picture.ErrTooLarge):
		return fault.TooLarge("Файл больше 5 МБ.")
	case errors.Is(err, picture.ErrWrongType):
		return fault.WrongType("Подходят только изображения jpg, png и gif.")
	case errors.Is(err, picture.ErrTooManyPixels):
		return fault.Invalid(field, "В изображении больше 40 мегапикселей.")
	case errors.Is(err, picture.ErrDamaged):
		return fault.Invalid(field, "Изображение повреждено.")
	}
	return err
}

// UploadCSV stores an uploaded file of promo codes unchanged.
func (s *Service) UploadCSV(ctx context.Context, name string, r io.ReadSeeker, size int64) (File, error) {
	switch {
	case !access.From(ctx).Can(access.Promotions):
		return File{}, fault.Forbidden()
	case size > maxCSV:
		return File{}, fault.TooLarge("Файл больше 64 МБ.")
	case size == 0:
		return File{}, fault.Invalid("imageFile", "Файл пуст.")
	}
	if isText, err := hasNoNUL(r); err != nil || !isText {
		if err == nil {
			err = fault.WrongType("Это не текстовый файл csv.")
		}
		return File{}, err
	}
	return s.store(ctx, File{Kind: CSV, Name: name, ContentType: "text/csv"}, r)
}

// IsCSV reports whether an upload is a file of promo codes, by its name.
func IsCSV(name string) bool { return strings.EqualFold(filepath.Ext(name), ".csv") }

func hasNoNUL(r io.ReadSeeker) (bool, error) {
	buffer := make([]byte, 64<<10)
	for {
		n, err := r.Read(buffer)
		if bytes.IndexByte(buffer[:n], 0) >= 0 {
			return false, nil
		}
		if errors.Is(err, io.EOF) {
			_, err = r.Seek(0, io.SeekStart)
			return true, err
		}
		if err != nil {
			return false, err
		}
	}
}

// put stores the bytes and returns the row to insert.
func (s *Service) put(ctx context.Context, f File, body io.Reader) (File, error) {
	p := access.From(ctx)
	f.Key, f.Operator, f.University, f.CreatedAt = blob.NewKey(), p.Operator, p.University, s.Clock()
	f.Member = access.MemberFrom(ctx).ID
	f.Name = cleanName(f.Name)
	info, err := s.Blobs.Put(ctx, f.Key, body, blob.Info{ContentType: f.ContentType})
	if err != nil {
		return File{}, storeError(err)
	}
	f.Size = info.Size
	f.SHA256, err = hex.DecodeString(info.SHA256)
	return f, err
}

// store writes the bytes before the row, so a row never refers to missing bytes.
func (s *Service) store(ctx context.Context, f File, body io.Reader) (File, error) {
	f, err := s.put(ctx, f, body)
	if err != nil {
		return File{}, err
	}
	return f, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error { return s.add(ctx, tx, f) })
}

// add inserts the row of a stored file.
func (s *Service) add(ctx context.Context, tx db.Tx, f File) error {
	if err := insert(ctx, tx, f); err != nil {
		return err
	}
	return audit.Write(ctx, tx, s.Clock(), audit.Entry{
		Action: "files.upload", Kind: "file", Object: f.Key, After: map[string]any{"kind": f.Kind, "size": f.Size},
	})
}

// Spreadsheet is what a new export is called and which area an operator needs to open it.
type Spreadsheet struct {
	Name string
	Area access.Area
}

// StoreExport stores an export for the operator of ctx and then calls publish with its key. It is removed after a day.
func (s *Service) StoreExport(ctx context.Context, of Spreadsheet, body io.Reader, publish func(ctx context.Context, key string) error) error {
	_, isLimited := access.From(ctx).Scope().University()
	f, err := s.store(ctx, File{
		Kind: Export, Name: of.Name, Area: of.Area, ContentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", IsOfAll: !isLimited,
	}, body)
	if err != nil {
		return err
	}
	return publish(ctx, f.Key)
}

func storeError(err error) error {
	if errors.Is(err, blob.ErrUnavailable) || errors.Is(err, blob.ErrCorrupt) {
		return fault.Unavailable("Хранилище файлов сейчас недоступно. Попробуйте позже.", 10*time.Second).Because(err)
	}
	return err
}

// cleanName keeps the base name without characters that could break a header.
func cleanName(name string) string {
	name = filepath.Base(strings.ReplaceAll(name, `\`, "/"))
	name = strings.Map(func(r rune) rune {
		if r < ' ' || r == '"' || r == 0x7f {
			return -1
		}
		return r
	}, name)
	return string([]rune(name)[:min(len([]rune(name)), 200)])
}

// Attach attaches an upload of the caller to an entity. It rejects uploads of others, of another kind and those already
// attached (rules 13.3).
func (s *Service) Attach(ctx context.Context, tx db.Tx, a Attachment) (key string, err error) {
	f, err := s.AttachFile(ctx, tx, a)
	return f.Key, err
}

// AttachFile is Attach, but returns the whole file.
func (s *Service) AttachFile(ctx context.Context, tx db.Tx, a Attachment) (File, error) {
	f, err := uploaded(ctx, tx, a)
	if err != nil {
		return File{}, err
	}
	taken, err := attach(ctx, tx, f.Key, a)
	if err == nil && !taken {
		err = uploadAgain(a)
	}
	return f, err
}

func uploadAgain(a Attachment) error {
	return fault.Invalid(a.Field, "Загрузите файл ещё раз.")
}

// uploaded returns the caller's unattached upload that a form refers to.
func uploaded(ctx context.Context, q db.Querier, a Attachment) (File, error) {
	key, ok := KeyOf(a.Reference)
	if !ok {
		return File{}, uploadAgain(a)
	}
	f, err := byKey(ctx, q, key)
	if fault.Is(err, fault.KindNotFound) || err == nil && (!f.isUploadOf(ctx) || f.Kind != a.Kind || f.Owner != nil) {
		return File{}, uploadAgain(a)
	}
	return f, err
}

// OpenUpload opens an unattached upload of the caller.
func (s *Service) OpenUpload(ctx context.Context, a Attachment) (*blob.Object, error) {
	f, err := uploaded(ctx, s.DB, a)
	if err != nil {
		return nil, err
	}
	return s.Read(ctx, f.Key)
}

// Read opens the bytes of a file without a permission check, for background work.
func (s *Service) Read(ctx context.Context, key string) (*blob.Object, error) {
	body, err := s.Blobs.Open(ctx, key)
	if errors.Is(err, blob.ErrNotFound) {
		return nil, fault.NotFound().Because(fmt.Errorf("file %s has no bytes", key))
	}
	if err != nil {
		return nil, storeError(err)
	}
	return body, nil
}

// Attachment asks to attach an uploaded file.
type Attachment struct {
	Field      string // of the form, for error messages
	Reference  string // the key or a link, as the form sent it
	Kind       Kind
	Owner      string // "student/uuid"
	University int64  // whose operators may open a private file
	Visibility Visibility
}

// Replace applies a file field of a form: unchanged, removed ("") or replaced by a new upload.
func (s *Service) Replace(ctx context.Context, tx db.Tx, present string, a Attachment) (key string, err error) {
	if wanted, ok := KeyOf(a.Reference); ok && wanted == present {
		return present, nil
	}
	if a.Reference != "" {
		if key, err = s.Attach(ctx, tx, a); err != nil {
			return "", err
		}
	}
	if present != "" {
		err = detach(ctx, tx, present, s.Clock())
	}
	return key, err
}

// Detach releases an entity's file; the sweep removes it after a day.
func (s *Service) Detach(ctx context.Context, tx db.Tx, key string) error {
	if key == "" {
		return nil
	}
	return detach(ctx, tx, key, s.Clock())
}

// PublicLink returns the URL path of a public file, or "" for no file.
func PublicLink(key string) string {
	if key == "" {
		return ""
	}
	return pathPrefix + key
}

// SignedLink returns a link to a private file that is valid for the caller's session and for 15 minutes.
func (s *Service) SignedLink(ctx context.Context, key string) string {
	return s.signedLink(ctx, key, signedurl.Lifetime)
}

// DocumentLink is SignedLink for an identity document, which is looked at once: it is valid for five minutes.
func (s *Service) DocumentLink(ctx context.Context, key string) string {
	return s.signedLink(ctx, key, documentLife)
}

func (s *Service) signedLink(ctx context.Context, key string, life time.Duration) string {
	if key == "" {
		return ""
	}
	return pathPrefix + key + "?" + s.Signer.Sign(key, access.From(ctx).Session, s.Clock().Add(life))
}

// Open returns a public file, or a private one by its signed link. Unknown, expired and foreign links are all NotFound.
func (s *Service) Open(ctx context.Context, key string, signedQuery url.Values) (File, *blob.Object, error) {
	if !blob.ValidKey(key) {
		return File{}, nil, fault.NotFound()
	}
	f, err := byKey(ctx, s.DB, key)
	if err != nil {
		return File{}, nil, err
	}
	if m := access.MemberFrom(ctx); m.ID != 0 && !f.IsPublic {
		if err := s.verifyMember(ctx, f, m); err != nil {
			return File{}, nil, err
		}
	} else if !f.IsPublic {
		p, err := s.verifyLink(ctx, f, signedQuery)
		if err != nil {
			return File{}, nil, err
		}
		ctx = access.WithPrincipal(ctx, p)
	}
	body, err := s.Read(ctx, key)
	if err != nil {
		return File{}, nil, err
	}
	if err := s.auditDownload(ctx, f); err != nil {
		return File{}, nil, errors.Join(err, body.Close())
	}
	return f, body, nil
}

// verifyMember checks that the file is the member's own.
func (s *Service) verifyMember(ctx context.Context, f File, m access.Member) error {
	owner, err := s.OwnerOf(ctx, m)
	if err == nil && !f.isOpenToMember(m, owner) {
		err = fault.NotFound()
	}
	return err
}

// verifyLink checks the signature and that the link's operator may still see the file.
func (s *Service) verifyLink(ctx context.Context, f File, signedQuery url.Values) (access.Principal, error) {
	session, err := s.Signer.Verify(f.Key, signedQuery, s.Clock())
	if err != nil {
		return access.Principal{}, fault.NotFound().Because(err)
	}
	p, err := s.Session(ctx, session)
	if fault.Is(err, fault.KindUnauthenticated) || err == nil && !f.isOpenTo(p) {
		err = fault.NotFound()
	}
	return p, err
}

// auditDownload records a download. Images are skipped: they are shown on cards, whose views are audited. So are a member's own
// pictures.
func (s *Service) auditDownload(ctx context.Context, f File) error {
	if f.Kind == Image || access.MemberFrom(ctx).ID != 0 {
		return nil
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{
			Action: "files.download", Kind: "file", Object: f.Key, After: map[string]any{"kind": f.Kind, "name": f.Name, "size": f.Size},
		})
	})
}
