package structure

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
)

// MemberRoutes are the calls of this area on the students' face.
func (s *Service) MemberRoutes() []rest.Route {
	return []rest.Route{
		rest.Call("GET /s/v1/universities/{uuidUniversity}/faculties", access.Anyone, "Факультеты университета и их специальности", s.memberFaculties),
	}
}

type memberFacultiesIn struct {
	University string `path:"uuidUniversity"`
}

type memberFacultyWire struct {
	ID          string                `json:"id"`
	Name        string                `json:"name"`
	Specialties []memberSpecialtyWire `json:"specialties"`
}

type memberSpecialtyWire struct {
	ID   string `json:"id"`
	Name string `json:"name"`
}

func (s *Service) memberFaculties(ctx context.Context, in *memberFacultiesIn) (rest.Items[memberFacultyWire], error) {
	found, err := s.FacultiesOf(ctx, in.University)
	return rest.NewItems(found, func(f Faculty) memberFacultyWire {
		specialties := rest.NewItems(f.Specialties, func(sp Specialty) memberSpecialtyWire { return memberSpecialtyWire{ID: sp.UUID, Name: sp.Name} })
		return memberFacultyWire{ID: f.UUID, Name: f.Name, Specialties: specialties.Items}
	}), err
}
