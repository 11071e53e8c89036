package catalog

import (
	"context"
	"strings"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

// cityColumns include the region for cities that share a name: there are several Kirovs.
const cityColumns = `c.uuid, CASE WHEN EXISTS (SELECT 1 FROM cities t WHERE t.name_key = c.name_key AND t.id <> c.id)
	THEN c.name || ' (' || r.name || ')' ELSE c.name END AS name FROM cities c JOIN regions r ON r.id = c.region_id`

func allCities(ctx context.Context, q db.Querier) ([]City, error) {
	return db.All[City](ctx, q, "SELECT "+cityColumns+" ORDER BY c.name_key, c.id")
}

// likeText escapes the wildcards of a LIKE pattern.
func likeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(listquery.Fold(s))
}

func findCities(ctx context.Context, q db.Querier, name string) ([]City, error) {
	text := likeText(name)
	return db.All[City](ctx, q, "SELECT "+cityColumns+` WHERE c.name_key LIKE ? ESCAPE '\'
		ORDER BY CASE WHEN c.name_key LIKE ? ESCAPE '\' THEN 0 ELSE 1 END, c.population DESC, c.id LIMIT ?`, "%"+text+"%", text+"%", foundAtMost)
}

// Place is a university or a city as students choose it.
type Place struct {
	UUID      string `db:"uuid"`
	Name      string `db:"name"`
	ShortName string `db:"short_name"`
	Where     string `db:"at"` // city of a university, region of a city
}

func searchUniversities(ctx context.Context, q db.Querier, name string) ([]Place, error) {
	text := likeText(name)
	return db.All[Place](ctx, q, `SELECT u.uuid, u.full_name AS name, u.short_name, c.name AS at FROM universities u JOIN cities c ON c.id = u.city_id
		WHERE u.name_key LIKE ? ESCAPE '\' ORDER BY CASE WHEN u.name_key LIKE ? ESCAPE '\' THEN 0 ELSE 1 END, u.name_key, u.id LIMIT ?`, "%"+text+"%", text+"%", foundAtMost)
}

func searchCities(ctx context.Context, q db.Querier, name string) ([]Place, error) {
	text := likeText(name)
	return db.All[Place](ctx, q, `SELECT c.uuid, c.name, '' AS short_name, r.name AS at FROM cities c JOIN regions r ON r.id = c.region_id
		WHERE c.name_key LIKE ? ESCAPE '\' ORDER BY CASE WHEN c.name_key LIKE ? ESCAPE '\' THEN 0 ELSE 1 END, c.population DESC, c.id LIMIT ?`, "%"+text+"%", text+"%", foundAtMost)
}

func categories(ctx context.Context, q db.Querier, table string) ([]Category, error) {
	return db.All[Category](ctx, q, "SELECT uuid, name FROM "+table+" ORDER BY name")
}

func addRegion(ctx context.Context, tx db.Tx, code, name string) (int64, error) {
	return tx.Exec(ctx, "INSERT INTO regions (code, name) VALUES (?, ?) ON CONFLICT (code) DO NOTHING", code, name)
}

// regionID finds a region by its code or its name.
func regionID(ctx context.Context, q db.Querier, codeOrName string) (int64, error) {
	return db.Get[int64](ctx, q, "SELECT id FROM regions WHERE code = ? OR name = ?", codeOrName, codeOrName)
}

// cityRow is a city of a csv, or as it is stored. What is nil or empty is unknown.
type cityRow struct {
	UUID       string   `db:"uuid"`
	Name       string   `db:"name"`
	Region     int64    `db:"region_id"`
	Latitude   *float64 `db:"latitude"`
	Longitude  *float64 `db:"longitude"`
	Population *int64   `db:"population"`
	TimeZone   string   `db:"time_zone"` // IANA name
}

func cityByKey(ctx context.Context, q db.Querier, key cityKey) (cityRow, error) {
	return db.Get[cityRow](ctx, q, "SELECT uuid, name, region_id, latitude, longitude, population, time_zone FROM cities WHERE region_id = ? AND name_key = ?", key.region, key.name)
}

// addCity returns the number of new rows: 0 if the region has a city of this name.
func addCity(ctx context.Context, tx db.Tx, c cityRow) (int64, error) {
	return tx.Exec(ctx, `INSERT INTO cities (uuid, region_id, name, name_key, latitude, longitude, population, time_zone) VALUES (?, ?, ?, ?, ?, ?, COALESCE(CAST(? AS BIGINT), 0), ?)
		ON CONFLICT (region_id, name_key) DO NOTHING`, c.UUID, c.Region, c.Name, listquery.Fold(c.Name), c.Latitude, c.Longitude, c.Population, c.TimeZone)
}

// completeCity stores what c knows of a city and keeps the rest.
func completeCity(ctx context.Context, tx db.Tx, c cityRow) (int64, error) {
	return tx.Exec(ctx, `UPDATE cities SET latitude = COALESCE(?, latitude), longitude = COALESCE(?, longitude), population = COALESCE(?, population),
		time_zone = COALESCE(NULLIF(?, ''), time_zone) WHERE region_id = ? AND name_key = ?`,
		c.Latitude, c.Longitude, c.Population, c.TimeZone, c.Region, listquery.Fold(c.Name))
}

// hasTimeZones reports whether the shipped time zones are installed: earlier releases did not import them.
func hasTimeZones(ctx context.Context, q db.Querier) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM cities WHERE time_zone <> ''")
}

// namesake is one of several cities with the same name.
type namesake struct {
	ID     int64  `db:"id"`
	Name   string `db:"name"`
	Region string `db:"region"`
	Code   string `db:"code"`
}

func namesakes(ctx context.Context, q db.Querier, name string) ([]namesake, error) {
	return db.All[namesake](ctx, q, `SELECT c.id, c.name, r.name AS region, r.code FROM cities c JOIN regions r ON r.id = c.region_id
		WHERE c.name_key = ? ORDER BY c.population DESC, c.id`, listquery.Fold(name))
}

func isInstalled(ctx context.Context, q db.Querier) (bool, error) {
	return db.Exists(ctx, q, "SELECT 1 FROM cities")
}

func addCategory(ctx context.Context, tx db.Tx, table, uuid, name string) (int64, error) {
	return tx.Exec(ctx, "INSERT INTO "+table+" (uuid, name) VALUES (?, ?) ON CONFLICT DO NOTHING", uuid, name)
}

// namesIn selects the names of a short catalogue.
func namesIn(table string) string { return "SELECT name FROM " + table }

// What a file may not repeat.
const (
	regionCodes    = "SELECT code FROM regions"
	facultyKeys    = "SELECT inn || ' ' || name FROM faculty_catalogue"
	universityINNs = "SELECT inn FROM universities"
)

func addFaculty(ctx context.Context, tx db.Tx, uuid, inn, name string) (int64, error) {
	return tx.Exec(ctx, "INSERT INTO faculty_catalogue (uuid, inn, name) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", uuid, inn, name)
}

const (
	facultyCatalogue    = "faculty_catalogue"
	partnerCategories   = "partner_categories"
	knowledgeCategories = "knowledge_categories"
)
