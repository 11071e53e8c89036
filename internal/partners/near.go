package partners

import (
	"cmp"
	"math"
	"slices"
	"strconv"
	"strings"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/geo"
)

const (
	metresADegree  = geo.EarthRadius * math.Pi / 180
	nearestRadius  = 1_000 // metres; doubled until a page is full
	farthestRadius = 100_000
	wholeCountry   = 1_000_000 // beyond it all points of a partner are read
)

// The grid of the index trade_points_cell: 0.01° × 0.02°, about a kilometre on each side in Russia.
const (
	rowsADegree    = 100
	columnsADegree = 50
	cellsInRow     = 20_000
)

// parsePlace reads the parameter near, "55.75,37.61"; an empty text is no place.
func parsePlace(text string) (*Coordinates, error) {
	if text == "" {
		return nil, nil //nolint:nilnil // absence is a value here: the parameter is optional
	}
	first, second, _ := strings.Cut(text, ",")
	latitude, err := strconv.ParseFloat(strings.TrimSpace(first), 64)
	longitude, wrong := strconv.ParseFloat(strings.TrimSpace(second), 64)
	at := Coordinates{latitude, longitude}
	if err != nil || wrong != nil || !at.isValid() {
		return nil, fault.Invalid("near", "Укажите широту и долготу через запятую: 55.75,37.61.")
	}
	return &at, nil
}

// metresTo is the great-circle distance.
func (c Coordinates) metresTo(to Coordinates) float64 { return geo.Point(c).MetresTo(geo.Point(to)) }

// roundedTo is the distance to a point as students see it.
func (c Coordinates) roundedTo(p placed) int {
	return int(math.Round(c.metresTo(Coordinates{p.Latitude, p.Longitude})))
}

// sorted returns the points within a radius by distance.
func (c Coordinates) sorted(points []placed, radius int) []near {
	out := make([]near, 0, len(points))
	for _, p := range points {
		if is := (near{p.Partner, p.ID, c.roundedTo(p)}); is.metres <= radius {
			out = append(out, is)
		}
	}
	slices.SortFunc(out, func(a, b near) int { return cmp.Or(cmp.Compare(a.metres, b.metres), cmp.Compare(a.point, b.point)) })
	return out
}

// span is a range of cells, both ends included.
type span struct{ from, to int64 }

// boxesAround returns the boxes that cover a circle: two if it crosses the 180th meridian.
func (c Coordinates) boxesAround(metres int) []Box {
	radius := float64(metres) + 1 // distances are rounded
	up := radius / metresADegree
	south, north := max(-90, c.Latitude-up), min(90, c.Latitude+up)
	aside := 180.0 // the circle contains a pole
	if south > -90 && north < 90 {
		aside = math.Asin(math.Sin(radius/geo.EarthRadius)/math.Cos(c.Latitude*math.Pi/180)) * 180 / math.Pi
	}
	west, east := c.Longitude-aside, c.Longitude+aside
	boxes := []Box{{south, max(-180, west), north, min(180, east)}}
	if west < -180 { // over the 180th meridian
		boxes = append(boxes, Box{south, west + 360, north, 180})
	}
	if east > 180 {
		boxes = append(boxes, Box{south, -180, north, east - 360})
	}
	return boxes
}

// cellsAround returns the cells that cover a circle, row by row.
func (c Coordinates) cellsAround(metres int) (cells []span) {
	boxes := c.boxesAround(metres)
	band := func(degrees, perDegree float64) int64 { return int64(math.Floor(degrees * perDegree)) }
	for row := band(boxes[0].South+90, rowsADegree); row <= band(boxes[0].North+90, rowsADegree); row++ {
		for _, b := range boxes {
			cells = append(cells, span{row*cellsInRow + band(b.West+180, columnsADegree), row*cellsInRow + band(b.East+180, columnsADegree)})
		}
	}
	return cells
}

// placed is a trade point on the map.
type placed struct {
	ID        int64   `db:"id"`
	Partner   int64   `db:"partner_id"`
	Latitude  float64 `db:"latitude"`
	Longitude float64 `db:"longitude"`
}

// near is a trade point of a partner with its distance.
type near struct {
	partner, point int64
	metres         int
}

// isAfter reports whether it comes after a place in the list: by distance, then by id.
func (n near) isAfter(k OfferKey) bool {
	return cmp.Or(cmp.Compare(n.metres, k.Metres), cmp.Compare(n.partner, k.ID)) > 0
}

// nearestOf returns the nearest point of each partner within a radius that comes after a place in the list, in its order.
func nearestOf(points []placed, from Coordinates, radius int, after OfferKey) []near {
	best := map[int64]near{}
	for _, p := range points {
		is := near{p.Partner, p.ID, from.roundedTo(p)}
		if is.metres > radius {
			continue
		}
		was, known := best[p.Partner]
		if !known || cmp.Or(cmp.Compare(is.metres, was.metres), cmp.Compare(is.point, was.point)) < 0 {
			best[p.Partner] = is
		}
	}
	out := make([]near, 0, len(best))
	for _, n := range best {
		if n.isAfter(after) {
			out = append(out, n)
		}
	}
	slices.SortFunc(out, func(a, b near) int { return cmp.Or(cmp.Compare(a.metres, b.metres), cmp.Compare(a.partner, b.partner)) })
	return out
}
