package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"golang.org/x/sync/errgroup"
)

// sameAnswers sends the same random queries to all systems: totals and rows must be equal, or they do not measure the same
// work. It returns the number of queries.
func sameAnswers(ctx context.Context, systems []*system, questions int) (int, error) {
	chance := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a sample, no secret
	quickest := systems[len(systems)-1]   // the in-memory index
	for k := range questions {
		q := someQuestion(chance)
		_, total, err := quickest.client.page(ctx, q)
		if err != nil {
			return k, fmt.Errorf("%s: %w", quickest.name, err)
		}
		q.offset = int(float64(total) * []float64{0, 0.3, 0.5, 0.77, 0.999}[chance.IntN(5)])
		var asking errgroup.Group
		answers := make([]given, len(systems))
		for i, s := range systems {
			asking.Go(func() (err error) {
				answers[i], err = s.answer(ctx, q)
				return err
			})
		}
		if err := asking.Wait(); err != nil {
			return k, err
		}
		for i, got := range answers {
			if got.total != answers[0].total || !slices.Equal(got.rows, answers[0].rows) {
				return k, fmt.Errorf("%+v: %s finds %v; %s finds %v", q, systems[0].name, answers[0], systems[i].name, got)
			}
		}
	}
	return questions, nil
}

type given struct {
	rows  []listed
	total int
}

func (s *system) answer(ctx context.Context, q question) (g given, err error) {
	if s.product && q.typed != "" {
		q.search = q.typed
	}
	if g.rows, g.total, err = s.client.page(ctx, q); err != nil {
		return given{}, fmt.Errorf("%s: %w", s.name, err)
	}
	return g, nil
}

func someQuestion(chance *rand.Rand) question {
	q := question{sort: []string{byDate, byName, byCourse, byFaculty}[chance.IntN(4)], desc: chance.IntN(2) == 0}
	if chance.IntN(2) == 0 {
		q.status = []string{"active", "blocked", "moderation", "rejected"}[chance.IntN(4)]
	}
	if chance.IntN(3) == 0 {
		q.city = filterCities[chance.IntN(len(filterCities))]
	}
	switch chance.IntN(6) {
	case 0:
		q.search = []string{"иванов", "Ова", "ов але", "СЕМЁНОВ артем", "79618", "ив ма"}[chance.IntN(6)]
	case 1:
		q.search, q.typed = "кузнецов", "repytwjd"
	}
	return q
}
