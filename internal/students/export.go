package students

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List {
	return []exporting.List{s.studentExport(), s.applicationExport()}
}

var (
	exportedStudents     = exporting.List{Kind: "students", Area: access.Students, Sheet: exportSheet, IsPersonal: true}
	exportedApplications = exporting.List{Kind: "applications", Area: access.Applications, Sheet: applicationSheet, IsPersonal: true}
)

func (s *Service) studentExport() exporting.List {
	return exporting.Of(exportedStudents, exporting.Engine[Filter, string]{
		Start: s.StartExport, Index: s.index, Query: s.ownQuery, Columns: exportLine, Words: s.filterWords,
		Rows: func(ctx context.Context) func(string, *exporting.Writer) error {
			rows := newExporter(s.DB)
			return func(line string, w *exporting.Writer) error { return rows.write(ctx, w, line) }
		},
	})
}

func (s *Service) applicationExport() exporting.List {
	return exporting.Of(exportedApplications, exporting.Engine[Filter, applicationRow]{
		Start: s.StartExport, Index: s.index, Query: s.ownQuery, Columns: applicationColumns, Words: s.filterWords,
		Rows: exporting.Plain(applicationRow.write),
	})
}

func (s *Service) ownQuery(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
	return s.indexQuery(ctx, access.From(ctx).Scope(), q)
}

func (s *Service) filterWords(ctx context.Context, f Filter) (exporting.Words, error) {
	var words exporting.Words
	names, err := cities.Names(ctx, s.DB, f.Cities)
	return words.Named("Статус", statusNames[f.Status]).Named("Города", names...), err
}

// exportRow is a row of the spreadsheet. Faculty names are looked up once instead of joined to every row.
type exportRow struct {
	ID, Faculty, Course, Start, End int64
	Phone, Code                     string
	Status                          Status
	FullName                        string
}

// parseExportLine parses a value of exportLine.
func parseExportLine(line string) (r exportRow, err error) {
	parts := strings.SplitN(line, "|", 9)
	if len(parts) != 9 {
		return r, fmt.Errorf("a row of %d parts", len(parts))
	}
	for i, number := range []*int64{&r.ID, &r.Faculty, &r.Course, &r.Start, &r.End} {
		if *number, err = strconv.ParseInt(parts[i], 10, 64); err != nil {
			return r, err
		}
	}
	r.Phone, r.Code, r.Status, r.FullName = parts[5], parts[6], Status(parts[7]), parts[8]
	return r, nil
}

var exportSheet = xlsx.Sheet{Name: "Студенты", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Факультет", Width: 40, Kind: xlsx.Choice}, {Title: "Период обучения", Width: 16, Kind: xlsx.Choice}, {Title: "Курс", Width: 7},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Номер штрихкода", Width: 18, Kind: xlsx.Code}, {Title: "Статус", Width: 16, Kind: xlsx.Choice},
}}

// exporter writes rows and caches repeated texts.
type exporter struct {
	db        db.Querier
	faculties map[int64]string
	periods   map[[2]int64]string
}

func newExporter(q db.Querier) *exporter {
	return &exporter{db: q, faculties: map[int64]string{0: ""}, periods: map[[2]int64]string{}}
}

func (e *exporter) write(ctx context.Context, w *exporting.Writer, line string) error {
	r, err := parseExportLine(line)
	if err != nil {
		return err
	}
	faculty, err := e.faculty(ctx, r.Faculty)
	if err != nil {
		return err
	}
	w.Text(strings.TrimSuffix(r.FullName, " ")) // the patronymic is optional
	w.Text(faculty)
	w.Text(e.period(r.Start, r.End))
	w.Number(r.Course)
	w.Text(r.Phone)
	w.Text(r.Code)
	w.Text(statusNames[r.Status])
	return w.EndRow(r.ID)
}

func (e *exporter) faculty(ctx context.Context, id int64) (string, error) {
	if name, known := e.faculties[id]; known {
		return name, nil
	}
	name, err := facultyName(ctx, e.db, id)
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

// applicationRow is a row of the spreadsheet of applications.
type applicationRow struct {
	ID         int64      `db:"id"`
	FullName   string     `db:"full_name"`
	CreatedAt  time.Time  `db:"created_at"`
	Status     Status     `db:"status"`
	Reason     string     `db:"status_reason"`
	Phone      string     `db:"phone"`
	Birth      clock.Date `db:"birth_date"`
	University string     `db:"university"`
	Faculty    string     `db:"faculty"`
	Course     int64      `db:"course"`
	Start      int        `db:"start_year"`
	End        int        `db:"end_year"`
	City       string     `db:"city"`
}

var applicationSheet = xlsx.Sheet{Name: "Заявки", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Подана", Width: 17, Kind: xlsx.Moment}, {Title: "Статус", Width: 18, Kind: xlsx.Choice}, {Title: "Причина отказа", Width: 36},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Дата рождения", Width: 15, Kind: xlsx.Day}, {Title: "Университет", Width: 20, Kind: xlsx.Choice},
	{Title: "Факультет", Width: 40, Kind: xlsx.Choice}, {Title: "Курс", Width: 7}, {Title: "Период обучения", Width: 16, Kind: xlsx.Choice}, {Title: "Город", Width: 20, Kind: xlsx.Choice},
}}

func (r applicationRow) write(w *exporting.Writer) error {
	w.Text(strings.TrimSuffix(r.FullName, " "))
	w.Moment(&r.CreatedAt)
	w.Text(statusNames[r.Status])
	w.Text(r.Reason)
	w.Text(r.Phone)
	w.Day(r.Birth)
	w.Text(r.University)
	w.Text(r.Faculty)
	w.Number(r.Course)
	w.Text(fmt.Sprintf("%d–%d", r.Start, r.End))
	w.Text(r.City)
	return w.EndRow(r.ID)
}
