package reviews

import (
	"context"
	"strconv"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List { return []exporting.List{s.export()} }

var exported = exporting.List{Kind: "reviews", Area: access.Reviews, Sheet: exportSheet, IsPersonal: true}

func (s *Service) export() exporting.List {
	return exporting.Of(exported, exporting.Engine[Filter, exportRow]{
		Start: s.StartExport, Index: s.index, Columns: exportColumns, Words: filterWords, Rows: exporting.Plain(exportRow.write),
		Query: func(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
			return indexQuery(access.From(ctx).Scope(), q), q.Filter.check()
		},
	})
}

var statusTitles = map[Status]string{Moderation: "На модерации", Public: "Опубликован", Rejected: "Отклонён"}

func filterWords(_ context.Context, f Filter) (exporting.Words, error) {
	words := exporting.Words{}.When(f.IsDeleted, "Удалённые").Named("Статус", statusTitles[f.Status]).
		When(f.Answered != nil && *f.Answered, "С ответом").When(f.Answered != nil && !*f.Answered, "Без ответа")
	if f.MaxRating != nil {
		words = words.Named("Оценка не выше", strconv.Itoa(*f.MaxRating))
	}
	return words, nil
}

// exportRow is a row of the spreadsheet. The author is named as in the list, without the phone.
type exportRow struct {
	ID         int64      `db:"id"`
	FullName   string     `db:"full_name"`
	University string     `db:"university"`
	Partner    string     `db:"partner_name"`
	Rating     int64      `db:"rating"`
	Body       string     `db:"body"`
	Status     Status     `db:"status"`
	Likes      int64      `db:"likes"`
	Answer     string     `db:"answer"`
	AnsweredAt *time.Time `db:"answered_at"`
	CreatedAt  time.Time  `db:"created_at"`
	DeletedAt  *time.Time `db:"deleted_at"`
}

var exportSheet = xlsx.Sheet{Name: "Отзывы", Columns: []xlsx.Column{
	{Title: "Создан", Width: 17, Kind: xlsx.Moment}, {Title: "ФИО", Width: 36}, {Title: "Университет", Width: 20, Kind: xlsx.Choice}, {Title: "Партнёр", Width: 30},
	{Title: "Оценка", Width: 9}, {Title: "Отзыв", Width: 60}, {Title: "Статус", Width: 15, Kind: xlsx.Choice}, {Title: "Лайков", Width: 9}, {Title: "Ответ", Width: 60},
	{Title: "Дата ответа", Width: 17, Kind: xlsx.Moment}, {Title: "Удалён", Width: 17, Kind: xlsx.Moment},
}}

func (r exportRow) write(w *exporting.Writer) error {
	w.Moment(&r.CreatedAt)
	w.Text(r.FullName)
	w.Text(r.University)
	w.Text(r.Partner)
	w.Number(r.Rating)
	w.Text(r.Body)
	w.Text(statusTitles[r.Status])
	w.Number(r.Likes)
	w.Text(r.Answer)
	w.Moment(r.AnsweredAt)
	w.Moment(r.DeletedAt)
	return w.EndRow(r.ID)
}
