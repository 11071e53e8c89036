package students

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"studbonus/internal/db"
	"studbonus/internal/xlsx"
)

// exportRow is what the spreadsheet shows of a student.
type exportRow struct {
	Faculty, Course                           int64
	Start, End, Phone, Code, Status, FullName string
}

// exportLine is a row in one column: reading a column takes as long as writing it. The few faculties are not joined to each row.
// The name comes last, for it alone could hold the mark between the fields.
const exportLine = `concat_ws('|', coalesce(s.faculty_id, 0), s.course, s.start_year, s.end_year, s.phone, s.student_code, s.status,
	concat_ws(' ', s.surname, s.name, nullif(s.patronymic, '')))`

func parseExportLine(line string) (r exportRow, err error) {
	next := func() (field string) {
		field, line, _ = strings.Cut(line, "|")
		return field
	}
	if r.Faculty, err = strconv.ParseInt(next(), 10, 64); err != nil {
		return r, err
	}
	if r.Course, err = strconv.ParseInt(next(), 10, 64); err != nil {
		return r, err
	}
	r.Start, r.End, r.Phone, r.Code, r.Status, r.FullName = next(), next(), next(), next(), next(), line
	return r, nil
}

var exportSheet = xlsx.Sheet{Name: "Студенты", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Факультет", Width: 40}, {Title: "Период обучения", Width: 16}, {Title: "Курс", Width: 7, Kind: xlsx.Number},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Номер штрихкода", Width: 18, Kind: xlsx.Code}, {Title: "Статус", Width: 16},
}}

func (r exportRow) write(w *xlsx.Writer, faculty string) error {
	w.Text(r.FullName)
	w.Text(faculty)
	w.Text(r.Start + "–" + r.End)
	w.Number(r.Course)
	w.Text(r.Phone)
	w.Text(r.Code)
	w.Text(statusNames[Status(r.Status)])
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
