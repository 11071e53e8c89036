package main

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
)

// sameAnswers asks all systems with the same rows the same random questions: totals and rows must be equal, or the
// quicker one answers another question. It tells how many were asked.
func sameAnswers(ctx context.Context, systems []*system, questions int) (int, error) {
	chance := rand.New(rand.NewPCG(1, 2)) //nolint:gosec // a sample, no secret
	for k := range questions {
		q := someQuestion(chance)
		reference := systems[0]
		_, total, err := reference.client.page(ctx, q)
		if err != nil {
			return k, fmt.Errorf("%s: %w", reference.name, err)
		}
		q.offset = int(float64(total) * []float64{0, 0.3, 0.5, 0.77, 0.999}[chance.IntN(5)])
		want, total, err := reference.client.page(ctx, q)
		if err != nil {
			return k, fmt.Errorf("%s: %w", reference.name, err)
		}
		for _, s := range systems[1:] {
			asked := q
			if s.product && q.typed != "" {
				asked.search = q.typed
			}
			got, n, err := s.client.page(ctx, asked)
			if err != nil {
				return k, fmt.Errorf("%s: %w", s.name, err)
			}
			if n != total || !slices.Equal(got, want) {
				return k, fmt.Errorf("%+v: %s finds %d, %v; %s finds %d, %v", q, reference.name, total, want, s.name, n, got)
			}
		}
	}
	return questions, nil
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
