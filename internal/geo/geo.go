// Package geo turns addresses into coordinates and back, and says which map the console shows. Behind it stands one
// of three geocoders: the shipped list of cities, a Nominatim server or Yandex. Only addresses of partners are ever asked
// for; keys never reach a browser, and what a geocoder answers is not trusted.
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

// Place is an address on the map.
type Place struct {
	Address   string  `json:"address" db:"address"`
	Latitude  float64 `json:"latitude" db:"latitude"`
	Longitude float64 `json:"longitude" db:"longitude"`
}

// City is where an address is looked for.
type City struct {
	Name      string   `db:"name"`
	Latitude  *float64 `db:"latitude"`
	Longitude *float64 `db:"longitude"`
}

// Geocoder is one way to find addresses. An unknown place is no error.
type Geocoder interface {
	// Search finds places by an address, in a city unless it is nil.
	Search(ctx context.Context, address string, in *City) ([]Place, error)
	// Reverse finds the address of a place; empty where there is none.
	Reverse(ctx context.Context, latitude, longitude float64) (string, error)
}

const (
	foundAtMost = 10
	maxAddress  = 300
	answerLimit = 256 << 10       // bytes of an answer that are read
	patience    = 3 * time.Second // with a geocoder
	keepAnswers = 30 * 24 * time.Hour
)

// errAnswer says that a geocoder answered something that is no answer.
var errAnswer = errors.New("the geocoder's answer makes no sense")

// sound keeps what of an answer can be shown: real coordinates, a readable address of bearable length.
func sound(places []Place) []Place {
	out := []Place{}
	for _, p := range places {
		p.Address = readable(p.Address)
		if p.Address != "" && onEarth(p.Latitude, p.Longitude) && len(out) < foundAtMost {
			out = append(out, p)
		}
	}
	return out
}

func onEarth(latitude, longitude float64) bool {
	return math.Abs(latitude) <= 90 && math.Abs(longitude) <= 180 // false for what is no number
}

// readable drops control signs and cuts what is too long for an address.
func readable(s string) string {
	s = strings.Join(strings.FieldsFunc(strings.ToValidUTF8(s, ""), func(r rune) bool { return unicode.IsSpace(r) || !unicode.IsPrint(r) }), " ")
	if utf8.RuneCountInString(s) > maxAddress {
		s = strings.TrimSpace(string([]rune(s)[:maxAddress]))
	}
	return s
}
