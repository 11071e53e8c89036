package partners

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List { return []exporting.List{s.export()} }

var exported = exporting.List{Kind: "partners", Area: access.Partners, Sheet: exportSheet}

func (s *Service) export() exporting.List {
	return exporting.Of(exported, exporting.Engine[Filter, exportRow]{
		Start: s.StartExport, Index: s.index, Query: s.indexQuery, Columns: exportColumns, Words: s.filterWords, Rows: exporting.Plain(exportRow.write),
	})
}

var statusTitles = map[Status]string{Active: "Активен", Blocked: "Заблокирован"}

func (s *Service) filterWords(ctx context.Context, f Filter) (exporting.Words, error) {
	categories, err := categoryNames(ctx, s.DB, f.Categories)
	if err != nil {
		return nil, err
	}
	in, err := cities.Names(ctx, s.DB, f.Cities)
	return exporting.Words{}.Named("Статус", statusTitles[f.Status]).Named("Категории", categories...).Named("Города", in...), err
}

// exportRow is a row of the spreadsheet.
type exportRow struct {
	ID        int64     `db:"id"`
	Name      string    `db:"name"`
	LegalName string    `db:"legal_name"`
	INN       string    `db:"inn"`
	Category  string    `db:"category"`
	City      string    `db:"city"`
	Phone     string    `db:"phone"`
	Email     string    `db:"email"`
	Site      string    `db:"site"`
	Rating    *int      `db:"rating"` // in tenths
	Discounts int64     `db:"discounts"`
	Points    int64     `db:"points"`
	Status    Status    `db:"status"`
	Reason    string    `db:"block_reason"`
	CreatedAt time.Time `db:"created_at"`
}

var exportSheet = xlsx.Sheet{Name: "Партнёры", Columns: []xlsx.Column{
	{Title: "Название", Width: 32}, {Title: "Юридическое название", Width: 36}, {Title: "ИНН", Width: 15, Kind: xlsx.Code}, {Title: "Категория", Width: 22, Kind: xlsx.Choice},
	{Title: "Город", Width: 20, Kind: xlsx.Choice}, {Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "E-mail", Width: 26}, {Title: "Сайт", Width: 28}, {Title: "Рейтинг", Width: 10},
	{Title: "Скидок", Width: 9}, {Title: "Торговых точек", Width: 11}, {Title: "Статус", Width: 15, Kind: xlsx.Choice}, {Title: "Причина блокировки", Width: 36},
	{Title: "Добавлен", Width: 17, Kind: xlsx.Moment},
}}

func (r exportRow) write(w *exporting.Writer) error {
	w.Text(r.Name)
	w.Text(r.LegalName)
	w.Text(r.INN)
	w.Text(r.Category)
	w.Text(r.City)
	w.Text(r.Phone)
	w.Text(r.Email)
	w.Text(r.Site)
	w.Tenths(r.Rating)
	w.Number(r.Discounts)
	w.Number(r.Points)
	w.Text(statusTitles[r.Status])
	w.Text(r.Reason)
	w.Moment(&r.CreatedAt)
	return w.EndRow(r.ID)
}
