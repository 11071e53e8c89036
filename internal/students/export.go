package students

import (
	"context"
	"fmt"
	"strconv"

	"studbonus/internal/db"
	"studbonus/internal/xlsx"
)

// exportRow is what the spreadsheet shows of a student. Every column read costs a tenth of the whole: what belongs together
// is put together by the database, and the few faculties are not joined to each row.
type exportRow struct {
	FullName string `db:"full_name"`
	Faculty  int64  `db:"faculty"`
	Years    int    `db:"years"`
	Course   int    `db:"course"`
	Phone    string `db:"phone"`
	Code     string `db:"student_code"`
	Status   Status `db:"status"`
}

const (
	eachYear      = 10_000 // years are start · eachYear + end
	exportColumns = `s.surname || ' ' || s.name || CASE s.patronymic WHEN '' THEN '' ELSE ' ' || s.patronymic END AS full_name,
		coalesce(s.faculty_id, 0) AS faculty, s.start_year * 10000 + s.end_year AS years, s.course, s.phone, s.student_code, s.status`
)

var exportSheet = xlsx.Sheet{Name: "Студенты", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Факультет", Width: 40}, {Title: "Период обучения", Width: 16}, {Title: "Курс", Width: 7, Kind: xlsx.Number},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Номер штрихкода", Width: 18, Kind: xlsx.Code}, {Title: "Статус", Width: 16},
}}

func (r exportRow) write(w *xlsx.Writer, faculty string) error {
	w.Text(r.FullName)
	w.Text(faculty)
	w.Text(strconv.Itoa(r.Years/eachYear) + "–" + strconv.Itoa(r.Years%eachYear))
	w.Number(int64(r.Course))
	w.Text(r.Phone)
	w.Text(r.Code)
	w.Text(statusNames[r.Status])
	return w.EndRow()
}

// faculties are names by id, each read when it turns up.
type faculties map[int64]string

func (f faculties) name(ctx context.Context, q db.Querier, id int64) (string, error) {
	if name, known := f[id]; known || id == 0 {
		return name, nil
	}
	name, err := db.One[string](ctx, q, "SELECT name FROM faculties WHERE id = ?", id)
	if err != nil {
		return "", fmt.Errorf("faculty %d: %w", id, err)
	}
	f[id] = name
	return name, nil
}
