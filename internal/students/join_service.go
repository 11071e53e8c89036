package students

import (
	"context"
	"errors"
	"strings"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/files"
	"studbonus/internal/platform/form"
)

// Join takes the first application of the signed-in member (rules 25.1).
func (s *Service) Join(ctx context.Context, f Form) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		phone, bound, err := s.Hooks.Account(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if bound != 0 {
			return fault.Conflict("Заявка уже есть: измените её и отправьте ещё раз.")
		}
		to, birth, err := s.resolve(ctx, tx, &f)
		if err != nil {
			return err
		}
		a := f.application(to, birth, phone)
		st := a.student(uuid.NewString(), Moderation)
		if st.ID, err = s.add(ctx, tx, a, st); err != nil {
			return err
		}
		if st, err = s.attachFiles(ctx, tx, st, f); err != nil {
			return err
		}
		if err := setFiles(ctx, tx, st.ID, st.Photo, st.Document); err != nil {
			return err
		}
		return s.Hooks.Bind(ctx, tx, m.ID, st.ID)
	})
}

// Resend takes a changed application; it waits for a decision again.
func (s *Service) Resend(ctx context.Context, f Form) error {
	m := access.MemberFrom(ctx)
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		phone, bound, err := s.Hooks.Account(ctx, tx, m.ID)
		if err != nil {
			return err
		}
		if bound == 0 {
			return fault.Conflict(resendRefusal(access.NoApplication))
		}
		was, err := s.lockOwn(ctx, tx, bound)
		if err != nil {
			return err
		}
		refusal := resendRefusal(access.StandingOf(string(was.Status), was.EndYear, s.Clock()))
		if refusal != "" && !was.hasLeft() {
			return fault.Conflict(refusal)
		}
		to, birth, err := s.resolve(ctx, tx, &f)
		if err != nil {
			return err
		}
		return s.resend(ctx, tx, was, f, resending{to, birth, phone})
	})
}

// resending is what is known of a changed application besides its form.
type resending struct {
	target
	birth clock.Date
	phone string
}

func (s *Service) resend(ctx context.Context, tx db.Tx, was Student, f Form, r resending) error {
	is := was
	is.Surname, is.Name, is.Patronymic, is.Phone, is.Birth = f.Surname, f.Name, f.Patronymic, r.phone, r.birth
	is.Course, is.StartYear, is.EndYear, is.University = f.Course, f.StartYear, f.EndYear, r.university
	is, err := s.attachFiles(ctx, tx, is, f)
	if err != nil {
		return err
	}
	if err := resubmit(ctx, tx, is, r.target, s.Clock()); err != nil {
		return err
	}
	if r.university != was.University {
		if err := s.moved(ctx, tx, was, r.university); err != nil {
			return err
		}
	}
	if is, err = byUUID(ctx, tx, access.Everything(), is.UUID); err != nil {
		return err
	}
	if s.Hooks.Renamed != nil && is.searchText() != was.searchText() {
		if err := s.Hooks.Renamed(ctx, tx, is.ID); err != nil {
			return err
		}
	}
	before, after := toAudit(was), toAudit(is)
	before["status"], after["status"] = was.Status, is.Status
	before["nameUniversity"], after["nameUniversity"] = was.UniversityName, is.UniversityName
	return s.log.Changed(ctx, tx, audit.Entry{Action: "students.resend", Object: is.UUID, About: about(is), Before: before, After: after}, is.ID)
}

func (s *Service) lockOwn(ctx context.Context, tx db.Tx, id int64) (Student, error) {
	uuid, err := uuidByID(ctx, tx, id)
	if err != nil {
		return Student{}, err
	}
	return lock(ctx, tx, access.Everything(), uuid)
}

// resolve checks the form and the consents, all rules at once, and finds what the uuids refer to.
func (s *Service) resolve(ctx context.Context, tx db.Tx, f *Form) (target, clock.Date, error) {
	var c fault.Check
	birth, isMinor := f.check(&c, s.Clock(), s.Settings)
	to, err := f.references(ctx, tx, &c)
	if err != nil {
		return to, birth, err
	}
	err = s.Hooks.Consent(ctx, tx, f.Consents, isMinor)
	if refusal, isRefusal := errors.AsType[*fault.Error](err); isRefusal && refusal.Kind == fault.KindInvalid {
		for _, field := range refusal.Fields {
			c.Add(field.Name, field.Message)
		}
		err = nil
	}
	if err == nil {
		err = c.Err()
	}
	return to, birth, err
}

// references resolves the uuids of the form; an unknown one is a broken rule.
func (f *Form) references(ctx context.Context, tx db.Tx, c *fault.Check) (target, error) {
	var t target
	for _, r := range []struct {
		uuid, field, message string
		isRequired           bool
		find                 func(uuid string) (int64, error)
		set                  func(id int64)
	}{
		{
			f.University, "universityId", "Выберите университет из списка.", true,
			func(u string) (int64, error) { return universityID(ctx, tx, u) }, func(id int64) { t.university = id },
		},
		{f.City, "cityId", "Выберите город из списка.", true, func(u string) (int64, error) { return cityID(ctx, tx, u) }, func(id int64) { t.city = &id }},
		{
			f.Faculty, "facultyId", "Выберите факультет этого университета.", false,
			func(u string) (int64, error) { return facultyID(ctx, tx, t.university, u) }, func(id int64) { t.faculty = &id },
		},
		{
			f.Specialty, "specialtyId", "Выберите специальность этого факультета.", false,
			func(u string) (int64, error) {
				if t.faculty == nil {
					return 0, fault.NotFound()
				}
				return specialtyID(ctx, tx, *t.faculty, u)
			}, func(id int64) { t.specialty = &id },
		},
	} {
		if r.uuid == "" && !r.isRequired {
			continue
		}
		id, err := int64(0), error(fault.NotFound())
		if form.IsUUID(r.uuid) {
			id, err = r.find(strings.ToLower(r.uuid))
		}
		switch {
		case fault.Is(err, fault.KindNotFound):
			c.Add(r.field, r.message)
		case err != nil:
			return t, err
		default:
			r.set(id)
		}
	}
	return t, nil
}

// application returns the row of a checked form.
func (f *Form) application(t target, birth clock.Date, phone string) Application {
	return Application{
		University: t.university, City: *t.city, Faculty: t.faculty, Specialty: t.specialty, Surname: f.Surname, Name: f.Name, Patronymic: f.Patronymic,
		Phone: phone, Birth: birth, Course: f.Course, StartYear: f.StartYear, EndYear: f.EndYear,
	}
}

// attachFiles takes the portrait and the document of the form.
func (s *Service) attachFiles(ctx context.Context, tx db.Tx, st Student, f Form) (Student, error) {
	a := files.Attachment{Field: "portrait", Reference: f.Portrait, Kind: files.Image, Owner: filesOwner(st.UUID), University: st.University, Visibility: files.Private}
	var err error
	if st.Photo, err = s.Files.Replace(ctx, tx, st.Photo, a); err != nil {
		return st, err
	}
	a.Field, a.Reference, a.Kind = "document", f.Document, files.Document
	st.Document, err = s.Files.Replace(ctx, tx, st.Document, a)
	return st, err
}

// Progress is the state of a member's application.
type Progress struct {
	Standing    access.Standing
	Reason      string
	HasLeft     bool
	Fields      []string // to correct, by their names in the form
	Since       *time.Time
	UsualHours  *int     // of a decision; while the application waits
	Application *Student // nil: none
}

// Progress returns the state of the signed-in member's application.
func (s *Service) Progress(ctx context.Context) (Progress, error) {
	m := access.MemberFrom(ctx)
	if m.Student == 0 {
		return Progress{Standing: access.NoApplication}, nil
	}
	uuid, err := uuidByID(ctx, s.DB, m.Student)
	if err != nil {
		return Progress{}, err
	}
	st, err := byUUID(ctx, s.DB, access.Everything(), uuid)
	if err != nil {
		return Progress{}, err
	}
	out := Progress{
		Standing: access.StandingOf(string(st.Status), st.EndYear, s.Clock()), Reason: st.Reason, HasLeft: st.hasLeft(), Fields: strings.Fields(st.WrongFields), Since: st.StatusAt, Application: &st,
	}
	if st.Status == Moderation {
		waits, err := waitsOf(ctx, s.DB, st.University)
		if err != nil {
			return Progress{}, err
		}
		out.UsualHours = usualHours(waits)
	}
	return out, nil
}

// FilesOwner returns what the files of the member's application are attached to; "" if there is none.
func (s *Service) FilesOwner(ctx context.Context, m access.Member) (string, error) {
	if m.Student == 0 {
		return "", nil
	}
	uuid, err := uuidOf(ctx, s.DB, m.Student)
	if err != nil || uuid == "" {
		return "", err
	}
	return filesOwner(uuid), nil
}

// Leave ends the participation of a student who asks for it: a student is blocked, an application rejected, and the document
// is deleted (rules 25.9). It is part of the account's transaction, and no operator's decision.
func (s *Service) Leave(ctx context.Context, tx db.Tx, student int64) error {
	was, err := s.lockOwn(ctx, tx, student)
	if err != nil {
		return err
	}
	is := was.afterLeaving(s.Clock())
	if err := setLeft(ctx, tx, is); err != nil {
		return err
	}
	if was.Document != "" {
		if err := s.Files.Discard(ctx, tx, was.Document); err != nil {
			return err
		}
	}
	return s.log.Changed(ctx, tx, audit.Entry{
		Action: "students.leave", Object: was.UUID, About: about(was), Reason: leaveReason,
		Before: map[string]any{"status": was.Status}, After: map[string]any{"status": is.Status},
	}, was.ID)
}
