package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/statistics"
)

const (
	viewDays      = 365
	viewDaysATime = 30 // in one transaction
	fewestViews   = 40 // per day at the start of the year; four times as many at its end
	unseenEach    = 12 // one partner in 12 has no views
)

// crowd is who views whom.
type crowd struct {
	audience
	favour []int // weight of each partner
}

// addViews creates a year of partner views and barcode scans: growing by month, fewer at weekends, and unevenly distributed
// over the partners.
func addViews(ctx context.Context, p Parts) error {
	c := crowd{audience: audience{Parts: p, rng: rand.New(rand.NewPCG(8, 2026))}} //nolint:gosec // repeatable, not secret
	var err error
	if c.students, err = db.All[member](ctx, p.DB, "SELECT uuid, university_id, created_at FROM students WHERE status = 'active' AND end_year > ? ORDER BY id", p.Now.Year()); err != nil {
		return err
	}
	if c.partners, err = db.All[member](ctx, p.DB, "SELECT uuid, 0 AS university_id, created_at FROM partners ORDER BY id"); err != nil {
		return err
	}
	for i := range c.partners {
		tickets := 3 + 200/(1+c.rng.IntN(len(c.partners)))
		if i%unseenEach == unseenEach-1 {
			tickets = 0
		}
		c.favour = append(c.favour, tickets)
	}
	for from := viewDays - 1; from >= 0; from -= viewDaysATime {
		err := p.together(ctx, func(ctx context.Context) error {
			for ago := from; ago >= 0 && ago > from-viewDaysATime; ago-- {
				p.Clock.Set(p.Now.AddDate(0, 0, -ago))
				if views := c.day(viewDays - ago); len(views) > 0 {
					if err := p.Statistics.Record(ctx, views...); err != nil {
						return fmt.Errorf("views %d days ago: %w", ago, err)
					}
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
	p.Clock.Set(p.Now)
	return p.Statistics.CleanUp(ctx)
}

// day creates the views of the n-th day.
func (c *crowd) day(n int) (views []statistics.View) {
	now := c.Clock.Now()
	students, partners := present(c.students, now), present(c.partners, now)
	if students == 0 || partners == 0 {
		return nil
	}
	many := fewestViews + fewestViews*3*n/viewDays + c.rng.IntN(fewestViews/2)
	if day := now.Weekday(); day == time.Saturday || day == time.Sunday {
		many /= 2
	}
	var tickets []int
	for i := range partners {
		tickets = append(tickets, slices.Repeat([]int{i}, c.favour[i])...)
	}
	for range many {
		if len(tickets) == 0 {
			break
		}
		v := statistics.View{Student: c.students[c.rng.IntN(students)].UUID, Partner: c.partners[tickets[c.rng.IntN(len(tickets))]].UUID, Kind: statistics.Card}
		views = append(views, v)
		if c.rng.IntN(5) < 2 { // two of five views lead to a visit
			v.Kind = statistics.Barcode
			views = append(views, v)
		}
	}
	return views
}

// present counts the members who have joined by then; they are sorted by joining.
func present(all []member, now time.Time) int {
	n, _ := slices.BinarySearchFunc(all, now, func(m member, at time.Time) int { return m.CreatedAt.Compare(at) })
	return n
}
