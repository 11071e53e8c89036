package structure

import (
	"context"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

func facultiesOf(ctx context.Context, q db.Querier, university int64) ([]Faculty, error) {
	faculties, err := db.All[Faculty](ctx, q, "SELECT id, uuid, university_id, name FROM faculties WHERE university_id = ? ORDER BY name_key, id", university)
	if err != nil {
		return nil, err
	}
	specialties, err := db.All[Specialty](ctx, q, `SELECT s.id, s.uuid, s.faculty_id, s.name FROM specialties s JOIN faculties f ON f.id = s.faculty_id
		WHERE f.university_id = ? ORDER BY s.name_key, s.id`, university)
	if err != nil {
		return nil, err
	}
	byFaculty := map[int64][]Specialty{}
	for _, s := range specialties {
		byFaculty[s.Faculty] = append(byFaculty[s.Faculty], s)
	}
	for i := range faculties {
		faculties[i].Specialties = byFaculty[faculties[i].ID]
	}
	return faculties, nil
}

func facultyByUUID(ctx context.Context, q db.Querier, scope homeScope, uuid string) (Faculty, error) {
	return db.Get[Faculty](ctx, q, "SELECT id, uuid, university_id, name FROM faculties WHERE uuid = ? AND university_id = ?", uuid, scope.university)
}

func specialtyByUUID(ctx context.Context, q db.Querier, scope homeScope, uuid string) (Specialty, error) {
	return db.Get[Specialty](ctx, q, `SELECT s.id, s.uuid, s.faculty_id, s.name FROM specialties s JOIN faculties f ON f.id = s.faculty_id
		WHERE s.uuid = ? AND f.university_id = ?`, uuid, scope.university)
}

func insertFaculty(ctx context.Context, tx db.Tx, f Faculty) error {
	_, err := tx.Exec(ctx, "INSERT INTO faculties (uuid, university_id, name, name_key) VALUES (?, ?, ?, ?)", f.UUID, f.University, f.Name, listquery.Fold(f.Name))
	return err
}

func renameFaculty(ctx context.Context, tx db.Tx, id int64, name string) error {
	_, err := tx.Exec(ctx, "UPDATE faculties SET name = ?, name_key = ? WHERE id = ?", name, listquery.Fold(name), id)
	return err
}

func insertSpecialty(ctx context.Context, tx db.Tx, s Specialty) error {
	_, err := tx.Exec(ctx, "INSERT INTO specialties (uuid, faculty_id, name, name_key) VALUES (?, ?, ?, ?)", s.UUID, s.Faculty, s.Name, listquery.Fold(s.Name))
	return err
}

func renameSpecialty(ctx context.Context, tx db.Tx, id int64, name string) error {
	_, err := tx.Exec(ctx, "UPDATE specialties SET name = ?, name_key = ? WHERE id = ?", name, listquery.Fold(name), id)
	return err
}

func deleteFaculty(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM faculties WHERE id = ?", id)
	return err
}

func deleteSpecialty(ctx context.Context, tx db.Tx, id int64) error {
	_, err := tx.Exec(ctx, "DELETE FROM specialties WHERE id = ?", id)
	return err
}

// knownFaculties returns the catalogue's faculties for an ИНН that the university does not have yet.
func knownFaculties(ctx context.Context, q db.Querier, university int64, inn string) (names []string, any bool, err error) {
	all, err := db.All[string](ctx, q, "SELECT name FROM faculty_catalogue WHERE inn = ? ORDER BY name", inn)
	if err != nil || len(all) == 0 {
		return nil, false, err
	}
	present, err := db.All[string](ctx, q, "SELECT name_key FROM faculties WHERE university_id = ?", university)
	if err != nil {
		return nil, false, err
	}
	has := map[string]bool{}
	for _, key := range present {
		has[key] = true
	}
	names = []string{}
	for _, name := range all {
		if !has[listquery.Fold(name)] {
			names = append(names, name)
		}
	}
	return names, true, nil
}

func universityByUUID(ctx context.Context, q db.Querier, scope access.Scope, uuid string) (int64, error) {
	where, args := scope.Where("id")
	return db.Get[int64](ctx, q, "SELECT id FROM universities WHERE uuid = ? AND "+where, append([]any{uuid}, args...)...)
}

// homeScope limits structure calls to the caller's home university, also for operators who see more (rules 2.7).
type homeScope struct{ university int64 }

func home(ctx context.Context) homeScope { return homeScope{access.From(ctx).University} }
