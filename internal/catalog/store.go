package catalog

import (
	"context"
	"strings"
	"time"

	"studbonus/internal/db"
	"studbonus/internal/list"
)

// cityColumns tell cities of one name apart by their region: there are several Kirovs.
const cityColumns = `c.uuid, CASE WHEN EXISTS (SELECT 1 FROM cities t WHERE t.name_key = c.name_key AND t.id <> c.id)
	THEN c.name || ' (' || r.name || ')' ELSE c.name END AS name FROM cities c JOIN regions r ON r.id = c.region_id`

func allCities(ctx context.Context, q db.Querier) ([]City, error) {
	return db.All[City](ctx, q, "SELECT "+cityColumns+" ORDER BY c.name_key, c.id")
}

// likeText makes the user's signs literal within a LIKE pattern.
func likeText(s string) string {
	return strings.NewReplacer(`\`, `\\`, `%`, `\%`, `_`, `\_`).Replace(list.Fold(s))
}

func findCities(ctx context.Context, q db.Querier, name string) ([]City, error) {
	text := likeText(name)
	return db.All[City](ctx, q, "SELECT "+cityColumns+` WHERE c.name_key LIKE ? ESCAPE '\'
		ORDER BY CASE WHEN c.name_key LIKE ? ESCAPE '\' THEN 0 ELSE 1 END, c.population DESC, c.id LIMIT ?`, "%"+text+"%", text+"%", foundAtMost)
}

func findUniversities(ctx context.Context, q db.Querier, name string) ([]University, error) {
	return db.All[University](ctx, q, `SELECT id, uuid, short_name FROM universities WHERE name_key LIKE ? ESCAPE '\'
		ORDER BY name_key, id LIMIT ?`, "%"+likeText(name)+"%", foundAtMost)
}

func universityByINN(ctx context.Context, q db.Querier, inn string) (University, error) {
	return db.Get[University](ctx, q, "SELECT id, uuid, short_name FROM universities WHERE inn = ?", inn)
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

type cityRow struct {
	uuid, name          string
	region              int64
	latitude, longitude *float64
	population          int64
}

// upsertCity tells how many rows are new: one, or none where the city was there and has been updated.
func upsertCity(ctx context.Context, tx db.Tx, c cityRow) (int64, error) {
	added, err := tx.Exec(ctx, `INSERT INTO cities (uuid, region_id, name, name_key, latitude, longitude, population) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (region_id, name_key) DO NOTHING`, c.uuid, c.region, c.name, list.Fold(c.name), c.latitude, c.longitude, c.population)
	if err != nil || added > 0 {
		return added, err
	}
	_, err = tx.Exec(ctx, "UPDATE cities SET name = ?, latitude = ?, longitude = ?, population = ? WHERE region_id = ? AND name_key = ?",
		c.name, c.latitude, c.longitude, c.population, c.region, list.Fold(c.name))
	return 0, err
}

// namesake is one of the cities that have a name.
type namesake struct {
	ID     int64  `db:"id"`
	Name   string `db:"name"`
	Region string `db:"region"`
	Code   string `db:"code"`
}

func namesakes(ctx context.Context, q db.Querier, name string) ([]namesake, error) {
	return db.All[namesake](ctx, q, `SELECT c.id, c.name, r.name AS region, r.code FROM cities c JOIN regions r ON r.id = c.region_id
		WHERE c.name_key = ? ORDER BY c.population DESC, c.id`, list.Fold(name))
}

func universityNames(ctx context.Context, q db.Querier) ([]University, error) {
	return db.All[University](ctx, q, "SELECT id, uuid, short_name FROM universities")
}

func insertUniversity(ctx context.Context, tx db.Tx, u University, n NewUniversity, now time.Time) error {
	_, err := tx.Exec(ctx, `INSERT INTO universities (uuid, city_id, short_name, full_name, name_key, inn, address, phone, email, boss, contract_end, created_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		u.UUID, u.city, n.ShortName, n.FullName, list.Fold(n.ShortName+" "+n.FullName), n.INN, n.Address, n.Phone, n.Email, n.Boss, n.ContractEnd, now)
	return err
}

func addCategory(ctx context.Context, tx db.Tx, table, uuid, name string) (int64, error) {
	return tx.Exec(ctx, "INSERT INTO "+table+" (uuid, name) VALUES (?, ?) ON CONFLICT DO NOTHING", uuid, name)
}

func addFaculty(ctx context.Context, tx db.Tx, inn, name string) (int64, error) {
	return tx.Exec(ctx, "INSERT INTO faculty_catalogue (inn, name) VALUES (?, ?) ON CONFLICT DO NOTHING", inn, name)
}

const (
	partnerCategories   = "partner_categories"
	knowledgeCategories = "knowledge_categories"
)
