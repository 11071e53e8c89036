// Package statistics is the programme in numbers: what there is, how it grows, and which partners students look at.
package statistics

import (
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/fault"
)

// Period is what the numbers are of.
type Period string

// The two periods: everything, or the last thirty days.
const (
	AllTime Period = "all"
	Month   Period = "month"
)

const (
	monthDays = 30 // contract §4: a month is thirty days, and the last of them is today
	months    = 12 // of a series
)

// Tile is one number with what it grew by.
type Tile struct {
	Value  int
	IsUp   bool  // the last month brought no fewer than the one before
	Change int   // how many more it brought
	Series []int // the value as it was at the end of each of the last months; the last is Value
}

// Tiles are the numbers of the first row.
type Tiles struct{ Students, Partners, Promotions, Points Tile }

// monthStarts are the moments at which the last months begin, the oldest first. They are midnights in Moscow.
func monthStarts(now time.Time) []time.Time {
	today := clock.DayNumber(now)
	out := make([]time.Time, months)
	for i := range out {
		out[i] = clock.DayStart(firstDay(today - int64(months-1-i)*monthDays))
	}
	return out
}

// firstDay is the first of the thirty days that end with this one.
func firstDay(last int64) int64 { return last - monthDays + 1 }

// newTile makes a tile of how many things were added before the first month, and in each of them.
func newTile(p Period, counts []int) Tile {
	earlier, added := counts[0], counts[1:]
	last, before := added[months-1], added[months-2]
	t := Tile{Change: last - before, IsUp: last >= before, Series: added}
	if p == AllTime {
		t.Series = make([]int, months)
		sum := earlier
		for i, n := range added {
			sum += n
			t.Series[i] = sum
		}
	}
	t.Value = t.Series[months-1]
	return t
}

// Filter is what the rating of partners is narrowed to.
type Filter struct {
	Period Period
	After  *After // instead of an offset
}

// After is the partner that a page follows, as the page before showed him: going on from him takes as long at any depth,
// and no partner is left out or shown twice because others were looked at meanwhile.
type After struct {
	Views   int64
	Partner string // uuid
}

// The sort orders of the rating, by their wire names.
const (
	sortBarcodes = "cViewBarcode"
	sortCards    = "cViewCard"
)

// Rated is a partner in the rating.
type Rated struct {
	ID    int64  `db:"id"`
	UUID  string `db:"uuid"`
	Name  string `db:"name"`
	Logo  string `db:"logo"`
	Views int64  `db:"views"`
}

// Rating is a page of the rating.
type Rating struct {
	Rows  []Rated
	Total int   // partners
	Most  int64 // views of the first in the rating, of which the others are shares
}

// Sight is what of a partner a student looked at.
type Sight string

// The two sights that are counted.
const (
	Card    Sight = "card"
	Barcode Sight = "barcode" // the student's barcode, shown for this partner's discount
)

// View is one look of a student at a partner.
type View struct {
	Student, Partner string // uuids
	Sight            Sight
}

const mostViews = 500 // in one call

func checkViews(views []View) error {
	if len(views) == 0 || len(views) > mostViews {
		return fault.Invalid("", "За один раз принимаются от 1 до 500 просмотров.")
	}
	for _, v := range views {
		if v.Sight != Card && v.Sight != Barcode {
			return fault.Invalid("sight", "Просмотр бывает карточки или штрихкода.")
		}
	}
	return nil
}

// place is where a view is counted: a university, or all of them together.
type place struct{ university, partner int64 }

const allUniversities = 0

// sums are views of a partner.
type sums struct{ cards, barcodes int64 }

// inWindow tells whether a day is one of the thirty that a window has counted, or comes after them.
func inWindow(day, window int64) bool { return day >= firstDay(window) }
