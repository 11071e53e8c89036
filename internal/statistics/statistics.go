// Package statistics computes totals, growth, and the rating of partners by views.
package statistics

import (
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

// Period is the period of the numbers.
type Period string

// The two periods: everything, or the last thirty days.
const (
	AllTime Period = "all"
	Month   Period = "month"
)

const (
	monthDays = 30 // rules 11.4: a month is thirty days that end today
	months    = 12 // of a series
)

// Tile is one number and its growth.
type Tile struct {
	Value  int
	IsUp   bool  // the last month added at least as many as the one before
	Change int   // how many more
	Series []int // the value at the end of each of the last months; the last is Value
	Added  []int // how many each of the last months added
}

// Tiles are the numbers of the first row.
type Tiles struct{ Students, Partners, Promotions, Points Tile }

// monthStarts returns when the last months begin, the oldest first: midnights in Moscow.
func monthStarts(now time.Time) []time.Time {
	today := clock.DayNumber(now)
	out := make([]time.Time, months)
	for i := range out {
		out[i] = clock.DayStart(firstDay(today - int64(months-1-i)*monthDays))
	}
	return out
}

// firstDay returns the first of the thirty days that end with this one.
func firstDay(last int64) int64 { return last - monthDays + 1 }

// newTile makes a tile from the number of things added before the first month and in each month.
func newTile(p Period, counts []int) Tile {
	earlier, added := counts[0], counts[1:]
	last, before := added[months-1], added[months-2]
	t := Tile{Change: last - before, IsUp: last >= before, Series: added, Added: added}
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

// Filter narrows the rating of partners.
type Filter struct {
	Period Period
	After  *After // instead of an offset
}

// After is the last partner of the previous page (keyset pagination): equally fast at any depth, and new views between
// pages neither skip nor repeat a partner.
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
	Most  int64 // views of the first partner; bars are shares of it
}

// Kind is what a student viewed.
type Kind string

// The two kinds of views.
const (
	Card    Kind = "card"
	Barcode Kind = "barcode" // the student's barcode, shown for this partner's discount
)

// View is one view of a partner by a student.
type View struct {
	Student, Partner string // uuids
	Kind             Kind
}

const mostViews = 500 // in one call

func checkViews(views []View) error {
	if len(views) == 0 || len(views) > mostViews {
		return fault.Invalid("", "За один раз принимаются от 1 до 500 просмотров.")
	}
	for _, v := range views {
		if v.Kind != Card && v.Kind != Barcode {
			return fault.Invalid("kind", "Просмотр бывает карточки или штрихкода.")
		}
	}
	return nil
}

// place is where a view is counted: a university, or all together.
type place struct{ university, partner int64 }

const allUniversities = 0

// sums are views of a partner.
type sums struct{ cards, barcodes int64 }

// inWindow reports whether a day is in the thirty days of a window, or later.
func inWindow(day, window int64) bool { return day >= firstDay(window) }
