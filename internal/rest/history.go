package rest

import (
	"context"

	"studbonus/internal/access"
	"studbonus/internal/audit"
	"studbonus/internal/clock"
	"studbonus/internal/index"
)

// HistoryRecord is one line of a card's history on the wire (contract §10).
type HistoryRecord struct {
	At       string                  `json:"at"`
	Operator string                  `json:"operator"`
	Action   string                  `json:"action"`
	Reason   *string                 `json:"reason"`
	Changes  map[string]audit.Change `json:"changes"`
}

// History puts audit records on the wire.
func History(records []audit.Record) []HistoryRecord {
	out := make([]HistoryRecord, len(records))
	for i, r := range records {
		out[i] = HistoryRecord{At: clock.FormatStamp(r.At), Operator: r.Operator, Action: r.Action, Changes: r.Changes()}
		if r.Reason != "" {
			out[i].Reason = &r.Reason
		}
	}
	return out
}

// Neighbours is a card's place in a list on the wire (contract §10).
type Neighbours struct {
	Previous *string `json:"previous"`
	Next     *string `json:"next"`
	Position int     `json:"position" doc:"Место в списке с единицы; 0, если карточки в нём нет"`
	Total    int     `json:"total"`
}

// PutNeighbours puts a card's place in a list on the wire.
func PutNeighbours(n index.Neighbours, err error) (Neighbours, error) {
	absent := func(uuid string) *string {
		if uuid == "" {
			return nil
		}
		return &uuid
	}
	return Neighbours{absent(n.Previous), absent(n.Next), n.Position, n.Total}, err
}

// Near is a call about a card's place in a list: it takes the list's headers and body.
func Near[In, Out any](pattern string, area access.Area, summary string, sorting Sorting, h func(context.Context, *In) (Out, error)) Route {
	r := Call(pattern, area, summary, h)
	r.list = listSpec{Sorting: sorting}
	return r
}
