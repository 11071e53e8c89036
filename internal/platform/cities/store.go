package cities

import (
	"context"
	"strings"

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

const (
	maxFound    = 20
	maxFrequent = 8
)

// columns tell cities of one name apart by their region.
const columns = `c.id, c.uuid, CASE WHEN EXISTS (SELECT 1 FROM cities o WHERE o.name_key = c.name_key AND o.id <> c.id)
		THEN c.name || ' (' || r.name || ')' ELSE c.name END AS name
	FROM cities c JOIN regions r ON r.id = c.region_id`

// Find searches cities by a part of their name, the largest first, among those that satisfy a condition on `cities c`. An empty
// search finds nothing.
func Find(ctx context.Context, q db.Querier, search, condition string, args ...any) ([]City, error) {
	if strings.TrimSpace(search) == "" {
		return []City{}, nil
	}
	args = append(append([]any{listquery.Like(search)}, args...), maxFound)
	return db.All[City](ctx, q, "SELECT "+columns+` WHERE c.name_key LIKE ? ESCAPE '\' AND (`+condition+`)
		ORDER BY c.population DESC, c.id LIMIT ?`, args...)
}

// Frequent returns the cities that occur most often as city_id in the rows of a query, the most frequent first.
func Frequent(ctx context.Context, q db.Querier, rows string, args ...any) ([]City, error) {
	return db.All[City](ctx, q, "SELECT "+columns+" JOIN (SELECT city_id, count(*) AS found FROM ("+rows+`) listed GROUP BY city_id) n ON n.city_id = c.id
		ORDER BY n.found DESC, c.population DESC, c.id LIMIT ?`, append(args, maxFrequent)...)
}

// Names returns the names of cities by their uuids, in order; unknown ones are left out.
func Names(ctx context.Context, q db.Querier, uuids []string) ([]string, error) {
	if len(uuids) == 0 {
		return nil, nil
	}
	return db.All[string](ctx, q, "SELECT name FROM cities WHERE uuid IN (?) ORDER BY name_key, id", uuids)
}
