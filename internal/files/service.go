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

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/blob"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

// Service stores files and hands them out.
type Service struct {
	Deps
	images *blob.Images
}

// Deps is what the service is made of.
type Deps struct {
	DB     *db.DB
	Clock  clock.Clock
	Blobs  blob.Store
	Signer *blob.Signer
	// Session is the operator of a session as of now: a signed link is good only while its session is live and its
	// operator may see the file.
	Session func(ctx context.Context, id string) (access.Principal, error)
}

// New makes the service.
func New(d Deps) *Service { return &Service{d, blob.NewImages(blob.DefaultImageLimits)} }

// UploadImage makes an uploaded image safe and stores it.
func (s *Service) UploadImage(ctx context.Context, name string, r io.Reader) (File, error) {
	image, err := s.images.Normalize(ctx, r)
	if err != nil {
		return File{}, refusal(err)
	}
	return s.store(ctx, File{Kind: Image, Name: name, ContentType: image.ContentType}, bytes.NewReader(image.Bytes))
}

// Keep makes an uploaded image safe and stores it as an entity's own from the start. use runs in the transaction of its
// row, and writes the audit row of the change: bytes that it refuses are swept.
func (s *Service) Keep(ctx context.Context, name string, r io.Reader, a Attachment, use func(ctx context.Context, tx db.Tx, key string) error) error {
	image, err := s.images.Normalize(ctx, r)
	if err != nil {
		return refusal(err)
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

// refusal says in Russian why a file is not taken.
func refusal(err error) error {
	const field = "imageFile"
	switch {
	case errors.Is(err, blob.ErrTooLarge):
		return fault.TooLarge("Файл больше 5 МБ.")
	case errors.Is(err, blob.ErrWrongType):
		return fault.WrongType("Подходят только изображения jpg, png и gif.")
	case errors.Is(err, blob.ErrTooManyPixels):
		return fault.Invalid(field, "В изображении больше 40 мегапикселей.")
	case errors.Is(err, blob.ErrBroken):
		return fault.Invalid(field, "Изображение повреждено.")
	}
	return err
}

// UploadCSV stores an uploaded list of promo codes as it is; reading it is its owner's business.
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

// IsCSV tells a list of codes from an image by its name.
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

// put stores the bytes of a file and gives what its row will say.
func (s *Service) put(ctx context.Context, f File, body io.Reader) (File, error) {
	p := access.From(ctx)
	f.Key, f.Operator, f.University, f.CreatedAt = blob.NewKey(), p.Operator, p.University, s.Clock()
	f.Name = cleanName(f.Name)
	info, err := s.Blobs.Put(ctx, f.Key, body, blob.Info{ContentType: f.ContentType})
	if err != nil {
		return File{}, storeError(err)
	}
	f.Size = info.Size
	f.SHA256, err = hex.DecodeString(info.SHA256)
	return f, err
}

// store keeps the bytes first and the row after: a row never names bytes that are not there.
func (s *Service) store(ctx context.Context, f File, body io.Reader) (File, error) {
	f, err := s.put(ctx, f, body)
	if err != nil {
		return File{}, err
	}
	return f, s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if err := insert(ctx, tx, f); err != nil {
			return err
		}
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{
			Action: "files.upload", Kind: "file", Object: f.Key, After: map[string]any{"kind": f.Kind, "size": f.Size},
		})
	})
}

// StoreExport keeps a file that was made for the operator of ctx. publish runs when its bytes and its row are
// there; nobody is told of the file before. It goes by itself after a day.
func (s *Service) StoreExport(ctx context.Context, name string, body io.Reader, publish func(ctx context.Context, key string) error) error {
	_, isLimited := access.From(ctx).Scope().University()
	f, err := s.store(ctx, File{Kind: Export, Name: name, ContentType: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", IsOfAll: !isLimited}, body)
	if err != nil {
		return err
	}
	return publish(ctx, f.Key)
}

func storeError(err error) error {
	if errors.Is(err, blob.ErrUnavailable) || errors.Is(err, blob.ErrBroken) {
		return fault.Unavailable("Хранилище файлов сейчас недоступно. Попробуйте позже.", 10*time.Second).Because(err)
	}
	return err
}

// cleanName keeps the last part of a name, without what could bend a header.
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

// Attach gives a file that the caller has just uploaded to an entity. Somebody else's upload, one of
// another kind or one that is in use already is refused (security V3).
func (s *Service) Attach(ctx context.Context, tx db.Tx, a Attachment) (key string, err error) {
	f, err := s.AttachFile(ctx, tx, a)
	return f.Key, err
}

// AttachFile is Attach for those who also need to know what the file is.
func (s *Service) AttachFile(ctx context.Context, tx db.Tx, a Attachment) (File, error) {
	f, err := uploaded(ctx, tx, a)
	if err != nil {
		return File{}, err
	}
	taken, err := attach(ctx, tx, f.Key, a)
	if err == nil && !taken {
		err = notYours(a)
	}
	return f, err
}

func notYours(a Attachment) error {
	return fault.Invalid(a.Field, "Загрузите файл ещё раз.")
}

// uploaded finds the caller's own upload that a form names.
func uploaded(ctx context.Context, q db.Querier, a Attachment) (File, error) {
	key, ok := KeyOf(a.Reference)
	if !ok {
		return File{}, notYours(a)
	}
	f, err := byKey(ctx, q, key)
	if fault.Is(err, fault.KindNotFound) || err == nil && (f.Operator != access.From(ctx).Operator || f.Kind != a.Kind || f.Owner != nil) {
		return File{}, notYours(a)
	}
	return f, err
}

// Look opens the caller's own upload before it is attached to anything.
func (s *Service) Look(ctx context.Context, a Attachment) (*blob.Object, error) {
	f, err := uploaded(ctx, s.DB, a)
	if err != nil {
		return nil, err
	}
	return s.Read(ctx, f.Key)
}

// Read opens the bytes of a file for work in the background; nobody is asked whether he may.
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

// Attachment is a wish to use an uploaded file.
type Attachment struct {
	Field      string // of the form, for a refusal
	Reference  string // the key or a link, as the form sent it
	Kind       Kind
	Owner      string // "student/uuid"
	University int64  // whose operators may open it, when it is private
	Visibility Visibility
}

// Replace settles a file field of a form: unchanged, removed ("") or a new upload in place of the present one.
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

// Detach lets go of an entity's file.
func (s *Service) Detach(ctx context.Context, tx db.Tx, key string) error {
	if key == "" {
		return nil
	}
	return detach(ctx, tx, key, s.Clock())
}

// PublicLink is the address of a public file; empty for none.
func PublicLink(key string) string {
	if key == "" {
		return ""
	}
	return pathPrefix + key
}

// SignedLink is an address at which the caller's session, and only it, may open a private file for a quarter of an hour.
func (s *Service) SignedLink(ctx context.Context, key string) string {
	if key == "" {
		return ""
	}
	return pathPrefix + key + "?" + s.Signer.Sign(key, access.From(ctx).Session, s.Clock().Add(blob.TicketLife))
}

// Open returns a public file, or a private one by its signed link. Unknown, expired and foreign links are all NotFound.
func (s *Service) Open(ctx context.Context, key string, ticket url.Values) (File, *blob.Object, error) {
	if !blob.ValidKey(key) {
		return File{}, nil, fault.NotFound()
	}
	f, err := byKey(ctx, s.DB, key)
	if err != nil {
		return File{}, nil, err
	}
	if !f.IsPublic {
		p, err := s.checkTicket(ctx, f, ticket)
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

// checkTicket asks again at the moment of opening whether the link's operator may see the file.
func (s *Service) checkTicket(ctx context.Context, f File, ticket url.Values) (access.Principal, error) {
	session, err := s.Signer.Verify(f.Key, ticket, s.Clock())
	if err != nil {
		return access.Principal{}, fault.NotFound().Because(err)
	}
	p, err := s.Session(ctx, session)
	if fault.Is(err, fault.KindUnauthenticated) || err == nil && !f.isOpenTo(p) {
		err = fault.NotFound()
	}
	return p, err
}

// auditDownload writes down who took a file home. Images are shown on cards, whose views are audited.
func (s *Service) auditDownload(ctx context.Context, f File) error {
	if f.Kind == Image {
		return nil
	}
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		return audit.Write(ctx, tx, s.Clock(), audit.Entry{
			Action: "files.download", Kind: "file", Object: f.Key, After: map[string]any{"kind": f.Kind, "name": f.Name, "size": f.Size},
		})
	})
}
