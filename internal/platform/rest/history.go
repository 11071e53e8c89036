package rest

import (
	"studbonus/internal/platform/audit"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listengine"
)

// HistoryRecord is one entry of a card's history (rules 1.11).
type HistoryRecord struct {
	At       string                  `json:"at"`
	Operator string                  `json:"operator"`
	Action   string                  `json:"action"`
	Reason   *string                 `json:"reason"`
	Changes  map[string]audit.Change `json:"changes"`
}

// PutHistory converts audit records to the wire. It takes the results of an area's History as they are.
func PutHistory(records []audit.Record, err error) ([]HistoryRecord, error) {
	out := make([]HistoryRecord, len(records))
	for i, r := range records {
		out[i] = HistoryRecord{At: clock.FormatStamp(r.At), Operator: r.Operator, Action: r.Action, Reason: Null(r.Reason), Changes: r.Changes()}
	}
	return out, err
}

// Neighbours is a card's place in a list (rules 1.12).
type Neighbours struct {
	Previous *string `json:"previous"`
	Next     *string `json:"next"`
	Position int     `json:"position" doc:"Место в списке с единицы; 0, если карточки в нём нет"`
	Total    int     `json:"total"`
}

// PutNeighbours converts a card's place in a list to the wire.
func PutNeighbours(n listengine.Neighbours, err error) (Neighbours, error) {
	return Neighbours{Previous: Null(n.Previous), Next: Null(n.Next), Position: n.Position, Total: n.Total}, err
}
