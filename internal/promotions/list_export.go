package promotions

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/cities"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List { return []exporting.List{s.export(), exportedCodes} }

var exported = exporting.List{Kind: "promotions", Area: access.Promotions, Sheet: exportSheet}

func (s *Service) export() exporting.List {
	return exporting.Of(exported, exporting.Engine[Filter, exportRow]{
		Start: s.StartExport, Index: s.index, Query: s.indexQuery, Columns: exportColumns, Words: s.filterWords,
		Rows: func(context.Context) func(exportRow, *exporting.Writer) error {
			today := clock.DateOf(s.Clock())
			return func(r exportRow, w *exporting.Writer) error { return r.write(w, today) }
		},
	})
}

var (
	statusTitles = map[Status]string{Active: "Активна", Blocked: "Неактивна"}
	stateTitles  = map[State]string{Planned: "Запланирована", Running: "Идёт", Ended: "Закончилась"}
)

func (s *Service) filterWords(ctx context.Context, f Filter) (exporting.Words, error) {
	words := exporting.Words{}.Named("Статус", statusTitles[f.Status]).Named("Состояние", stateTitles[f.State])
	categories, err := categoryNames(ctx, s.DB, f.Categories)
	if err != nil {
		return nil, err
	}
	in, err := cities.Names(ctx, s.DB, f.Cities)
	if err != nil {
		return nil, err
	}
	partner, err := partnerNames(ctx, s.DB, f.Partner)
	return words.Named("Категории", categories...).Named("Города", in...).Named("Партнёр", partner...), err
}

// exportRow is a row of the spreadsheet.
type exportRow struct {
	ID            int64      `db:"id"`
	Name          string     `db:"name"`
	Partner       string     `db:"partner_name"`
	PartnerStatus string     `db:"partner_status"`
	Category      string     `db:"category"`
	City          string     `db:"city"`
	Begin         clock.Date `db:"begin_date"`
	End           clock.Date `db:"end_date"`
	Status        Status     `db:"status"`
	Reason        string     `db:"block_reason"`
	Total         int64      `db:"codes_total"`
	Used          int64      `db:"codes_used"`
	WinLimit      *int       `db:"win_limit"`
	Description   string     `db:"description"`
	CreatedAt     time.Time  `db:"created_at"`
}

var exportSheet = xlsx.Sheet{Name: "Акции", Columns: []xlsx.Column{
	{Title: "Акция", Width: 36}, {Title: "Партнёр", Width: 30}, {Title: "Категория", Width: 22, Kind: xlsx.Choice}, {Title: "Город", Width: 20, Kind: xlsx.Choice},
	{Title: "Начало", Width: 12, Kind: xlsx.Day}, {Title: "Окончание", Width: 12, Kind: xlsx.Day}, {Title: "Состояние", Width: 15, Kind: xlsx.Choice},
	{Title: "Статус", Width: 12, Kind: xlsx.Choice}, {Title: "Причина блокировки", Width: 36}, {Title: "Партнёр заблокирован", Width: 15, Kind: xlsx.Choice},
	{Title: "Промокодов всего", Width: 12}, {Title: "Выдано", Width: 10}, {Title: "Осталось", Width: 10}, {Title: "Промокодов одному студенту", Width: 15},
	{Title: "Описание", Width: 60}, {Title: "Создана", Width: 17, Kind: xlsx.Moment},
}}

func (r exportRow) write(w *exporting.Writer, today clock.Date) error {
	w.Text(r.Name)
	w.Text(r.Partner)
	w.Text(r.Category)
	w.Text(r.City)
	w.Day(r.Begin)
	w.Day(r.End)
	w.Text(stateTitles[stateOn(today, r.Begin, r.End)])
	w.Text(statusTitles[r.Status])
	w.Text(r.Reason)
	w.Yes(r.PartnerStatus == "blocked")
	w.Number(r.Total)
	w.Number(r.Used)
	w.Number(r.Total - r.Used)
	w.Optional(r.WinLimit)
	w.Text(r.Description)
	w.Moment(&r.CreatedAt)
	return w.EndRow(r.ID)
}
