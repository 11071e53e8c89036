package operators

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List { return []exporting.List{s.export()} }

var exported = exporting.List{Kind: "operators", Area: access.Operators, Sheet: exportSheet}

func (s *Service) export() exporting.List {
	return exporting.Of(exported, exporting.Engine[Filter, exportRow]{
		Start: s.StartExport, Index: s.index, Query: s.indexQuery, Columns: exportColumns, Words: s.filterWords, Rows: exporting.Plain(exportRow.write),
	})
}

var (
	statusTitles = map[Status]string{Active: "Активен", Blocked: "Заблокирован"}
	roleTitles   = map[access.Role]string{
		access.OperatorAll: "Сотрудник программы", access.OperatorStudent: "Студенты и заявки", access.OperatorUniver: "Партнёры и акции", access.Chairman: "Председатель",
	}
)

func (s *Service) filterWords(ctx context.Context, f Filter) (exporting.Words, error) {
	university, err := universityNames(ctx, s.DB, f.University)
	return exporting.Words{}.Named("Роль", roleTitles[f.Role]).Named("Статус", statusTitles[f.Status]).Named("Университет", university...).
		When(f.OnlyAdmins, "Только администраторы"), err
}

// exportRow is a row of the spreadsheet.
type exportRow struct {
	ID         int64       `db:"id"`
	FullName   string      `db:"full_name"`
	Login      string      `db:"login"`
	Phone      string      `db:"phone"`
	Job        string      `db:"job"`
	Role       access.Role `db:"role"`
	IsChairman bool        `db:"is_chairman"`
	IsAdmin    bool        `db:"is_admin"`
	University string      `db:"university"`
	BlockedAt  *time.Time  `db:"blocked_at"`
	HasFactor  bool        `db:"has_factor"`
	SignedInAt *time.Time  `db:"signed_in_at"`
	CreatedAt  time.Time   `db:"created_at"`
}

var exportSheet = xlsx.Sheet{Name: "Операторы", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "E-mail", Width: 28}, {Title: "Телефон", Width: 15, Kind: xlsx.Code}, {Title: "Должность", Width: 28}, {Title: "Роль", Width: 22, Kind: xlsx.Choice},
	{Title: "Права председателя", Width: 14, Kind: xlsx.Choice}, {Title: "Администратор", Width: 15, Kind: xlsx.Choice}, {Title: "Университет", Width: 20, Kind: xlsx.Choice},
	{Title: "Статус", Width: 15, Kind: xlsx.Choice}, {Title: "Вход по коду", Width: 13, Kind: xlsx.Choice}, {Title: "Последний вход", Width: 17, Kind: xlsx.Moment},
	{Title: "Добавлен", Width: 17, Kind: xlsx.Moment},
}}

func (r exportRow) write(w *exporting.Writer) error {
	w.Text(r.FullName)
	w.Text(r.Login)
	w.Text(r.Phone)
	w.Text(r.Job)
	w.Text(roleTitles[r.Role])
	w.Yes(r.IsChairman)
	w.Yes(r.IsAdmin)
	w.Text(r.University)
	w.Text(statusTitles[Operator{BlockedAt: r.BlockedAt}.Status()])
	w.Yes(r.HasFactor)
	w.Moment(r.SignedInAt)
	w.Moment(&r.CreatedAt)
	return w.EndRow(r.ID)
}
