package promotions

import (
	"context"
	"math"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/listengine"
)

// endingDays is how soon the codes of a promotion run out when it requires attention.
const endingDays = 7

const importHasFailed = 1 // the value of facetImport

// pace is what the forecast of a promotion's codes needs.
type pace struct {
	Row
	Taken int64 `db:"taken"`
}

// isEnding reports whether a running promotion is out of codes or will be within endingDays, before its own end. The card
// makes the same forecast.
func (p pace) isEnding(today clock.Date) bool {
	_, days := paceSince(p.Begin, today)
	until, isLow := forecast(p.Row, p.Taken, days, today)
	return p.Total == p.Used || isLow && until != "" && until <= today.Plus(endingDays)
}

// narrowByCodes adds the filter by codes to a query. Counters of codes change with every claim, so they are in no index.
func (s *Service) narrowByCodes(ctx context.Context, q *listengine.Query, wanted Codes) error {
	if wanted == "" {
		return nil
	}
	today := clock.DateOf(s.Clock())
	q.Facets = append(q.Facets, listengine.In{Facet: facetStatus, Values: []int64{statusNumbers[Active]}})
	q.Ranges = append(q.Ranges, listengine.Between{Facet: facetEnd, From: dayNumber(today), To: math.MaxInt32})
	if wanted == CodesFailed {
		q.Facets = append(q.Facets, listengine.In{Facet: facetImport, Values: []int64{importHasFailed}})
		return nil
	}
	ids, err := endingIDs(ctx, s.DB, today)
	q.Facets = append(q.Facets, listengine.In{Facet: facetID, Values: ids})
	return err
}
