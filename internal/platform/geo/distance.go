package geo

import "math"

// EarthRadius is in metres.
const EarthRadius = 6_371_000.0

// Point is a place on Earth, in degrees.
type Point struct{ Latitude, Longitude float64 }

// MetresTo is the great-circle distance.
func (p Point) MetresTo(to Point) float64 {
	radians := func(degrees float64) float64 { return degrees * math.Pi / 180 }
	square := func(x float64) float64 { return x * x }
	h := square(math.Sin(radians(to.Latitude-p.Latitude)/2)) +
		math.Cos(radians(p.Latitude))*math.Cos(radians(to.Latitude))*square(math.Sin(radians(to.Longitude-p.Longitude)/2))
	return 2 * EarthRadius * math.Asin(math.Sqrt(min(1, h)))
}
