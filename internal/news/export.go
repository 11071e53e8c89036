package news

import (
	"bytes"
	"cmp"
	"errors"
	"math"

	"studbonus/internal/platform/xlsx"
)

var surveySheet = xlsx.Sheet{Name: "Опрос", Columns: []xlsx.Column{
	{Title: "Вопрос", Width: 60}, {Title: "Тип", Width: 18}, {Title: "Вариант", Width: 10}, {Title: "Ответ", Width: 50},
	{Title: "Голосов", Width: 10}, {Title: "Доля, %", Width: 10},
}}

// result is a row of the spreadsheet: an answer and its votes.
type result struct {
	question       Question
	letter, answer string
	votes          int
}

// results returns a row for each answer; what students wrote themselves follows «Другое».
func results(s Survey, own []ownAnswer) (rows []result) {
	for _, q := range s.Questions {
		for _, v := range q.Variants {
			rows = append(rows, result{q, letters[v.Position], v.Text, v.Voted})
		}
		if !q.AllowsOther {
			continue
		}
		rows = append(rows, result{q, "", otherAnswer, q.Others})
		for _, o := range own {
			if o.Question == q.ID {
				rows = append(rows, result{q, "", otherAnswer + ": " + o.Text, o.Count})
			}
		}
	}
	return rows
}

// surveyFile writes the results. Shares are of the students who voted, so a question with several answers may exceed 100%
// in total.
func surveyFile(s Survey, own []ownAnswer) ([]byte, error) {
	return fileOf(surveySheet, func(w *xlsx.Writer) error {
		for _, r := range results(s, own) {
			w.Text(r.question.Text)
			w.Text(kindNames[r.question.Kind])
			w.Text(r.letter)
			w.Text(r.answer)
			w.Number(int64(r.votes))
			w.Decimal(share(r.votes, s.Voted))
			if err := w.EndRow(); err != nil {
				return err
			}
		}
		return nil
	})
}

// share returns a percentage with one decimal.
func share(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return math.Round(float64(part)*1000/float64(of)) / 10
}

var participantSheet = xlsx.Sheet{Name: "Участники", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Университет", Width: 30, Kind: xlsx.Choice}, {Title: "Факультет", Width: 40, Kind: xlsx.Choice}, {Title: "Курс", Width: 7},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code},
}}

func participantsFile(each func(use func(Participant) error) error) ([]byte, error) {
	return fileOf(participantSheet, func(w *xlsx.Writer) error {
		return each(func(p Participant) error {
			w.Text(p.fullName())
			w.Text(p.University)
			w.Text(*cmp.Or(p.Faculty, new(string)))
			w.Number(int64(p.Course))
			w.Text(p.Phone)
			return w.EndRow()
		})
	})
}

func (p Participant) fullName() string {
	full := p.Surname + " " + p.Name
	if p.Patronymic != "" {
		full += " " + p.Patronymic
	}
	return full
}

// fileOf builds the whole spreadsheet in memory, so that an error is reported instead of sending a truncated file.
func fileOf(sheet xlsx.Sheet, fill func(*xlsx.Writer) error) ([]byte, error) {
	var b bytes.Buffer
	w, err := xlsx.NewWriter(&b, sheet)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(fill(w), w.Close()); err != nil {
		return nil, err
	}
	return b.Bytes(), nil
}
