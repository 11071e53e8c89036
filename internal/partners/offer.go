package partners

import (
	"sync"
	"time"
)

// OfferQuery is what a student looks for among the active partners.
type OfferQuery struct {
	Search         string
	Category, City string       // uuids; empty: all
	Near           *Coordinates // nil: the newest first, otherwise the nearest
	Member         int64        // the account that looks; 0: a guest
	IsFavourite    bool         // only the member's favourites
	IsOpen         bool         // near a place: the nearest point is open; otherwise any point, or any of the city
	After          OfferKey
	Limit          int
}

// isNarrow reports whether the query may match few partners.
func (q OfferQuery) isNarrow() bool { return q.Search != "" || q.Category != "" || q.City != "" }

// OfferKey is the place of a partner in such a list; its zero value is before the first. It keeps the place that distances are
// measured from: the student may walk on between two pages.
type OfferKey struct {
	ID     int64        `json:"id"`
	Metres int          `json:"metres"`
	Near   *Coordinates `json:"near,omitempty"`
}

// Offer is an active partner as students see it in a list.
type Offer struct {
	Row
	Discounts   []Discount
	IsFavourite bool
	Nearest     *OfferPoint // nil unless asked for what is near
	OpenIn      string      // the city of an open point; "" unless asked for what is open, and near a place
	key         OfferKey
}

// OfferPoint is a trade point as students see it.
type OfferPoint struct {
	Point
	CityName string `db:"city_name"`
	TimeZone string `db:"time_zone"`
	Metres   *int   // nil: not asked for
}

// Opening says whether the point is open; nil if that is unknown.
func (p OfferPoint) Opening(now time.Time) *Opening { return openingAt(p.Hours(), p.TimeZone, now) }

// OfferCard is a partner's card for students.
type OfferCard struct {
	Partner
	Discounts   []Discount
	Photos      []Photo
	Vacancies   []Vacancy
	Points      []OfferPoint // the first of them
	PointCount  int
	ReviewCount int // public
	IsFavourite bool
}

var zones sync.Map // *time.Location by name: loading one parses a file

func zoneOf(name string) *time.Location {
	if known, ok := zones.Load(name); ok {
		return known.(*time.Location)
	}
	zone, err := time.LoadLocation(name)
	if name == "" || err != nil {
		return nil
	}
	zones.Store(name, zone)
	return zone
}

// Opening says whether a point is open. Until is when it closes; "" if it is closed or open round the clock.
type Opening struct {
	IsOpen bool
	Until  string
}

// openingAt compares working hours with the local time; nil if they are unknown. Hours that end before they begin run past
// midnight.
func openingAt(week []Day, zone string, now time.Time) *Opening {
	at := zoneOf(zone)
	if len(week) != len(weekdays) || at == nil {
		return nil
	}
	local := now.In(at)
	today := (int(local.Weekday()) + 6) % 7 // Monday is 0
	clock := local.Format("15:04")
	if start, end, ok := week[(today+6)%7].times(); ok && end <= start && clock < end {
		return &Opening{IsOpen: true, Until: end} // since yesterday
	}
	day := week[today]
	start, end, ok := day.times()
	switch {
	case ok && clock >= start && (clock < end || end <= start):
		return &Opening{IsOpen: true, Until: end}
	case day.Start != nil && *day.Start == roundClock:
		return &Opening{IsOpen: true}
	case ok, day.Start != nil && *day.Start == dayOff:
		return &Opening{}
	}
	return nil
}

// times returns when a day begins and ends; false for other values.
func (d Day) times() (start, end string, ok bool) {
	if d.Start == nil || d.End == nil || !timeOf.MatchString(*d.Start) || !timeOf.MatchString(*d.End) {
		return "", "", false
	}
	return *d.Start, *d.End, true
}
