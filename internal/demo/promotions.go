package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"strings"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/promotions"
)

const (
	promotionCount   = 150
	promotionsAtOnce = 10 // in one transaction
	afterPartners    = 4  // skipped at the start of the year, when there are hardly any partners
)

var promotionBlockReasons = []string{
	"Несоответствие политике приложения", "Нарушения условий договора", "Некорректные данные", "Партнёр попросил остановить акцию",
}

// fair holds what promotions are created from.
type fair struct {
	audience
	partners  []host
	texts     map[string][][]string // category → name, description
	operators []access.Principal
}

type host struct {
	UUID      string    `db:"uuid"`
	Category  string    `db:"category"`
	IsActive  bool      `db:"is_active"`
	CreatedAt time.Time `db:"created_at"`
}

// addPromotions creates a year of promotions with codes that students take. The number decides, so that every case occurs:
// planned, running, ended, blocked, without codes, sold out, running low.
func addPromotions(ctx context.Context, p Parts) error {
	f, err := openFair(ctx, p)
	if err != nil {
		return err
	}
	for from := 0; from < promotionCount; from += promotionsAtOnce {
		err := p.together(ctx, func(ctx context.Context) (err error) {
			for i := from; i < from+promotionsAtOnce && err == nil; i++ {
				p.overTheYear(i+afterPartners, promotionCount+afterPartners)
				err = f.add(ctx, i)
			}
			return err
		})
		if err != nil {
			return fmt.Errorf("promotions from %d on: %w", from, err)
		}
	}
	return nil
}

func openFair(ctx context.Context, p Parts) (*fair, error) {
	f := &fair{audience: audience{Parts: p, rng: rand.New(rand.NewPCG(6, 2026))}, texts: map[string][][]string{}} //nolint:gosec // repeatable, not secret
	var err error
	// Expired students get no codes.
	f.students, err = db.All[member](ctx, p.DB, "SELECT id, uuid, university_id, created_at FROM students WHERE status = 'active' AND end_year > ? ORDER BY id", p.Now.Year())
	if err != nil {
		return nil, err
	}
	f.partners, err = db.All[host](ctx, p.DB, `SELECT p.uuid, k.name AS category, p.status = 'active' AS is_active, p.created_at
		FROM partners p JOIN partner_categories k ON k.id = p.category_id ORDER BY p.id`)
	if err != nil {
		return nil, err
	}
	rows, err := records("promotions")
	if err != nil {
		return nil, err
	}
	for _, r := range rows {
		f.texts[r[0]] = append(f.texts[r[0]], r[1:])
	}
	for _, login := range []string{"univer", "all", "chairman"} {
		who, err := as(ctx, p, login)
		if err != nil {
			return nil, err
		}
		f.operators = append(f.operators, access.From(who))
	}
	return f, nil
}

// term returns when the i-th promotion runs.
func (f *fair) term(i int) (begin, end clock.Date) {
	now := clock.DateOf(f.Now)
	begin = clock.DateOf(f.Clock.Now()).Plus(f.rng.IntN(8))
	end = begin.Plus([]int{13, 29, 44, 59, 89}[f.rng.IntN(5)])
	switch {
	case i%10 == 1: // in the future
		begin = now.Plus(3 + f.rng.IntN(40))
		end = begin.Plus(13 + f.rng.IntN(60))
	case i%5 == 4: // long ones, still running
		end = now.Plus(f.rng.IntN(90))
	}
	return begin, max(begin, end)
}

// stock returns how many codes the i-th promotion has and how many of them are taken.
func (f *fair) stock(i int) (codes, taken int, lately bool) {
	codes = []int{40, 80, 150, 300, 600, 1500}[f.rng.IntN(6)]
	taken = 4 + f.rng.IntN(22)
	switch {
	case i%15 == 4:
		codes = 24
		taken = codes // sold out
	case i%15 == 9:
		codes, taken, lately = 40, 33, true // running low
	case i%12 == 7:
		codes, taken = 0, 0
	}
	return codes, taken, lately
}

func (f *fair) add(ctx context.Context, i int) error {
	at := 0
	for at < len(f.partners) && f.partners[at].CreatedAt.Before(f.Clock.Now()) {
		at++
	}
	of := f.partners[f.rng.IntN(max(at, 1))]
	texts := f.texts[of.Category]
	if len(texts) == 0 {
		return fmt.Errorf("no promotions for %s", of.Category)
	}
	text := texts[f.rng.IntN(len(texts))]
	begin, end := f.term(i)
	var limit *int
	if n := i % 4; n > 0 {
		limit = &n
	}
	operator := access.WithPrincipal(ctx, f.operators[i%len(f.operators)])
	id, err := f.Promotions.Create(operator, of.UUID, promotions.Change{
		Name: text[0], Description: text[1], Begin: begin.Wire(), End: end.Wire(), WinLimit: limit,
	})
	if err != nil {
		return err
	}
	codes, taken, lately := f.stock(i)
	if codes > 0 {
		f.later(3 * time.Minute)
		if err := f.Promotions.AddCodes(operator, id, fmt.Sprintf("promocodes-%d.csv", i+1), strings.NewReader(f.file(i, codes))); err != nil {
			return err
		}
	}
	if of.IsActive && begin <= clock.DateOf(f.Now) {
		if err := f.grant(ctx, id, limit, f.moments(begin, end, taken, lately)); err != nil {
			return err
		}
	}
	return f.block(operator, id, i)
}

// file returns a file of codes as partners send them, some with errors.
func (f *fair) file(i, codes int) string {
	const letters = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
	var b strings.Builder
	isMessy := i%6 == 2
	if isMessy {
		b.WriteString("Промокод;Примечание\r\n")
	}
	for n := range codes {
		code := make([]byte, 8)
		for j := range code {
			code[j] = letters[f.rng.IntN(len(letters))]
		}
		fmt.Fprintf(&b, "SB%d-%s", i+1, code)
		if isMessy && n%20 == 3 {
			fmt.Fprintf(&b, ";для сайта\r\nSB%d-%s;повтор", i+1, code)
		}
		b.WriteString("\r\n")
	}
	if isMessy {
		b.WriteString("итого " + fmt.Sprint(codes) + " шт.;\r\n" + strings.Repeat("Ф", 70) + "\r\n")
	}
	return b.String()
}

// moments returns when students take codes: ascending, within the promotion and not in the future.
func (f *fair) moments(begin, end clock.Date, n int, lately bool) []time.Time {
	from := max(begin, clock.DateOf(f.Clock.Now()))
	to := min(end, clock.DateOf(f.Now))
	if lately {
		from = max(from, clock.DateOf(f.Now).Plus(-11))
	}
	if from > to {
		return nil
	}
	first, err := time.ParseInLocation(time.DateOnly, string(from), clock.Moscow)
	if err != nil {
		return nil
	}
	last, err := time.ParseInLocation(time.DateOnly, string(to), clock.Moscow)
	if err != nil {
		return nil
	}
	first, last = first.Add(10*time.Hour), last.Add(20*time.Hour)
	if first.Before(f.Clock.Now()) {
		first = f.Clock.Now().Add(10 * time.Minute)
	}
	if last.After(f.Now) {
		last = f.Now
	}
	if !first.Before(last) {
		return nil
	}
	out := make([]time.Time, n)
	for i := range out { // divide first: a year in nanoseconds times n overflows
		out[i] = first.Add(last.Sub(first) / time.Duration(n) * time.Duration(i)).Truncate(time.Second)
	}
	return out
}

func (f *fair) grant(ctx context.Context, promotion string, limit *int, moments []time.Time) error {
	has := map[int64]int{}
	for _, at := range moments {
		f.Clock.Set(at)
		who := f.some(f.students).ID
		if limit != nil && has[who] >= *limit {
			continue
		}
		has[who]++
		claim := promotions.Claim{Key: fmt.Sprintf("demo-%d-%d", who, has[who]), By: access.Member{Student: who}}
		given, err := f.Promotions.Give(ctx, promotion, []promotions.Claim{claim})
		if err == nil {
			err = given.Outcomes[0].Err
		}
		if err != nil {
			return fmt.Errorf("grant: %w", err)
		}
	}
	return nil
}

// block blocks some promotions and unblocks a few again.
func (f *fair) block(ctx context.Context, id string, i int) error {
	if i%11 != 3 {
		return nil
	}
	f.later(time.Duration(i%9+1) * 24 * time.Hour)
	any := func(int64) bool { return false }
	reason := promotionBlockReasons[i/11%len(promotionBlockReasons)]
	if err := f.Promotions.Move(ctx, promotions.Move{Promotion: id, To: promotions.Blocked, Reason: reason}, any); err != nil || i%3 != 0 {
		return err
	}
	f.later(30 * time.Hour)
	return f.Promotions.Move(ctx, promotions.Move{Promotion: id, To: promotions.Active}, any)
}
