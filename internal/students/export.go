package students

import (
	"context"
	"fmt"
	"strconv"
	"strings"

	"studbonus/internal/db"
	"studbonus/internal/index"
	"studbonus/internal/xlsx"
)

// exportRow is what the spreadsheet shows of a student. The few faculties are not joined to each row.
type exportRow struct {
	Faculty int64  `db:"faculty"`
	Course  int64  `db:"course"`
	Start   int64  `db:"start_year"`
	End     int64  `db:"end_year"`
	Line    string `db:"line"` // phone, code, status and name, which comes last since it alone could hold the mark between them
}

// A row is asked for in the form that takes the least time to read. From PostgreSQL these are numbers, and the texts in one;
// on SQLite a column takes as long to read as it takes to write, so all is one text.
const (
	exportColumns = `coalesce(s.faculty_id, 0) AS faculty, s.course, s.start_year, s.end_year,
		s.phone || '|' || s.student_code || '|' || s.status || '|' || s.surname || ' ' || s.name || ' ' || s.patronymic AS line`
	exportLine = `concat_ws('|', coalesce(s.faculty_id, 0), s.course, s.start_year, s.end_year, s.phone, s.student_code, s.status,
		concat_ws(' ', s.surname, s.name, s.patronymic))`
)

func (s *Service) eachExported(ctx context.Context, q index.Query, use func(exportRow) error) error {
	if s.DB.Postgres() {
		return index.Each(ctx, s.index, q, exportColumns, use)
	}
	return index.Each(ctx, s.index, q, exportLine, func(line string) error {
		r, err := parseExportLine(line)
		if err != nil {
			return err
		}
		return use(r)
	})
}

func parseExportLine(line string) (r exportRow, err error) {
	for _, into := range []*int64{&r.Faculty, &r.Course, &r.Start, &r.End} {
		var number string
		number, line, _ = strings.Cut(line, "|")
		if *into, err = strconv.ParseInt(number, 10, 64); err != nil {
			return r, err
		}
	}
	r.Line = line
	return r, nil
}

var exportSheet = xlsx.Sheet{Name: "Студенты", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Факультет", Width: 40, Kind: xlsx.Choice}, {Title: "Период обучения", Width: 16, Kind: xlsx.Choice}, {Title: "Курс", Width: 7, Kind: xlsx.Number},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Номер штрихкода", Width: 18, Kind: xlsx.Code}, {Title: "Статус", Width: 16, Kind: xlsx.Choice},
}}

// exporter writes rows; it keeps the texts that come again and again.
type exporter struct {
	db        db.Querier
	faculties map[int64]string
	periods   map[[2]int64]string
}

func newExporter(q db.Querier) *exporter {
	return &exporter{db: q, faculties: map[int64]string{0: ""}, periods: map[[2]int64]string{}}
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
	w.Text(e.period(r.Start, r.End))
	w.Number(r.Course)
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

func (e *exporter) period(start, end int64) string {
	years := [2]int64{start, end}
	text, known := e.periods[years]
	if !known {
		text = fmt.Sprintf("%d–%d", start, end)
		e.periods[years] = text
	}
	return text
}
