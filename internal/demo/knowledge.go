package demo

import (
	"context"
	"fmt"
	"math/rand/v2"
	"time"

	"studbonus/internal/knowledge"
	"studbonus/internal/platform/db"
)

// questionOwners write the questions in turn, the programme more often than each university.
var questionOwners = []string{"all", "student", "all", "student2", "all", "student", "student2", "new"}

const (
	mostVotes = 60 // on one question
	votedIn   = 30 * 24 * time.Hour
)

// addKnowledge creates a year of the knowledge base and votes of students in the last month.
func addKnowledge(ctx context.Context, p Parts) error {
	questions, err := addQuestions(ctx, p)
	if err != nil {
		return err
	}
	// Only students who joined before the last month vote.
	voters, err := db.All[string](ctx, p.DB, "SELECT uuid FROM students WHERE status = 'active' AND end_year > ? AND created_at < ? ORDER BY id", p.Now.Year(), p.Now.Add(-votedIn))
	if err != nil {
		return err
	}
	return p.together(ctx, func(ctx context.Context) error { return addVotes(ctx, p, questions, voters) })
}

func addQuestions(ctx context.Context, p Parts) (uuids []string, err error) {
	rows, err := records("questions")
	if err != nil {
		return nil, err
	}
	categories, err := categoriesByName(ctx, p)
	if err != nil {
		return nil, err
	}
	err = p.together(ctx, func(ctx context.Context) error {
		const step = 7 // coprime to the 50 rows: visits each once and mixes the categories
		for i := range rows {
			r := rows[i*step%len(rows)]
			p.overTheYear(i, len(rows))
			operator, err := as(ctx, p, questionOwners[i%len(questionOwners)])
			if err != nil {
				return err
			}
			uuid, err := p.Knowledge.Create(operator, knowledge.Draft{Category: categories[r[0]], Question: r[1], Answer: r[2]})
			if err != nil {
				return fmt.Errorf("question %q: %w", r[1], err)
			}
			uuids = append(uuids, uuid)
		}
		return nil
	})
	return uuids, err
}

func categoriesByName(ctx context.Context, p Parts) (map[string]string, error) {
	type category struct {
		UUID string `db:"uuid"`
		Name string `db:"name"`
	}
	all, err := db.All[category](ctx, p.DB, "SELECT uuid, name FROM knowledge_categories")
	out := map[string]string{}
	for _, c := range all {
		out[c.Name] = c.UUID
	}
	return out, err
}

// addVotes makes some questions helpful to nearly everyone, some to half, and leaves a few without votes.
func addVotes(ctx context.Context, p Parts, questions, voters []string) error {
	rng := rand.New(rand.NewPCG(6, 2026)) //nolint:gosec // repeatable, not secret
	for i, question := range questions {
		if i%9 == 4 || i >= len(questions)-2 {
			continue
		}
		p.overTheYear(i, len(questions))
		hours := int(min(votedIn, p.Now.Sub(p.Clock.Now())) / time.Hour) // not before the question was created
		helps := 50 + rng.IntN(48)
		for _, who := range rng.Perm(len(voters))[:1+rng.IntN(mostVotes)] {
			v := knowledge.Vote{Question: question, Student: voters[who], IsPlus: rng.IntN(100) < helps}
			p.Clock.Set(p.Now.Add(-time.Duration(1+rng.IntN(hours)) * time.Hour))
			if err := p.Knowledge.Vote(ctx, v); err != nil {
				return err
			}
			if rng.IntN(30) == 0 { // a changed vote
				v.IsPlus = !v.IsPlus
				p.later(time.Hour)
				if err := p.Knowledge.Vote(ctx, v); err != nil {
					return err
				}
			}
		}
	}
	return nil
}
