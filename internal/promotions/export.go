package promotions

import (
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/xlsx"
)

var statisticsSheet = xlsx.Sheet{Name: "Статистика", Columns: []xlsx.Column{
	{Title: "Промокод", Width: 28, Kind: xlsx.Code}, {Title: "Студент", Width: 40}, {Title: "Дата выдачи", Width: 20},
}}

// write adds a row to the spreadsheet, limited to what the scope may see.
func (t Taken) write(w *xlsx.Writer, scope access.Scope) error {
	name, _ := t.shown(scope.Covers)
	w.Text(t.Code)
	w.Text(name)
	w.Text(clock.FormatStamp(t.Granted))
	return w.EndRow()
}
