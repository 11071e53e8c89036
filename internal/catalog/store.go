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

func upsertRegion(ctx context.Context, tx db.Tx, code, name string) error {
	_, err := tx.Exec(ctx, "INSERT INTO regions (code, name) VALUES (?, ?) ON CONFLICT (code) DO UPDATE SET name = EXCLUDED.name", code, name)
	return err
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

func upsertCity(ctx context.Context, tx db.Tx, c cityRow) error {
	_, err := tx.Exec(ctx, `INSERT INTO cities (uuid, region_id, name, name_key, latitude, longitude, population) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (region_id, name_key) DO UPDATE SET name = EXCLUDED.name, latitude = EXCLUDED.latitude, longitude = EXCLUDED.longitude, population = EXCLUDED.population`,
		c.uuid, c.region, c.name, list.Fold(c.name), c.latitude, c.longitude, c.population)
	return err
}

// cityID finds a city by its name; the largest where several regions have one, unless the region is named.
func cityID(ctx context.Context, q db.Querier, name, region string) (int64, error) {
	return db.Get[int64](ctx, q, `SELECT c.id FROM cities c JOIN regions r ON r.id = c.region_id
		WHERE c.name_key = ? AND (? = '' OR r.code = ? OR r.name = ?) ORDER BY c.population DESC, c.id LIMIT 1`, list.Fold(name), region, region, region)
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
