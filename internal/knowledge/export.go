package knowledge

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List { return []exporting.List{s.export()} }

var exported = exporting.List{Kind: "questions", Area: access.Knowledge, Sheet: exportSheet}

func (s *Service) export() exporting.List {
	return exporting.Of(exported, exporting.Engine[Filter, exportRow]{
		Start: s.StartExport, Index: s.index, Query: s.indexQuery, Columns: exportColumns, Words: s.filterWords, Rows: exporting.Plain(exportRow.write),
	})
}

func (s *Service) filterWords(ctx context.Context, f Filter) (exporting.Words, error) {
	category, err := categoryNames(ctx, s.DB, f.Category)
	if err != nil {
		return nil, err
	}
	university, err := universityNames(ctx, s.DB, f.University)
	return exporting.Words{}.Named("Категория", category...).Named("Университет", university...), err
}

// exportRow is a row of the spreadsheet.
type exportRow struct {
	ID         int64     `db:"id"`
	Text       string    `db:"question"`
	Answer     string    `db:"answer"`
	Category   string    `db:"category"`
	University string    `db:"university"`
	Plus       int64     `db:"votes_plus"`
	Minus      int64     `db:"votes_minus"`
	CreatedAt  time.Time `db:"created_at"`
}

var exportSheet = xlsx.Sheet{Name: "База знаний", Columns: []xlsx.Column{
	{Title: "Вопрос", Width: 60}, {Title: "Ответ", Width: 80}, {Title: "Категория", Width: 26, Kind: xlsx.Choice}, {Title: "Чей вопрос", Width: 20, Kind: xlsx.Choice},
	{Title: "Полезно", Width: 10}, {Title: "Не полезно", Width: 12}, {Title: "Добавлен", Width: 17, Kind: xlsx.Moment},
}}

func (r exportRow) write(w *exporting.Writer) error {
	w.Text(r.Text)
	w.Text(r.Answer)
	w.Text(r.Category)
	w.Text(r.University)
	w.Number(r.Plus)
	w.Number(r.Minus)
	w.Moment(&r.CreatedAt)
	return w.EndRow(r.ID)
}
