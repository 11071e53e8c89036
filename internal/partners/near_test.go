package partners

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/geo"
	"studbonus/internal/test/testdb"
)

// chord computes the distance by an independent formula: the chord through the earth, converted to an arc.
func chord(a, b Coordinates) float64 {
	point := func(c Coordinates) (x, y, z float64) {
		lat, lon := c.Latitude*math.Pi/180, c.Longitude*math.Pi/180
		return math.Cos(lat) * math.Cos(lon), math.Cos(lat) * math.Sin(lon), math.Sin(lat)
	}
	ax, ay, az := point(a)
	bx, by, bz := point(b)
	return 2 * geo.EarthRadius * math.Asin(min(1, math.Sqrt((ax-bx)*(ax-bx)+(ay-by)*(ay-by)+(az-bz)*(az-bz))/2))
}

func TestDistance(t *testing.T) {
	moscow, petersburg := Coordinates{55.7558, 37.6173}, Coordinates{59.9343, 30.3351}
	if got := moscow.metresTo(petersburg); math.Abs(got-634_000) > 2_000 {
		t.Errorf("Moscow to Saint Petersburg: %.0f m", got)
	}
	chance := rand.New(rand.NewPCG(1, 2))
	some := func() Coordinates { return Coordinates{chance.Float64()*180 - 90, chance.Float64()*360 - 180} }
	for range 10_000 {
		a, b := some(), some()
		if one, other := a.metresTo(b), chord(a, b); math.Abs(one-other) > 1 {
			t.Fatalf("%v to %v: %f and %f", a, b, one, other)
		}
	}
}

// cellAt computes the SQL expression of the index in Go.
func cellAt(c Coordinates) int64 {
	return int64(math.Floor((c.Latitude+90)*rowsADegree))*cellsInRow + int64(math.Floor((c.Longitude+180)*columnsADegree))
}

// The cells cover every point of the circle, also across the 180th meridian and at the poles.
func TestCellsCoverTheCircle(t *testing.T) {
	chance := rand.New(rand.NewPCG(3, 4))
	covers := func(cells []span, c Coordinates) bool {
		at := cellAt(c)
		return slices.ContainsFunc(cells, func(s span) bool { return s.from <= at && at <= s.to })
	}
	for _, from := range []Coordinates{{55.75, 37.61}, {66.0, 179.99}, {66.0, -179.99}, {43.1, 131.9}, {0, 0}, {89.95, 10}, {-89.99, 0}, {90, 180}, {-12.5, -180}} {
		for _, radius := range []int{nearestRadius, 7_000, farthestRadius} {
			cells := from.cellsAround(radius)
			for range 2_000 {
				reach := 1.3 * float64(radius) / metresADegree
				c := Coordinates{from.Latitude + reach*(2*chance.Float64()-1), from.Longitude + reach*(2*chance.Float64()-1)/max(0.001, math.Cos(from.Latitude*math.Pi/180))}
				c.Longitude = math.Mod(c.Longitude+540, 360) - 180
				if c.isValid() && from.metresTo(c) <= float64(radius) && !covers(cells, c) {
					t.Fatalf("%v is %f m from %v and in no cell of %d m", c, from.metresTo(c), from, radius)
				}
			}
		}
	}
	if n := len(Coordinates{55.75, 37.61}.cellsAround(nearestRadius)); n > 4 {
		t.Errorf("%d rows of cells for a kilometre", n)
	}
}

func TestParsePlace(t *testing.T) {
	for _, good := range []string{"55.75,37.61", " 55.75 , 37.61 ", "-90,180", "0,0"} {
		if at, err := parsePlace(good); err != nil || at == nil {
			t.Errorf("%q: %v", good, err)
		}
	}
	for _, bad := range []string{"55.75", "a,b", "91,0", "0,181", "NaN,0", "Inf,0", "1,2,3", ",", "55,75,37,61", "1e400,0"} {
		if _, err := parsePlace(bad); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
	if at, err := parsePlace(""); at != nil || err != nil {
		t.Errorf("%v, %v", at, err)
	}
}

func TestOpening(t *testing.T) {
	day := func(name, start, end string) Day {
		d := Day{Name: name}
		if start != "" {
			d.Start, d.End = &start, &end
		}
		return d
	}
	week := []Day{
		day("Пн", "09:00", "18:00"), day("Вт", "09:00", "02:00"), day("Ср", "12:00", "00:00"), day("Чт", dayOff, dayOff), day("Пт", roundClock, roundClock), day("Сб", "", ""), day("Вс", "22:00", "06:00"),
	}
	const moscow, kamchatka = "Europe/Moscow", "Asia/Kamchatka"
	for _, c := range []struct {
		zone, at string // local time of the zone; 16.11.2026 is a Monday
		want     string
	}{
		{moscow, "2026-11-16 08:59", "closed"}, {moscow, "2026-11-16 09:00", "until 18:00"}, {moscow, "2026-11-16 17:59", "until 18:00"}, {moscow, "2026-11-16 18:00", "closed"},
		{moscow, "2026-11-16 05:59", "until 06:00"}, {moscow, "2026-11-16 06:00", "closed"}, // since Sunday
		{moscow, "2026-11-17 23:59", "until 02:00"}, {moscow, "2026-11-18 01:59", "until 02:00"}, {moscow, "2026-11-18 02:00", "closed"}, // past midnight
		{moscow, "2026-11-18 23:59", "until 00:00"}, {moscow, "2026-11-19 00:00", "closed"}, // until midnight
		{moscow, "2026-11-19 12:00", "closed"}, {moscow, "2026-11-20 03:00", "round the clock"}, {moscow, "2026-11-21 12:00", "unknown"}, {moscow, "2026-11-22 21:59", "closed"}, {moscow, "2026-11-22 22:00", "until 06:00"},
		{kamchatka, "2026-11-16 09:00", "until 18:00"}, {kamchatka, "2026-11-16 18:00", "closed"}, {"", "2026-11-16 12:00", "unknown"}, {"Europe/Nowhere", "2026-11-16 12:00", "unknown"},
	} {
		zone := zoneOf(c.zone)
		if zone == nil {
			zone = time.UTC
		}
		at, err := time.ParseInLocation("2006-01-02 15:04", c.at, zone)
		if err != nil {
			t.Fatal(err)
		}
		got := "unknown"
		switch is := openingAt(week, c.zone, at.UTC()); {
		case is == nil:
		case !is.IsOpen:
			got = "closed"
		case is.Until == "":
			got = "round the clock"
		default:
			got = "until " + is.Until
		}
		if got != c.want {
			t.Errorf("%s %s: %s, want %s", c.zone, c.at, got, c.want)
		}
	}
	if openingAt(nil, moscow, time.Now()) != nil || openingAt(week[:6], moscow, time.Now()) != nil {
		t.Error("open without known hours")
	}
}

// SQLite searches the index by range and does not scan it.
func TestNearLooksUpTheIndex(t *testing.T) {
	steps, found := testdb.SQLitePlan(t, inCells(2, false), 1, 2, 3, 4), 0
	for _, s := range steps {
		if strings.HasPrefix(s, "SEARCH t USING COVERING INDEX trade_points_cell") {
			found++
		}
	}
	if found != 2 {
		t.Error(steps)
	}
}
