package journal

import (
	"context"
	"maps"
	"slices"
	"strconv"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/form"
)

// Kind describes the objects of one kind: their name in the log, and how one of them is named.
type Kind struct {
	Title string
	Names map[string]string // of objects that the log names by a word
	card
}

// card is where the names of objects are, and which page of the console shows them. The row of an object is x.
type card struct {
	from       string // tables; empty: the objects have no names
	key        string // what the log calls an object by; by default its uuid
	name       string
	university string // limits the names to the caller's scope
	area       access.Area
	page       string // of the console, without what follows; empty: they have none
	path       string // what follows; by default the uuid
}

// Object is what a row is about, as it is called now.
type Object struct {
	Name string // empty: it has none, or it is gone
	Href string // of its card in the console; empty: it has none, or the caller does not see it
}

// objects returns what rows are about, by their numbers.
func (s *Service) objects(ctx context.Context, lines []audit.Line) (map[int64]Object, error) {
	of := map[string][]audit.Line{} // by kind
	for _, l := range lines {
		of[l.Kind] = append(of[l.Kind], l)
	}
	out := make(map[int64]Object, len(lines))
	for _, kind := range slices.Sorted(maps.Keys(of)) {
		found, err := s.lookUp(ctx, Kinds[kind].card, of[kind])
		if err != nil {
			return nil, err
		}
		for _, l := range of[kind] {
			o, isFound := found[l.Object]
			if !isFound {
				o.Name = spoken(l)
			}
			out[l.Seq] = o
		}
	}
	return out, nil
}

// spoken names an object that is in no table: a word, a call, or a row of the journal.
func spoken(l audit.Line) string {
	switch l.Kind {
	case "route":
		return l.Object
	case auditKind:
		if _, err := strconv.ParseInt(l.Object, 10, 64); err == nil {
			return "Запись " + l.Object
		}
	}
	return Kinds[l.Kind].Names[l.Object]
}

// lookUp reads the objects of one kind, by what the log calls them.
func (s *Service) lookUp(ctx context.Context, c card, lines []audit.Line) (map[string]Object, error) {
	out := map[string]Object{}
	var keys []string
	for _, l := range lines {
		if c.key != "" || form.IsUUID(l.Object) {
			keys = append(keys, l.Object)
		}
	}
	if c.from == "" || len(keys) == 0 {
		return out, nil
	}
	p := access.From(ctx)
	rows, err := objectRows(ctx, s.DB, c, p.Scope(), keys)
	for _, r := range rows {
		o := Object{Name: r.Name}
		if c.page != "" && p.Can(c.area) {
			o.Href = c.page + r.Path
		}
		out[r.Key] = o
	}
	return out, err
}
