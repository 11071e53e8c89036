package promotions

import (
	"studbonus/internal/access"
	"studbonus/internal/clock"
	"studbonus/internal/xlsx"
)

var statisticsSheet = xlsx.Sheet{Name: "Статистика", Columns: []xlsx.Column{
	{Title: "Промокод", Width: 28, Kind: xlsx.Code}, {Title: "Студент", Width: 40}, {Title: "Дата активации", Width: 20},
}}

// write adds a row of the spreadsheet, as the scope may see it.
func (t Taken) write(w *xlsx.Writer, scope access.Scope) error {
	name, _ := t.shown(scope.Covers)
	w.Text(t.Code)
	w.Text(name)
	w.Text(clock.FormatStamp(t.Granted))
	return w.EndRow()
}
