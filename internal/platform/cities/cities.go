// Package cities searches the catalogue of cities for the filters and forms of several areas.
package cities

// City is a city of the catalogue.
type City struct {
	ID   int64  `db:"id"`
	UUID string `db:"uuid"`
	Name string `db:"name"` // with its region if another city has the same name
}
