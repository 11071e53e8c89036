// Package geo geocodes addresses in both directions and configures the console's map. It uses one of three geocoders: the
// shipped list of cities, a Nominatim server or Yandex. Only addresses of partners are sent; API keys never reach a
// browser, and responses are not trusted.
package geo

import (
	"context"
	"errors"
	"math"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"
)

// Place is an address with coordinates.
type Place struct {
	Address   string  `json:"address" db:"address"`
	Latitude  float64 `json:"latitude" db:"latitude"`
	Longitude float64 `json:"longitude" db:"longitude"`
}

// City narrows a search.
type City struct {
	Name      string   `db:"name"`
	Latitude  *float64 `db:"latitude"`
	Longitude *float64 `db:"longitude"`
}

// Geocoder finds addresses. An unknown place is not an error.
type Geocoder interface {
	// Search finds places by address, within a city unless it is nil.
	Search(ctx context.Context, address string, in *City) ([]Place, error)
	// Reverse finds the address of a point, or "".
	Reverse(ctx context.Context, latitude, longitude float64) (string, error)
}

const (
	maxPlaces   = 10
	maxAddress  = 300
	maxResponse = 256 << 10 // bytes
	callTimeout = 3 * time.Second
	cacheFor    = 30 * 24 * time.Hour
)

// errResponse means an invalid response of the geocoder.
var errResponse = errors.New("invalid response of the geocoder")

// validPlaces drops places with invalid coordinates and cleans their addresses.
func validPlaces(places []Place) []Place {
	out := []Place{}
	for _, p := range places {
		p.Address = cleanAddress(p.Address)
		if p.Address != "" && onEarth(p.Latitude, p.Longitude) && len(out) < maxPlaces {
			out = append(out, p)
		}
	}
	return out
}

func onEarth(latitude, longitude float64) bool {
	return math.Abs(latitude) <= 90 && math.Abs(longitude) <= 180 // false for NaN
}

// cleanAddress drops control characters and truncates the address.
func cleanAddress(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if utf8.RuneCountInString(s) > maxAddress {
		s = strings.TrimSpace(string([]rune(s)[:maxAddress]))
	}
	return s
}
