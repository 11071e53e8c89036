package structure

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/google/uuid"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// Service is the use cases of the structure page.
type Service struct {
	db    *db.DB
	clock clock.Clock
	hooks Hooks
}

// Hooks are called in the transaction of the change.
type Hooks struct {
	// FacultyRenamed updates lists that show or sort by the name.
	FacultyRenamed func(ctx context.Context, tx db.Tx, faculty int64) error
	// FacultyGoes may refuse to delete a faculty that other data depend on.
	FacultyGoes func(ctx context.Context, tx db.Tx, faculty int64) error
}

// New creates the service.
func New(d *db.DB, now clock.Clock, h Hooks) *Service { return &Service{d, now, h} }

// List returns the structure of the caller's university.
func (s *Service) List(ctx context.Context) ([]Faculty, error) {
	return facultiesOf(ctx, s.db, home(ctx).university)
}

// Faculties returns the structure of a university in the caller's scope; by default the caller's own.
func (s *Service) Faculties(ctx context.Context, university string) ([]Faculty, error) {
	if university == "" {
		return s.List(ctx)
	}
	id, err := universityByUUID(ctx, s.db, access.From(ctx).Scope(), university)
	if err != nil {
		return nil, err
	}
	return facultiesOf(ctx, s.db, id)
}

// FacultiesOf returns the structure of any university: students choose from it.
func (s *Service) FacultiesOf(ctx context.Context, university string) ([]Faculty, error) {
	id, err := universityByUUID(ctx, s.db, access.Everything(), university)
	if err != nil {
		return nil, err
	}
	return facultiesOf(ctx, s.db, id)
}

// Add creates a faculty.
func (s *Service) Add(ctx context.Context, name string) (Faculty, error) {
	name, err := checkName("nameDepartment", name)
	if err != nil {
		return Faculty{}, err
	}
	added, err := s.addAll(ctx, []string{name})
	if err != nil {
		return Faculty{}, err
	}
	return added[0], nil
}

// AddMany creates several faculties, all or none.
func (s *Service) AddMany(ctx context.Context, names []string) ([]Faculty, error) {
	if len(names) == 0 || len(names) > maxAtOnce {
		return nil, fault.Invalid("namesDepartments", "Выберите от 1 до 200 факультетов.")
	}
	for i, name := range names {
		var err error
		if names[i], err = checkName("namesDepartments", name); err != nil {
			return nil, err
		}
	}
	return s.addAll(ctx, names)
}

func (s *Service) addAll(ctx context.Context, names []string) ([]Faculty, error) {
	out := make([]Faculty, len(names))
	err := s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		for i, name := range names {
			out[i] = Faculty{UUID: uuid.NewString(), University: home(ctx).university, Name: name}
			if err := insertFaculty(ctx, tx, out[i]); err != nil {
				return taken(err, "Факультет «"+name+"» уже есть.")
			}
		}
		entry := audit.Entry{Action: "structure.add", Kind: "faculty", Object: out[0].UUID, After: map[string]any{"nameDepartment": names[0]}}
		if len(names) > 1 {
			entry.After = map[string]any{"namesDepartments": names}
		}
		return audit.Write(ctx, tx, s.clock(), entry)
	})
	return out, err
}

func taken(err error, message string) error {
	if db.IsUnique(err) {
		return fault.Conflict(message)
	}
	return err
}

// Known returns the catalogue's faculties for an ИНН that the caller's university does not have yet.
func (s *Service) Known(ctx context.Context, inn string) ([]string, error) {
	const shortest = 10
	if inn = strings.TrimSpace(inn); utf8.RuneCountInString(inn) < shortest {
		return nil, fault.Invalid("inn", "Введите ИНН")
	}
	names, any, err := knownFaculties(ctx, s.db, home(ctx).university, listquery.Digits(inn))
	if err == nil && !any {
		err = fault.NotFound()
	}
	return names, err
}

// Change is what the edit popup sends: a new name, if it was edited, and the specialties that were edited or added. What is not
// sent stays as it is, also if somebody else has renamed it meanwhile.
type Change struct {
	Faculty     string
	Name        *string
	Specialties []SpecialtyChange
}

// SpecialtyChange renames a specialty, or adds one where UUID is empty.
type SpecialtyChange struct{ UUID, Name string }

// Save renames a faculty and its specialties.
func (s *Service) Save(ctx context.Context, c Change) error {
	var name string
	if c.Name != nil {
		var err error
		if name, err = checkName("nameDepartment", *c.Name); err != nil {
			return err
		}
	}
	if len(c.Specialties) > maxSpecials {
		return fault.Invalid("specialties", "Слишком много специальностей.")
	}
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		f, err := facultyByUUID(ctx, tx, home(ctx), c.Faculty)
		if err != nil {
			return err
		}
		if c.Name == nil {
			name = f.Name
		}
		before, after := map[string]any{"nameDepartment": f.Name}, map[string]any{"nameDepartment": name}
		if name != f.Name {
			if err := renameFaculty(ctx, tx, f.ID, name); err != nil {
				return taken(err, "Факультет «"+name+"» уже есть.")
			}
			if err := s.hooks.FacultyRenamed(ctx, tx, f.ID); err != nil {
				return err
			}
		}
		for _, sc := range c.Specialties {
			was, is, err := s.saveSpecialty(ctx, tx, f, sc)
			if err != nil {
				return err
			}
			if was != is {
				before["specialty "+is], after["specialty "+is] = was, is
			}
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "structure.save", Kind: "faculty", Object: f.UUID, Before: before, After: after})
	})
}

func (s *Service) saveSpecialty(ctx context.Context, tx db.Tx, f Faculty, c SpecialtyChange) (was, is string, err error) {
	if is, err = checkSpecialty(c.Name); err != nil {
		return "", "", err
	}
	exists := "Специальность «" + is + "» уже есть."
	if c.UUID == "" {
		err = insertSpecialty(ctx, tx, Specialty{UUID: uuid.NewString(), Faculty: f.ID, Name: is})
		return "", is, taken(err, exists)
	}
	present, err := specialtyByUUID(ctx, tx, home(ctx), c.UUID)
	if err == nil && present.Faculty != f.ID {
		err = fault.NotFound()
	}
	if err != nil {
		return "", "", err
	}
	return present.Name, is, taken(renameSpecialty(ctx, tx, present.ID, is), exists)
}

// DeleteFaculty removes a faculty that no student belongs to.
func (s *Service) DeleteFaculty(ctx context.Context, id string) error {
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		f, err := facultyByUUID(ctx, tx, home(ctx), id)
		if err != nil {
			return err
		}
		if err := s.hooks.FacultyGoes(ctx, tx, f.ID); err != nil {
			return err
		}
		if err := deleteFaculty(ctx, tx, f.ID); err != nil {
			return inUse(err, "К факультету «"+f.Name+"» прикреплены студенты. Сначала переведите их на другой факультет.")
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "structure.delete", Kind: "faculty", Object: f.UUID, Before: map[string]any{"nameDepartment": f.Name}})
	})
}

// DeleteSpecialty removes a specialty that no student studies.
func (s *Service) DeleteSpecialty(ctx context.Context, id string) error {
	return s.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		sp, err := specialtyByUUID(ctx, tx, home(ctx), id)
		if err != nil {
			return err
		}
		if err := deleteSpecialty(ctx, tx, sp.ID); err != nil {
			return inUse(err, "К специальности «"+sp.Name+"» прикреплены студенты. Сначала переведите их на другую.")
		}
		return audit.Write(ctx, tx, s.clock(), audit.Entry{Action: "structure.delete", Kind: "specialty", Object: sp.UUID, Before: map[string]any{"nameSpecialty": sp.Name}})
	})
}

func inUse(err error, message string) error {
	if db.IsForeignKey(err) {
		return fault.Conflict(message)
	}
	return err
}

// AddAnywhere adds a faculty to any university, bypassing the scope. It is for demo data.
func (s *Service) AddAnywhere(ctx context.Context, tx db.Tx, university int64, name string) error {
	return insertFaculty(ctx, tx, Faculty{UUID: uuid.NewString(), University: university, Name: name})
}
