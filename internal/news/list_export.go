package news

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listengine"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/richtext"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List {
	return []exporting.List{s.export(), s.exportRZD(), exportedParticipants}
}

var (
	exported    = exporting.List{Kind: "news", Area: access.News, Sheet: exportSheet}
	exportedRZD = exporting.List{Kind: "rzdNews", Area: access.RZDBonus, Sheet: xlsx.Sheet{Name: "РЖД Бонус", Columns: exportSheet.Columns}}
)

func (s *Service) export() exporting.List {
	return s.listed(exported)
}

func (s *Service) exportRZD() exporting.List {
	return s.listed(exportedRZD)
}

func (s *Service) listed(l exporting.List) exporting.List {
	return exporting.Of(l, exporting.Engine[Filter, exportRow]{
		Start: s.StartExport, Index: s.index, Columns: exportColumns, Words: filterWords, Rows: exporting.Plain(exportRow.write),
		Query: func(ctx context.Context, q listquery.Query[Filter]) (listengine.Query, error) {
			return s.indexQuery(access.From(ctx), q)
		},
	})
}

var (
	levelTitles    = map[Level]string{University: "Местная", Region: "Региональная", Federal: "Федеральная"}
	approvalTitles = map[Approval]string{Wait: "На модерации", Approved: "Опубликована", Declined: "Отклонена", Blocked: "Заблокирована"}
)

func filterWords(_ context.Context, f Filter) (exporting.Words, error) {
	return exporting.Words{}.Named("Тип", levelTitles[f.Level]).Named("Статус", approvalTitles[f.Approval]).
		When(f.Owner == Mine, "Только мои").When(f.Owner == Others, "Кроме моих"), nil
}

// exportRow is a row of the spreadsheet.
type exportRow struct {
	ID            int64      `db:"id"`
	Title         string     `db:"title"`
	Level         Level      `db:"level"`
	Approval      Approval   `db:"approval"`
	DeclineReason string     `db:"decline_reason"`
	University    string     `db:"university"`
	Begin         *time.Time `db:"publish_begin"`
	End           *time.Time `db:"publish_end"`
	PinnedUntil   *time.Time `db:"pinned_until"`
	Course        int        `db:"for_course"`
	Tags          words      `db:"tags"`
	HasSurvey     bool       `db:"has_survey"`
	HasEvent      bool       `db:"has_event"`
	RZDLink       *string    `db:"rzd_link"`
	Content       string     `db:"content"`
	CreatedAt     time.Time  `db:"created_at"`
}

var exportSheet = xlsx.Sheet{Name: "Новости", Columns: []xlsx.Column{
	{Title: "Заголовок", Width: 48}, {Title: "Тип", Width: 15, Kind: xlsx.Choice}, {Title: "Статус", Width: 16, Kind: xlsx.Choice}, {Title: "Причина отклонения", Width: 36},
	{Title: "Университет", Width: 20, Kind: xlsx.Choice}, {Title: "Показывать с", Width: 17, Kind: xlsx.Moment}, {Title: "Показывать до", Width: 17, Kind: xlsx.Moment},
	{Title: "Закреплена до", Width: 17, Kind: xlsx.Moment}, {Title: "Курс", Width: 8}, {Title: "Теги", Width: 24}, {Title: "Опрос", Width: 8, Kind: xlsx.Choice},
	{Title: "Мероприятие", Width: 13, Kind: xlsx.Choice}, {Title: "РЖД Бонус", Width: 11, Kind: xlsx.Choice}, {Title: "Текст", Width: 60}, {Title: "Создана", Width: 17, Kind: xlsx.Moment},
}}

func (r exportRow) write(w *exporting.Writer) error {
	w.Text(r.Title)
	w.Text(levelTitles[r.Level])
	w.Text(approvalTitles[r.Approval])
	w.Text(r.DeclineReason)
	w.Text(r.University)
	w.Moment(r.Begin)
	w.Moment(r.End)
	w.Moment(r.PinnedUntil)
	w.Optional(r.course())
	w.Text(strings.Join(r.Tags, ", "))
	w.Yes(r.HasSurvey)
	w.Yes(r.HasEvent)
	w.Yes(r.RZDLink != nil)
	w.Text(richtext.Text(r.Content))
	w.Moment(&r.CreatedAt)
	return w.EndRow(r.ID)
}

// course is nil for all courses.
func (r exportRow) course() *int {
	if r.Course == 0 {
		return nil
	}
	return &r.Course
}
