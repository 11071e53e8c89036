package news

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"studbonus/internal/fault"
	"studbonus/internal/form"
)

// Ballot is a student's vote in the survey of an item: an answer to each of its questions, in their order.
type Ballot struct {
	News    string
	Student string
	Answers []Answer
}

// Answer is the letters that a student has chosen, and what he wrote beside them.
type Answer struct {
	Letters []string
	Other   string
}

// choice is one cross on a ballot.
type choice struct {
	question int64
	variant  *int64 // nil: an answer of his own
	other    string
}

// vote is a ballot that has been checked.
type vote struct {
	survey, student int64
	choices         []choice
	at              time.Time
}

// read checks a ballot against a survey and gives its crosses.
func (b Ballot) read(s Survey) ([]choice, error) {
	if len(b.Answers) != len(s.Questions) {
		return nil, fault.Invalid("answers", "Ответьте на все вопросы.")
	}
	var check fault.Check
	var out []choice
	for i, q := range s.Questions {
		out = append(out, b.Answers[i].read(&check, fmt.Sprintf("answers[%d]", i), q)...)
	}
	return out, check.Err()
}

func (a Answer) read(check *fault.Check, field string, q Question) []choice {
	var out []choice
	chosen := map[string]bool{}
	for _, letter := range a.Letters {
		at := slices.IndexFunc(q.Variants, func(v Variant) bool { return letters[v.Position] == letter })
		if at < 0 || chosen[letter] {
			check.Add(field, "Такого ответа нет.")
			return nil
		}
		chosen[letter] = true
		out = append(out, choice{question: q.ID, variant: &q.Variants[at].ID})
	}
	if other := strings.TrimSpace(a.Other); other != "" {
		check.When(!q.AllowsOther, field, "В этом вопросе нет своего ответа.")
		check.When(form.Longer(other, maxAnswer), field, "Ответ не длиннее 500 символов.")
		out = append(out, choice{question: q.ID, other: other})
	}
	check.When(len(out) == 0, field, "Ответьте на все вопросы.")
	check.When(len(out) > 1 && q.Kind == Single, field, "Выберите один ответ.")
	return out
}
