package main

import (
	"context"
	"fmt"
	"time"

	"github.com/google/uuid"

	"studbonus/bench/dataset"
	"studbonus/internal/app"
	"studbonus/internal/partners"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/listquery"
)

const promotionsWithCodes = 100 // they share one code per student

var (
	trades  = []string{"Кофейня", "Пиццерия", "Пекарня", "Книжный магазин", "Фитнес-клуб", "Кинотеатр", "Салон связи", "Автошкола", "Аптека", "Столовая"}
	remarks = []string{
		"Отличная скидка, спасибо!", "Скидку не дали, кассир не знал о программе.", "Вежливый персонал, всё быстро.", "Долго ждали заказ, но скидка есть.",
		"Код не сработал с первого раза.", "Хорошее место рядом с общежитием.",
	}
)

// fillAreas inserts the rows of the other lists, bypassing the services.
func fillAreas(ctx context.Context, a *app.App, cities []int64, n int) error {
	l := loader{app: a, cities: cities, now: a.Clock()}
	for _, step := range []func(context.Context, int) error{l.partners, l.points, l.promotions, l.codes, l.reviews} {
		if err := step(ctx, n); err != nil {
			return err
		}
	}
	return nil
}

type loader struct {
	app    *app.App
	cities []int64
	now    time.Time
}

func (l loader) partners(ctx context.Context, n int) error {
	categories, err := db.All[int64](ctx, l.app.DB, "SELECT id FROM partner_categories ORDER BY id")
	if err != nil {
		return err
	}
	made := 0
	_, err = l.app.Partners.LoadBulk(ctx, func() *partners.Bulk {
		if made++; made > dataset.Partners(n) {
			return nil
		}
		b := &partners.Bulk{
			Change:   partners.Change{Name: partnerName(made), LegalName: fmt.Sprintf("ООО «Скидка %d»", made), INN: inn(made), Phone: fmt.Sprintf("7495%07d", made)},
			Category: categories[made%len(categories)], City: l.cities[made*7%len(l.cities)], Status: partners.Active,
		}
		if made%13 == 0 {
			b.Status, b.Reason = partners.Blocked, "Нет связи с партнёром"
		}
		return b
	})
	return err
}

// vocabulary limits the distinct words, because real texts share most of theirs.
const vocabulary = 5000

func partnerName(i int) string {
	return fmt.Sprintf("%s № %d", trades[i*31%len(trades)], i%vocabulary)
}

func (l loader) points(ctx context.Context, n int) error {
	made := 0
	_, err := l.app.Partners.LoadBulkPoints(ctx, func() *partners.BulkPoint {
		if made++; made > dataset.Points(n) {
			return nil
		}
		city := made * 11 % len(l.cities)
		return &partners.BulkPoint{
			Partner: int64(1 + made%dataset.Partners(n)), City: l.cities[city], CityName: "Москва",
			PointChange: partners.PointChange{Address: fmt.Sprintf("улица Студенческая, %d", made), WorkTime: "Ежедневно с 10:00 до 22:00"},
		}
	})
	return err
}

func (l loader) promotions(ctx context.Context, n int) error {
	made := 0
	columns := []string{"uuid", "partner_id", "name", "name_key", "search_text", "description", "begin_date", "end_date", "status", "codes_total", "created_at"}
	_, err := l.app.DB.Bulk(ctx, "promotions", columns, func() []any {
		if made++; made > dataset.Promotions(n) {
			return nil
		}
		partner := 1 + made%dataset.Partners(n)
		name := fmt.Sprintf("Скидка %d процентов по акции %d", 5+made%50, made%vocabulary)
		codes := 0
		if made <= promotionsWithCodes {
			codes = n / promotionsWithCodes
		}
		begin := l.now.AddDate(0, 0, made%400-300)
		return []any{
			uuid.NewString(), int64(partner), name, listquery.Fold(name), listquery.SearchText(name, partnerName(partner)), "<p>Покажите код на кассе.</p>",
			begin.Format(time.DateOnly), begin.AddDate(0, 2, 0).Format(time.DateOnly), "active", int64(codes), l.now,
		}
	})
	return err
}

func (l loader) codes(ctx context.Context, n int) error {
	made, each := 0, n/promotionsWithCodes
	_, err := l.app.DB.Bulk(ctx, "promo_codes", []string{"promotion_id", "code"}, func() []any {
		if made == each*promotionsWithCodes {
			return nil
		}
		made++
		return []any{int64(1 + (made-1)/each), fmt.Sprintf("STUD-%08d", made)}
	})
	return err
}

// reviews: one per student, whose ids are 1, 2, 3 … in order.
func (l loader) reviews(ctx context.Context, n int) error {
	homes, err := db.All[int64](ctx, l.app.DB, "SELECT university_id FROM students ORDER BY id LIMIT ?", n)
	if err != nil {
		return err
	}
	made := 0
	columns := []string{"uuid", "partner_id", "student_id", "university_id", "rating", "body", "search_text", "status", "created_at"}
	_, err = l.app.DB.Bulk(ctx, "reviews", columns, func() []any {
		if made == n {
			return nil
		}
		made++
		body := fmt.Sprintf("%s Визит %d.", remarks[made%len(remarks)], made*7919%(10*vocabulary))
		status := []string{"public", "public", "public", "rejected", "moderation"}[made%5]
		return []any{
			uuid.NewString(), int64(1 + made%dataset.Partners(n)), int64(made), homes[made-1], made % 6, body, listquery.SearchText(body), status,
			l.now.Add(time.Duration(made-n) * time.Second),
		}
	})
	return err
}
