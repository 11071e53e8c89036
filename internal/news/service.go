package news

import (
	"context"
	"log/slog"
	"reflect"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/record"
)

// Service is the use cases of news, surveys and events.
type Service struct {
	Deps
	index *listengine.Index
	log   record.Log
}

// Deps are the dependencies of the service.
type Deps struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	Files *files.Service
	Audit *audit.Queue
	// CountReaders counts the active students of these universities, faculties and course; nil and 0 mean all.
	CountReaders func(ctx context.Context, universities, faculties []int64, course int) (int, error)
	// StartExport begins the export of a list, RecordExport remembers one that was answered at once.
	StartExport  exporting.Start
	RecordExport exporting.Record
}

// New makes the service.
func New(d Deps) *Service {
	index := listengine.Open(d.DB, listDefinition, d.Clock, d.Log)
	return &Service{Deps: d, index: index, log: record.Log{Kind: auditKind, Index: index, Now: d.Clock}}
}

// Index returns the list's index, which the app starts and stops.
func (s *Service) Index() *listengine.Index { return s.index }

const auditKind = "news"

// Get returns an item's card.
func (s *Service) Get(ctx context.Context, uuid string) (Item, error) {
	return byUUID(ctx, s.DB, sightOf(access.From(ctx)), uuid)
}

// Create adds an item with its survey and event.
func (s *Service) Create(ctx context.Context, f Form) (id string, err error) {
	p := access.From(ctx)
	if !f.Level.known() {
		return "", fault.Invalid("typeNews", noLevel)
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
		is, err := s.saveReferences(ctx, tx, d)
		if err != nil {
			return err
		}
		if err := s.replaceParts(ctx, tx, d.was, is); err != nil {
			return err
		}
		return s.log.Changed(ctx, tx, audit.Entry{Action: "news.create", Object: is.UUID, After: toAudit(is)}, is.ID)
	})
	return made.UUID, err
}

// Save changes an item. stale reports whether the caller's version is outdated.
func (s *Service) Save(ctx context.Context, uuid string, f Form, stale func(version int64) bool) error {
	return s.edit(ctx, uuid, stale, func(ctx context.Context, tx db.Tx, was Item) (Item, error) {
		d, err := s.fill(ctx, tx, f, was)
		if err != nil {
			return was, err
		}
		return s.saveReferences(ctx, tx, d)
	})
}

// draft is an item before and after a form, with the faculties that the form refers to.
type draft struct {
	form      Form
	was, is   Item
	faculties []faculty
}

// fill applies the form to the item and returns every broken rule as one error. It writes nothing.
func (s *Service) fill(ctx context.Context, tx db.Tx, f Form, was Item) (draft, error) {
	var check fault.Check
	is := f.apply(&check, was, s.Clock())
	faculties, err := checkFaculties(ctx, tx, &check, is, f.Faculties)
	if err != nil {
		return draft{}, err
	}
	return draft{f, was, is, faculties}, check.Err()
}

// checkFaculties finds the faculties that a form refers to; they must belong to the item's university.
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

// UniversityMoved moves a university's regional news to its new region.
func (s *Service) UniversityMoved(ctx context.Context, tx db.Tx, university, region int64) error {
	moved, err := moveRegional(ctx, tx, university, region)
	if err != nil {
		return err
	}
	return s.index.Touch(ctx, tx, moved...)
}

// FacultyGoes refuses to delete a faculty that is the only audience of an item: without it the item would be for all.
func (s *Service) FacultyGoes(ctx context.Context, tx db.Tx, faculty int64) error {
	titles, err := forFacultyAlone(ctx, tx, faculty)
	if err != nil || len(titles) == 0 {
		return err
	}
	return fault.Conflict("Новость «" + titles[0] + "» только для этого факультета. Сначала измените или удалите её.")
}

const forUniversityOnly = "Факультеты выбирают только для местной новости."

// saveReferences writes the images and faculties of an item.
func (s *Service) saveReferences(ctx context.Context, tx db.Tx, d draft) (Item, error) {
	is := d.is
	var err error
	if d.form.Photos != nil {
		if is.Photos, err = s.savePhotos(ctx, tx, d.was, *d.form.Photos); err != nil {
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
	return is, nil
}

// replaceParts writes the survey and the event of an edited item if they have changed.
func (s *Service) replaceParts(ctx context.Context, tx db.Tx, was, is Item) error {
	if err := surveys.replace(ctx, tx, was, is, s.Clock()); err != nil {
		return err
	}
	return events.replace(ctx, tx, was, is, s.Clock())
}

// edit runs a change of an item by its owner: it locks the item, checks rights and version, and returns a regional item
// whose content has changed to moderation (rules 9.5).
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
		if is.Level == Region && !w.moderates && (is.Approval == Approved || is.Approval == Declined) && needsModeration(was, is) {
			is.Approval, is.DeclineReason = Wait, ""
		}
		if err := s.replaceParts(ctx, tx, was, is); err != nil {
			return err
		}
		if err := save(ctx, tx, is); err != nil {
			return err
		}
		return s.log.Changed(ctx, tx, audit.Entry{Action: "news.save", Object: was.UUID, Before: toAudit(was), After: toAudit(is)}, was.ID)
	})
}

func never(int64) bool { return false }

// Delete removes an item with its photos, survey and event, including votes and participants.
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
		return s.log.Changed(ctx, tx, audit.Entry{Action: "news.delete", Object: was.UUID, Before: toAudit(was)}, was.ID)
	})
}

// History returns an item's history. It includes drafts that were never published, so reading the item is not enough: the
// caller must own or moderate it.
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

// moderatedFields send a regional item back to moderation when they change (rules 9.5).
var moderatedFields = []string{"title", "content", "keyFiles", "pooling", "event"}

func needsModeration(was, is Item) bool {
	before, after := toAudit(was), toAudit(is)
	for _, field := range moderatedFields {
		if !reflect.DeepEqual(before[field], after[field]) {
			return true
		}
	}
	return false
}

// toAudit returns the fields that the history compares, by their wire names, without empty ones.
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
