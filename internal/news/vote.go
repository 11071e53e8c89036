package news

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
)

// Ballot is a student's vote in the survey of an item, with an answer to each question in order.
type Ballot struct {
	News    string
	Student string
	Answers []Answer
}

// Answer is the chosen letters and the student's own text.
type Answer struct {
	Letters []string
	Other   string
}

// choice is one selected or written answer.
type choice struct {
	question int64
	variant  *int64 // nil: a written answer
	other    string
}

// vote is a checked ballot.
type vote struct {
	survey, student int64
	choices         []choice
	at              time.Time
}

// read checks a ballot against a survey and returns its choices.
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
