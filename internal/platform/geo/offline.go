package geo

import (
	"context"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

// offline knows only the shipped cities: an address in a city is placed at its centre until an operator moves it.
type offline struct{ db *db.DB }

// Search implements Geocoder.
func (o offline) Search(ctx context.Context, address string, in *City) ([]Place, error) {
	if in != nil {
		if in.Latitude == nil || in.Longitude == nil {
			return nil, nil
		}
		if address == "" {
			address = in.Name
		}
		return []Place{{Address: address, Latitude: *in.Latitude, Longitude: *in.Longitude}}, nil
	}
	if address == "" {
		return nil, nil
	}
	return db.All[Place](ctx, o.db, `SELECT name AS address, latitude, longitude FROM cities
		WHERE name_key LIKE ? ESCAPE '\' AND latitude IS NOT NULL AND longitude IS NOT NULL ORDER BY population DESC, id LIMIT ?`, listquery.Like(address), maxPlaces)
}

// Reverse implements Geocoder. It never knows the address: the name of a city would overwrite what the operator typed.
func (offline) Reverse(context.Context, float64, float64) (string, error) { return "", nil }
