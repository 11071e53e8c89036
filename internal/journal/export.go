package journal

import (
	"cmp"
	"context"
	"encoding/json"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/exporting"
	"studbonus/internal/platform/listquery"
	"studbonus/internal/platform/rest"
	"studbonus/internal/platform/xlsx"
)

// Exports are the lists of this area that can be exported.
func (s *Service) Exports() []exporting.List { return []exporting.List{s.exportList()} }

const exportKind = "journal"

// exportList declares the export. The log has no list engine: a job reads it page by page, as the screen does. Rows are only added, and later ones than the first
// page's come before it, so each is written once.
func (s *Service) exportList() exporting.List {
	return exporting.List{
		Kind: exportKind, Area: access.Journal, Sheet: exportSheet, IsPersonal: true,
		Start: s.StartExport, Words: s.filterWords, Count: s.count, IsMore: s.isMore, Write: s.write,
	}
}

// order asks for the export of what the screen shows. The days are fixed now: the job and a repeat ask for the same ones.
func (s *Service) order(in *exportIn) exporting.Order {
	f := in.Body.filter()
	if from, to, err := f.period(s.Clock()); err == nil { // otherwise Words refuses
		f.From, f.To = clock.DateOf(from).Wire(), clock.DateOf(to).Plus(-1).Wire()
	}
	return exporting.Order{List: s.exportList(), Question: listquery.Query[Filter]{Filter: f}, Purpose: rest.Text(in.Body.Purpose)}
}

func (s *Service) filterWords(ctx context.Context, stored json.RawMessage) (string, error) {
	f, ask, err := s.stored(ctx, stored)
	if err != nil {
		return "", err
	}
	words := exporting.Words{f.From + "–" + f.To}.Named("Оператор", ask.operator).Named("Студент", ask.person.fullName()).When(ask.isVain, "Никого не нашли")
	words = words.Named("Действия", groups[ask.Group])
	if f.Kind != "" {
		words = words.Named("Объект", kindOf(f.Kind))
	}
	return words.Named("IP-адрес", f.Address).String(), nil
}

// stored reads a stored question with the rights of the caller.
func (s *Service) stored(ctx context.Context, stored json.RawMessage) (f Filter, ask question, err error) {
	var q listquery.Query[Filter]
	if err = json.Unmarshal(stored, &q); err == nil {
		ask, err = s.question(ctx, q.Filter)
	}
	return q.Filter, ask, err
}

func (s *Service) count(ctx context.Context, stored json.RawMessage) (int, error) {
	_, ask, err := s.stored(ctx, stored)
	if err != nil || ask.isVain {
		return 0, err
	}
	return audit.Total(ctx, s.DB, access.From(ctx).Scope(), ask.Question)
}

// isMore answers like the count of the screen, which stops early: then there may be more.
func (s *Service) isMore(ctx context.Context, stored json.RawMessage, than int) (bool, error) {
	_, ask, err := s.stored(ctx, stored)
	if err != nil || ask.isVain {
		return false, err
	}
	n, err := audit.Count(ctx, s.DB, access.From(ctx).Scope(), ask.Question)
	return n.Rows > than || n.IsMore, err
}

// exportPage is how many rows are in memory at once.
const exportPage = 1_000

func (s *Service) write(ctx context.Context, stored json.RawMessage, w *exporting.Writer) error {
	_, ask, err := s.stored(ctx, stored)
	if err != nil || ask.isVain {
		return err
	}
	scope := access.From(ctx).Scope()
	for after := (*audit.Key)(nil); ; {
		found, err := audit.Find(ctx, s.DB, scope, ask.Question, audit.Page[*audit.Key]{Before: after, Limit: exportPage})
		if err != nil {
			return err
		}
		people, objects, err := s.described(ctx, found.Lines)
		if err != nil {
			return err
		}
		for _, l := range found.Lines {
			if err := writeLine(w, l, people[l.Subject], objects[l.Seq]); err != nil {
				return err
			}
		}
		if after = found.Next; after == nil {
			return nil
		}
	}
}

var exportSheet = xlsx.Sheet{Name: "Журнал", Columns: []xlsx.Column{
	{Title: "Время", Width: 17, Kind: xlsx.Moment}, {Title: "Оператор", Width: 30, Kind: xlsx.Choice}, {Title: "Действие", Width: 44, Kind: xlsx.Choice},
	{Title: "Группа действий", Width: 22, Kind: xlsx.Choice}, {Title: "Объект", Width: 24, Kind: xlsx.Choice}, {Title: "Название объекта", Width: 40}, {Title: "Номер объекта", Width: 38}, {Title: "Студент", Width: 36},
	{Title: "IP-адрес", Width: 17, Kind: xlsx.Choice}, {Title: "Номер записи", Width: 14},
}}

func writeLine(w *exporting.Writer, l audit.Line, about Person, object Object) error {
	w.Moment(&l.At)
	w.Text(cmp.Or(l.Name, system))
	w.Text(titleOf(l.Action))
	w.Text(groups[audit.GroupOf(l.Action)])
	w.Text(kindOf(l.Kind))
	w.Text(object.Name)
	w.Text(l.Object)
	w.Text(about.fullName())
	w.Text(l.Address)
	w.Number(l.Seq)
	return w.EndRow(l.Seq)
}
