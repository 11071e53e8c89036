package demo

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strconv"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/reviews"
)

const (
	reviewCount    = 360
	complaintCount = 60
)

// audience is who writes about whom, each in order of joining.
type audience struct {
	Parts
	rng      *rand.Rand
	students []member
	partners []member
	answers  []readyAnswer
	written  map[[2]string]bool // student and partner: one review each
}

// readyAnswer is an answer template for a range of stars.
type readyAnswer struct {
	from, to int
	text     string
}

type member struct {
	ID         int64     `db:"id"`
	UUID       string    `db:"uuid"`
	University int64     `db:"university_id"`
	CreatedAt  time.Time `db:"created_at"`
}

// addReviews creates a year of reviews; operators of the universities moderate most of them.
func addReviews(ctx context.Context, p Parts) error {
	a := audience{Parts: p, rng: rand.New(rand.NewPCG(5, 2026)), written: map[[2]string]bool{}} //nolint:gosec // repeatable, not secret
	var err error
	if a.students, err = db.All[member](ctx, p.DB, "SELECT uuid, university_id, created_at FROM students WHERE status = 'active' AND end_year > ? ORDER BY id", p.Now.Year()); err != nil {
		return err
	}
	if a.partners, err = db.All[member](ctx, p.DB, "SELECT uuid, 0 AS university_id, created_at FROM partners WHERE status = 'active' ORDER BY id"); err != nil {
		return err
	}
	judges := map[int64]access.Principal{}
	for _, login := range []string{"univer", "chairman2"} {
		who, err := as(ctx, p, login)
		if err != nil {
			return err
		}
		judges[access.From(who).University] = access.From(who)
	}
	if a.answers, err = readyAnswers(); err != nil {
		return err
	}
	texts, err := records("reviews")
	if err != nil {
		return err
	}
	err = p.together(ctx, func(ctx context.Context) error {
		for i := range reviewCount {
			p.overTheYear(i+reviewCount/12, reviewCount+reviewCount/12) // the first month has hardly any partners
			if err := a.review(ctx, judges, texts[a.rng.IntN(len(texts))], i); err != nil {
				return fmt.Errorf("review %d: %w", i, err)
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	if err := addTemplates(ctx, p, judges); err != nil {
		return err
	}
	return a.addComplaints(ctx)
}

func readyAnswers() ([]readyAnswer, error) {
	rows, err := records("answers")
	out := make([]readyAnswer, len(rows))
	for i, row := range rows {
		from, wrong := strconv.Atoi(row[0])
		to, wrongToo := strconv.Atoi(row[1])
		out[i] = readyAnswer{from, to, row[2]}
		err = errors.Join(err, wrong, wrongToo)
	}
	return out, err
}

// addTemplates creates the same few answer templates for each university.
func addTemplates(ctx context.Context, p Parts, judges map[int64]access.Principal) error {
	for _, university := range slices.Sorted(maps.Keys(judges)) { // deterministic order
		judge := judges[university]
		for _, t := range []reviews.Template{
			{Name: "Благодарность", Body: "{имя}, спасибо за тёплый отзыв! Мы передали ваши слова партнёру: {партнёр}."},
			{Name: "Извинение", Body: "{имя}, нам жаль, что так вышло. Мы уже связались с партнёром ({партнёр}) и вернёмся к вам с ответом."},
			{Name: "Просьба уточнить", Body: "{имя}, расскажите, пожалуйста, когда и в какой точке это случилось ({партнёр}): так мы разберёмся быстрее."},
		} {
			if _, err := p.Reviews.AddTemplate(access.WithPrincipal(ctx, judge), t); err != nil {
				return fmt.Errorf("template %s: %w", t.Name, err)
			}
		}
	}
	return nil
}

// some picks one who has joined by now.
func (a audience) some(of []member) member {
	now, n := a.Clock.Now(), 0
	for n < len(of) && of[n].CreatedAt.Before(now) {
		n++
	}
	return of[a.rng.IntN(max(n, 1))]
}

// review moderates by the number; the latest reviews are still pending.
func (a audience) review(ctx context.Context, judges map[int64]access.Principal, text []string, number int) error {
	author, partner := a.some(a.students), a.some(a.partners)
	for a.written[[2]string{author.UUID, partner.UUID}] {
		author, partner = a.some(a.students), a.some(a.partners)
	}
	a.written[[2]string{author.UUID, partner.UUID}] = true
	stars, err := strconv.Atoi(text[0])
	if err != nil {
		return err
	}
	id, err := a.Reviews.Submit(ctx, reviews.Draft{Partner: partner.UUID, Student: author.UUID, Rating: stars, Body: text[1]})
	if err != nil {
		return err
	}
	judge := access.WithPrincipal(ctx, judges[author.University])
	switch {
	case number > reviewCount-25 && number%6 == 1: // can still be restored
		a.later(3 * time.Hour)
		return a.Reviews.Delete(judge, reviews.Named(id))
	case number > reviewCount*8/10 && number%5 != 0:
		return nil
	}
	a.later(time.Duration(2+number%30) * time.Hour)
	if number%9 == 7 {
		_, err := a.Reviews.Move(judge, reviews.Named(id), reviews.Rejected)
		return err
	}
	if _, err := a.Reviews.Move(judge, reviews.Named(id), reviews.Public); err != nil {
		return err
	}
	for range a.rng.IntN(9) {
		if err := a.Reviews.Like(ctx, id, a.some(a.students).UUID); err != nil {
			return err
		}
	}
	switch {
	case number%29 == 3:
		a.later(50 * time.Hour)
		_, err := a.Reviews.Move(judge, reviews.Named(id), reviews.Rejected)
		return err
	case number%41 == 11:
		a.later(20 * time.Hour)
		return a.Reviews.Delete(judge, reviews.Named(id))
	case number%5 < 2:
		a.later(9 * time.Hour)
		_, err := a.Reviews.Answer(judge, reviews.Reply{To: id, Text: a.answerTo(stars, number)})
		return err
	}
	return nil
}

// answerTo picks a template that suits the stars.
func (a audience) answerTo(stars, number int) string {
	var fit []string
	for _, r := range a.answers {
		if r.from <= stars && stars <= r.to {
			fit = append(fit, r.text)
		}
	}
	return fit[number%len(fit)]
}

func (a audience) addComplaints(ctx context.Context) error {
	texts, err := records("complaints")
	if err != nil {
		return err
	}
	return a.together(ctx, func(ctx context.Context) error {
		for i := range complaintCount {
			a.overTheYear(i+6, complaintCount+6)
			_, err := a.Reviews.Complain(ctx, reviews.Grievance{Partner: a.some(a.partners).UUID, Student: a.some(a.students).UUID, Body: texts[a.rng.IntN(len(texts))][0]})
			if err != nil {
				return err
			}
		}
		return nil
	})
}
