package app_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"github.com/google/uuid"
	"github.com/jackc/pgx/v5/pgxpool"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

const lifeNews = 20_000

// BenchmarkLife measures what students read over HTTP (rules 28.12). STUDBONUS_PARTNERS=55060 partners have 555,000 trade points.
func BenchmarkLife(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) { benchmarkLife(b, kit.New(b, e)) })
	}
}

func benchmarkLife(b *testing.B, a *kit.App) {
	ctx := db.InBackground(context.Background())
	must := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	must(a.AddDemoPartners(ctx, kit.Drill(b, "partners", "STUDBONUS_PARTNERS", 5_000)))
	a.ManyStudents(b)
	addNews(ctx, b, a)
	if a.Engine == kit.PostgreSQL {
		must(a.DB.Pool().AcquireFunc(ctx, func(c *pgxpool.Conn) error {
			for _, text := range []string{"SET statement_timeout = 0", "VACUUM ANALYZE trade_points", "VACUUM ANALYZE partners", "VACUUM ANALYZE news", "RESET statement_timeout"} {
				if _, err := c.Exec(ctx, text); err != nil {
					return err
				}
			}
			return nil
		}))
	}
	must(a.Start(ctx))
	must(a.Partners.Index().Sync(ctx))
	student := a.ActiveStudent(b, "7729082090", 0)
	partner := kit.One[string](b, a, "SELECT CAST(p.uuid AS TEXT) FROM partners p WHERE p.status = 'active' ORDER BY p.id DESC LIMIT 1 OFFSET 100")
	widest := kit.One[string](b, a, "SELECT CAST(p.uuid AS TEXT) FROM partners p JOIN partner_cities c ON c.partner_id = p.id GROUP BY p.uuid ORDER BY sum(c.points) DESC LIMIT 1")
	city := kit.One[string](b, a, "SELECT CAST(uuid AS TEXT) FROM cities ORDER BY population DESC LIMIT 1")
	for _, call := range []struct{ name, path string }{
		{"near, Moscow", "/s/v1/partners?near=55.77,37.64"},
		{"near, a town", "/s/v1/partners?near=60.02,30.65"},
		{"near, nowhere", "/s/v1/partners?near=66.0,100.0"},
		{"near, a category", "/s/v1/partners?near=55.77,37.64&category=" + kit.One[string](b, a, "SELECT CAST(uuid AS TEXT) FROM partner_categories ORDER BY id LIMIT 1")},
		{"near, a search", "/s/v1/partners?near=55.77,37.64&search=%D0%BA%D0%BE%D1%84"},
		{"newest of a city", "/s/v1/partners?city=" + city},
		{"search", "/s/v1/partners?search=%D0%BA%D0%BE%D1%84"},
		{"card", "/s/v1/partners/" + partner + "?near=55.77,37.64"},
		{"card of 5,000 points", "/s/v1/partners/" + widest + "?near=55.77,37.64"},
		{"feed", "/s/v1/news"},
		{"knowledge", "/s/v1/knowledge"},
	} {
		b.Run(call.name, a.Calling(func() { student.Get(call.path).OK() }).Measure)
	}
}

// addNews adds items of all levels past the service, a tenth of them pinned.
func addNews(ctx context.Context, b *testing.B, a *kit.App) {
	b.Helper()
	made, now := 0, a.Clock.Now()
	_, err := a.DB.Bulk(ctx, "news", []string{"uuid", "level", "university_id", "region_id", "operator_id", "title", "content", "search_text", "approval", "pinned_until", "tags", "messengers", "created_at"}, func() []any {
		if made++; made > lifeNews {
			return nil
		}
		level, university, region := "university", any(int64(1+made%3)), any(nil)
		switch made % 10 {
		case 0:
			level, university = "federal", nil
		case 1, 2:
			level, region = "region", kit.One[int64](b, a, "SELECT id FROM regions ORDER BY id LIMIT 1 OFFSET ?", made%80)
		}
		var pinned any
		if made%200 == 0 {
			pinned = now.Add(24 * time.Hour)
		}
		return []any{uuid.NewString(), level, university, region, int64(1), fmt.Sprint("Новость ", made), "<p>Текст новости, не длинный и не короткий.</p>", "новость", "approved", pinned, "[]", "[]", now.Add(-time.Duration(made) * time.Minute)}
	})
	if err != nil {
		b.Fatal(err)
	}
}
