package students

import (
	"context"
	"fmt"
	"strings"

	"studbonus/internal/db"
	"studbonus/internal/xlsx"
)

// exportRow is a student as the spreadsheet's rows are read: in few columns, since reading one takes as long as writing
// it. The few faculties are not joined to each row.
type exportRow struct {
	Faculty int64  `db:"faculty"`
	Course  int    `db:"course"`
	Years   int64  `db:"years"` // the first one in the upper half
	Line    string `db:"line"`
}

// exportColumns are those of exportRow. The name comes last in the line, for it alone could hold the mark between fields.
const exportColumns = `coalesce(s.faculty_id, 0) AS faculty, s.course, s.start_year * 4294967296 + s.end_year AS years,
	s.phone || '|' || s.student_code || '|' || s.status || '|' || s.surname || ' ' || s.name || ' ' || s.patronymic AS line`

var exportSheet = xlsx.Sheet{Name: "Студенты", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Факультет", Width: 40, Kind: xlsx.Choice}, {Title: "Период обучения", Width: 16, Kind: xlsx.Choice}, {Title: "Курс", Width: 7, Kind: xlsx.Number},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Номер штрихкода", Width: 18, Kind: xlsx.Code}, {Title: "Статус", Width: 16, Kind: xlsx.Choice},
}}

// exporter writes rows; it keeps the texts that come again and again.
type exporter struct {
	db        db.Querier
	faculties map[int64]string
	periods   map[int64]string
}

func newExporter(q db.Querier) *exporter {
	return &exporter{db: q, faculties: map[int64]string{0: ""}, periods: map[int64]string{}}
}

func (e *exporter) write(ctx context.Context, w *xlsx.Writer, r exportRow) error {
	faculty, err := e.faculty(ctx, r.Faculty)
	if err != nil {
		return err
	}
	phone, rest, _ := strings.Cut(r.Line, "|")
	code, rest, _ := strings.Cut(rest, "|")
	status, name, _ := strings.Cut(rest, "|")
	w.Text(strings.TrimSuffix(name, " ")) // not everybody has a patronymic
	w.Text(faculty)
	w.Text(e.period(r.Years))
	w.Number(int64(r.Course))
	w.Text(phone)
	w.Text(code)
	w.Text(statusNames[Status(status)])
	return w.EndRow()
}

func (e *exporter) faculty(ctx context.Context, id int64) (string, error) {
	if name, known := e.faculties[id]; known {
		return name, nil
	}
	name, err := db.One[string](ctx, e.db, "SELECT name FROM faculties WHERE id = ?", id)
	if err != nil {
		return "", fmt.Errorf("faculty %d: %w", id, err)
	}
	e.faculties[id] = name
	return name, nil
}

func (e *exporter) period(years int64) string {
	text, known := e.periods[years]
	if !known {
		text = fmt.Sprintf("%d–%d", years>>32, int32(years))
		e.periods[years] = text
	}
	return text
}
