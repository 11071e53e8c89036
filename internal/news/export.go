package news

import (
	"bytes"
	"errors"
	"math"

	"studbonus/internal/xlsx"
)

var surveySheet = xlsx.Sheet{Name: "Опрос", Columns: []xlsx.Column{
	{Title: "Вопрос", Width: 60}, {Title: "Тип", Width: 18}, {Title: "Вариант", Width: 10}, {Title: "Ответ", Width: 50},
	{Title: "Голосов", Width: 10, Kind: xlsx.Number}, {Title: "Доля, %", Width: 10, Kind: xlsx.Number},
}}

// surveyFile is the results: a row for each answer, and below «Другое» what students wrote themselves. Shares are of
// those who voted, so that those of a question with several answers may add up to more than a hundred.
func surveyFile(s Survey, own []ownAnswer) ([]byte, error) {
	return fileOf(surveySheet, func(w *xlsx.Writer) error {
		row := func(q Question, letter, answer string, votes int) error {
			w.Text(q.Text)
			w.Text(kindNames[q.Kind])
			w.Text(letter)
			w.Text(answer)
			w.Number(int64(votes))
			w.Decimal(share(votes, s.Voted))
			return w.EndRow()
		}
		for _, q := range s.Questions {
			for _, v := range q.Variants {
				if err := row(q, letters[v.Position], v.Text, v.Voted); err != nil {
					return err
				}
			}
			if !q.AllowsOther {
				continue
			}
			if err := row(q, "", otherAnswer, q.Others); err != nil {
				return err
			}
			for _, o := range own {
				if o.Question == q.ID {
					if err := row(q, "", otherAnswer+": "+o.Text, o.Count); err != nil {
						return err
					}
				}
			}
		}
		return nil
	})
}

// share is a part in percent with one decimal.
func share(part, of int) float64 {
	if of == 0 {
		return 0
	}
	return math.Round(float64(part)*1000/float64(of)) / 10
}

var participantSheet = xlsx.Sheet{Name: "Участники", Columns: []xlsx.Column{
	{Title: "ФИО", Width: 36}, {Title: "Университет", Width: 30}, {Title: "Факультет", Width: 40}, {Title: "Курс", Width: 7, Kind: xlsx.Number},
	{Title: "Телефон", Width: 15, Kind: xlsx.Code},
}}

func participantsFile(each func(use func(Participant) error) error) (file []byte, rows int, err error) {
	file, err = fileOf(participantSheet, func(w *xlsx.Writer) error {
		return each(func(p Participant) error {
			rows++
			w.Text(p.fullName())
			w.Text(p.University)
			w.Text(orEmpty(p.Faculty))
			w.Number(int64(p.Course))
			w.Text(p.Phone)
			return w.EndRow()
		})
	})
	return file, rows, err
}

func (p Participant) fullName() string {
	full := p.Surname + " " + p.Name
	if p.Patronymic != "" {
		full += " " + p.Patronymic
	}
	return full
}

func orEmpty(s *string) string {
	if s == nil {
		return ""
	}
	return *s
}

// fileOf makes a spreadsheet whole before anything of it is sent: a broken one would look like a good one.
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
