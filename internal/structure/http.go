package structure

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// Routes are the calls of this area. Reading is open to every role, since forms need it.
func (s *Service) Routes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /v1/hierarchy", access.SignedIn, "Структура университета", s.list),
		rest.Call("GET /v1/univer/faculty", access.SignedIn, "Факультеты университета", s.faculties),
		rest.Call("POST /v1/hierarchy/faculty", access.Structure, "Добавить факультет", s.add),
		rest.Call("GET /v1/univer/import-faculties", access.Structure, "Факультеты из каталога по ИНН", s.known),
		rest.Call("POST /v1/hierarchy/faculties", access.Structure, "Добавить несколько факультетов", s.addMany),
		rest.Call("PUT /v1/hierarchy", access.Structure, "Изменить факультет и специальности", s.save),
		rest.Call("DELETE /v1/hierarchy/faculty/{uuidFaculty}", access.Structure, "Удалить факультет", s.deleteFaculty),
		rest.Call("DELETE /v1/hierarchy/specialty/{uuidSpecialty}", access.Structure, "Удалить специальность", s.deleteSpecialty),
	}
}

type specialtyWire struct {
	UUID string `json:"uuidSpecialty"`
	Name string `json:"nameSpecialty"`
}

type facultyWire struct {
	UUID        string          `json:"uuidDepartment"`
	Name        string          `json:"nameDepartment"`
	Specialties []specialtyWire `json:"specialties"`
}

func toWire(f Faculty) facultyWire {
	out := facultyWire{UUID: f.UUID, Name: f.Name, Specialties: make([]specialtyWire, len(f.Specialties))}
	for i, s := range f.Specialties {
		out.Specialties[i] = specialtyWire{UUID: s.UUID, Name: s.Name}
	}
	return out
}

func allToWire(faculties []Faculty, err error) ([]facultyWire, error) {
	out := make([]facultyWire, len(faculties))
	for i, f := range faculties {
		out[i] = toWire(f)
	}
	return out, err
}

func (s *Service) list(ctx context.Context, _ *struct{}) ([]facultyWire, error) {
	return allToWire(s.List(ctx))
}

type facultiesIn struct {
	University string `query:"uuidUniversity" format:"uuid"`
}

func (s *Service) faculties(ctx context.Context, in *facultiesIn) ([]facultyWire, error) {
	return allToWire(s.Faculties(ctx, in.University))
}

type addIn struct {
	Body struct {
		Name string `json:"nameDepartment"`
	}
}

func (s *Service) add(ctx context.Context, in *addIn) (facultyWire, error) {
	f, err := s.Add(ctx, in.Body.Name)
	return toWire(f), err
}

type knownIn struct {
	INN string `query:"inn" maxLength:"100"`
}

type namesWire struct {
	Names []string `json:"namesDepartments"`
}

func (s *Service) known(ctx context.Context, in *knownIn) (namesWire, error) {
	names, err := s.Known(ctx, in.INN)
	return namesWire{Names: names}, err
}

type addManyIn struct{ Body namesWire }

func (s *Service) addMany(ctx context.Context, in *addManyIn) ([]facultyWire, error) {
	return allToWire(s.AddMany(ctx, in.Body.Names))
}

type saveIn struct {
	Body struct {
		UUID        string  `json:"uuidDepartment" format:"uuid"`
		Name        *string `json:"nameDepartment,omitempty" doc:"Без него название остаётся"`
		Specialties []struct {
			UUID *string `json:"uuidSpecialty,omitempty" format:"uuid" doc:"Без него специальность добавляется"`
			Name string  `json:"nameSpecialty"`
		} `json:"specialties,omitempty"`
	}
}

func (s *Service) save(ctx context.Context, in *saveIn) (rest.Nothing, error) {
	c := Change{Faculty: in.Body.UUID, Name: in.Body.Name}
	for _, sp := range in.Body.Specialties {
		change := SpecialtyChange{Name: sp.Name}
		if sp.UUID != nil {
			change.UUID = *sp.UUID
		}
		c.Specialties = append(c.Specialties, change)
	}
	return rest.Nothing{}, s.Save(ctx, c)
}

type facultyIn struct {
	UUID string `path:"uuidFaculty"`
}

func (s *Service) deleteFaculty(ctx context.Context, in *facultyIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteFaculty(ctx, in.UUID)
}

type specialtyIn struct {
	UUID string `path:"uuidSpecialty"`
}

func (s *Service) deleteSpecialty(ctx context.Context, in *specialtyIn) (rest.Nothing, error) {
	return rest.Nothing{}, s.DeleteSpecialty(ctx, in.UUID)
}
