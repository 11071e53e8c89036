package news

import (
	"context"
	"errors"
	"log/slog"
	"reflect"

	"github.com/google/uuid"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/files"
	"studbonus/internal/index"
	"studbonus/internal/richtext"
)

// Service is the use cases of news, surveys and events.
type Service struct {
	Deps
	index *index.Live
}

// Deps is what the service is made of.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Files *files.Service
	// CountReaders is how many active students of these universities and faculties are in a course; nil and 0 ask nothing.
	CountReaders func(ctx context.Context, universities, faculties []int64, course int) (int, error)
}

// New makes the service.
func New(d Deps) *Service { return &Service{Deps: d, index: index.Open(d.DB, source, d.Clock, d.Log)} }

// Index is the list's index, for the instance to start and stop.
func (s *Service) Index() *index.Live { return s.index }

const auditKind = "news"

// Get is an item's card.
func (s *Service) Get(ctx context.Context, uuid string) (Item, error) {
	return byUUID(ctx, s.DB, sightOf(access.From(ctx)), uuid)
}

// Create makes an item with its survey and event, all or nothing.
func (s *Service) Create(ctx context.Context, f Form) (id string, err error) {
	p := access.From(ctx)
	if !f.Level.known() {
		return "", fault.Invalid("typeNews", required)
	}
	if f.Level == Federal && p.Role != access.OperatorAll {
		return "", fault.Forbidden()
	}
	made := Item{UUID: uuid.NewString(), Level: f.Level, Operator: p.Operator, Approval: f.Level.first(), CreatedAt: s.Clock()}
	if made.Level != Federal {
		made.University = &p.University
	}
	if made.Level == Region {
		made.Region = &p.Region
	}
	err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		d, err := s.fill(ctx, tx, f, made)
		if err != nil {
			return err
		}
		if d.is.ID, err = insert(ctx, tx, d.is); err != nil {
			return err
		}
		d.was.ID = d.is.ID
		is, err := s.saveParts(ctx, tx, d)
		if err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "news.create", Object: is.UUID, After: toAudit(is)}, is.ID)
	})
	return made.UUID, err
}

// Save changes an item. stale tells whether the caller's version is not the present one.
func (s *Service) Save(ctx context.Context, uuid string, f Form, stale func(version int64) bool) error {
	return s.edit(ctx, uuid, stale, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		d, err := s.fill(ctx, tx, f, was)
		if err != nil {
			return was, err
		}
		return s.saveParts(ctx, tx, d)
	})
}

// draft is an item before and after a form, with what the form names.
type draft struct {
	form      Form
	was, is   Item
	faculties []faculty
}

// fill gives the item as the form wants it, or every rule that this would break. Nothing is written yet.
func (s *Service) fill(ctx context.Context, tx db.Tx, f Form, was Item) (draft, error) {
	var check fault.Check
	is := f.apply(&check, was, s.Clock())
	if f.Content != nil {
		var err error
		if is.Content, _, err = richtext.Sanitize(*f.Content, maxContent); errors.Is(err, richtext.ErrTooLong) {
			check.Add("content", "Максимальное количество символов: 20000")
		} else if err != nil {
			return draft{}, err
		}
	}
	if f.RZDLink.Given {
		is.RZDLink = nil
	}
	if f.RZDLink.Form != nil {
		link, err := richtext.CheckLink(*f.RZDLink.Form)
		if err != nil {
			check.Add("rzdBonus.link", err.Error())
		}
		is.RZDLink = &link
	}
	faculties, err := checkFaculties(ctx, tx, &check, is, f.Faculties)
	if err != nil {
		return draft{}, err
	}
	return draft{f, was, is, faculties}, check.Err()
}

// checkFaculties finds the faculties that a form names; they are the owner's own.
func checkFaculties(ctx context.Context, tx db.Tx, check *fault.Check, i Item, wanted *[]string) ([]faculty, error) {
	if wanted == nil || len(*wanted) == 0 {
		return nil, nil
	}
	if i.Level != University {
		check.Add("forFaculty", forUniversityOnly)
		return nil, nil
	}
	found, err := facultiesOf(ctx, tx, *i.University, *wanted)
	if err != nil {
		return nil, err
	}
	distinct := map[string]bool{}
	for _, u := range *wanted {
		distinct[u] = true
	}
	check.When(len(found) != len(distinct), "forFaculty", "Выберите факультеты из списка.")
	return found, nil
}

// FacultyGoes refuses that a faculty is deleted while an item is for it alone: without it the item would be for all.
func (s *Service) FacultyGoes(ctx context.Context, tx db.Tx, faculty int64) error {
	titles, err := forFacultyAlone(ctx, tx, faculty)
	if err != nil || len(titles) == 0 {
		return err
	}
	return fault.Conflict("Новость «" + titles[0] + "» только для этого факультета. Сначала измените или удалите её.")
}

const forUniversityOnly = "Факультеты выбирают только для местной новости."

// saveParts writes what belongs to an item: images, faculties, survey and event.
func (s *Service) saveParts(ctx context.Context, tx db.Tx, d draft) (Item, error) {
	is := d.is
	var err error
	if d.form.Photos != nil {
		if is.Photos, err = s.settlePhotos(ctx, tx, d.was, *d.form.Photos); err != nil {
			return is, err
		}
	}
	if d.form.Faculties != nil {
		if err := setFaculties(ctx, tx, is.ID, d.faculties); err != nil {
			return is, err
		}
		is.Faculties = nil
		for _, one := range d.faculties {
			is.Faculties = append(is.Faculties, one.UUID)
		}
	}
	if is.Survey != d.was.Survey {
		if err := s.replaceSurvey(ctx, tx, d.was, is.Survey); err != nil {
			return is, err
		}
	}
	if is.Event != d.was.Event {
		if err := s.replaceEvent(ctx, tx, d.was, is.Event); err != nil {
			return is, err
		}
	}
	return is, nil
}

// edit is the frame of every change to an item by its owner: lock, rights, the change itself, and back to
// moderation where a regional item has become another one (contract §4).
func (s *Service) edit(ctx context.Context, uuid string, stale func(version int64) bool, change func(context.Context, db.Tx, Item) (Item, error)) error {
	p := access.From(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, sightOf(p), uuid)
		if err != nil {
			return err
		}
		w := powersOver(p, was)
		if !w.owns {
			return fault.Forbidden()
		}
		if stale(was.Version) {
			return fault.Stale()
		}
		is, err := change(ctx, tx, was)
		if err != nil {
			return err
		}
		if is.Level == Region && !w.moderates && (is.Approval == Approved || is.Approval == Declined) && isAnother(was, is) {
			is.Approval, is.DeclineReason = Wait, ""
		}
		if err := save(ctx, tx, is); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "news.save", Object: was.UUID, Before: toAudit(was), After: toAudit(is)}, was.ID)
	})
}

func never(int64) bool { return false }

// Delete removes an item with everything that belongs to it, votes and participants included.
func (s *Service) Delete(ctx context.Context, uuid string, stale func(version int64) bool) error {
	p := access.From(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		was, err := lock(ctx, tx, sightOf(p), uuid)
		if err != nil {
			return err
		}
		if !powersOver(p, was).owns {
			return fault.Forbidden()
		}
		if stale(was.Version) {
			return fault.Stale()
		}
		for _, photo := range was.Photos {
			if err := s.Files.Detach(ctx, tx, photo.Key); err != nil {
				return err
			}
		}
		if err := remove(ctx, tx, was.ID); err != nil {
			return err
		}
		return s.changed(ctx, tx, audit.Entry{Action: "news.delete", Object: was.UUID, Before: toAudit(was)}, was.ID)
	})
}

// changed ends every write: its audit row, and the word to the indexes.
func (s *Service) changed(ctx context.Context, tx db.Tx, e audit.Entry, id int64) error {
	e.Kind = auditKind
	if err := audit.Write(ctx, tx, s.Clock(), e); err != nil {
		return err
	}
	return index.Touch(ctx, tx, listName, s.Clock(), id)
}

// History is what happened to an item. It holds what was never published, so it is for those who write or moderate
// the item, not for everybody who may read it.
func (s *Service) History(ctx context.Context, uuid string) ([]audit.Record, error) {
	p := access.From(ctx)
	item, err := byUUID(ctx, s.DB, sightOf(p), uuid)
	if err != nil {
		return nil, err
	}
	if w := powersOver(p, item); !w.owns && !w.moderates {
		return nil, fault.Forbidden()
	}
	return audit.History(ctx, s.DB, auditKind, uuid)
}

// meaning are the fields whose change makes a regional item another one (contract §4).
var meaning = []string{"title", "content", "keyFiles", "pooling", "event"}

func isAnother(was, is Item) bool {
	before, after := toAudit(was), toAudit(is)
	for _, field := range meaning {
		if !reflect.DeepEqual(before[field], after[field]) {
			return true
		}
	}
	return false
}

// toAudit are the fields that the log compares, by their wire names; what is empty is left out.
func toAudit(i Item) map[string]any {
	out := map[string]any{"title": i.Title, "typeNews": i.Level, "approve": i.Approval}
	texts := map[string]*string{"content": &i.Content, "publishBegin": minute(i.Begin), "publishEnd": minute(i.End), "fixToDate": minute(i.PinnedUntil), "rzdBonus": i.RZDLink}
	for name, value := range texts {
		if value != nil && *value != "" {
			out[name] = *value
		}
	}
	keys := make([]string, len(i.Photos))
	for n, p := range i.Photos {
		keys[n] = p.Key
	}
	lists := map[string][]string{"forFaculty": i.Faculties, "tags": i.Tags, "messengers": i.Messengers, "keyFiles": keys, "pooling": i.Survey.outline(), "event": i.Event.outline()}
	for name, values := range lists {
		if len(values) > 0 {
			out[name] = values
		}
	}
	if i.Course != 0 {
		out["forCourse"] = i.Course
	}
	return out
}
