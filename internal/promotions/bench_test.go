package promotions_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
)

// BenchmarkStudents measures what a student reads, over HTTP (rules 27.9).
func BenchmarkStudents(b *testing.B) {
	for _, e := range testdb.Engines() {
		b.Run(string(e), func(b *testing.B) {
			a := kit.New(b, e)
			number := a.ManyStudents(b)
			c := a.As(b, "all")
			id := promotion(b, c, partner(b, a, c, "Кофейня", "Москва"), map[string]any{"winLimit": nil})
			if err := a.Promotions.AddCodes(as(b, a, "all"), id, "codes.csv", strings.NewReader(someCodes("CODE", number))); err != nil {
				b.Fatal(err)
			}
			student := kit.One[int64](b, a, "SELECT id FROM students WHERE status = 'active' AND end_year > 2026 ORDER BY id DESC LIMIT 1")
			kit.Exec(b, a, `UPDATE promo_codes SET student_id = (SELECT min(id) FROM students) + CAST(substr(code, 5) AS BIGINT) % ?, granted_at = ?, claim_key = code
				WHERE promotion_id = (SELECT id FROM promotions WHERE uuid = ?) AND code < ?`, number, kit.Start, id, fmt.Sprintf("CODE%06d", number/2))
			kit.Exec(b, a, "UPDATE promotions SET codes_used = ?, next_code = ? WHERE uuid = ?", number/2, fmt.Sprintf("CODE%06d", number/2), id)
			me := a.Member(b, kit.PhoneNumber(1), student)
			for i := range 10 {
				a.Clock.Advance(time.Minute)
				me.Post(claims(id), key(fmt.Sprint("key-number-", i))).OK()
			}
			b.Run("own codes", a.Calling(func() { me.Get("/s/v1/codes").OK() }).Measure)
			b.Run("promotions", a.Calling(func() { me.Get("/s/v1/promotions").OK() }).Measure)
			again := key("key-number-3")
			b.Run("a claim repeated", a.Calling(func() { me.Post(claims(id), again).OK() }).Measure)
		})
	}
}
