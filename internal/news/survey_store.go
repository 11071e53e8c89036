package news

import (
	"context"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
)

const surveyColumns = "SELECT s.id, s.uuid, s.news_id, s.begins_at, s.ends_at, s.is_view, s.voted FROM surveys s"

// surveysOf reads the surveys of items with their questions and answers.
func surveysOf(ctx context.Context, q db.Querier, news []int64) ([]Survey, error) {
	surveys, err := db.All[Survey](ctx, q, surveyColumns+" WHERE s.news_id IN (?)", news)
	if err != nil || len(surveys) == 0 {
		return nil, err
	}
	return surveys, fillSurveys(ctx, q, surveys)
}

func fillSurveys(ctx context.Context, q db.Querier, surveys []Survey) error {
	ids := make([]int64, len(surveys))
	at := map[int64]*Survey{}
	for i := range surveys {
		ids[i], at[surveys[i].ID] = surveys[i].ID, &surveys[i]
	}
	variants := map[int64][]Variant{}
	err := db.Each(ctx, q, func(v Variant) error { variants[v.Question] = append(variants[v.Question], v); return nil },
		`SELECT v.id, v.question_id, v.position, v.answer, v.voted FROM survey_variants v JOIN survey_questions q ON q.id = v.question_id
		WHERE q.survey_id IN (?) ORDER BY v.question_id, v.position`, ids)
	if err != nil {
		return err
	}
	return db.Each(ctx, q, func(question Question) error {
		question.Variants = variants[question.ID]
		at[question.Survey].Questions = append(at[question.Survey].Questions, question)
		return nil
	}, "SELECT id, survey_id, position, question, kind, allows_other, others FROM survey_questions WHERE survey_id IN (?) ORDER BY survey_id, position", ids)
}

// lockSurvey serializes votes and edits of an item's survey.
func lockSurvey(ctx context.Context, tx db.Tx, news int64) (Survey, error) {
	s, err := db.Get[Survey](ctx, tx, surveyColumns+" WHERE s.news_id = ?"+tx.ForUpdate(), news)
	if err != nil {
		return Survey{}, err
	}
	one := []Survey{s}
	err = fillSurveys(ctx, tx, one)
	return one[0], err
}

func insertSurvey(ctx context.Context, tx db.Tx, news int64, s Survey, now time.Time) error {
	id, err := db.One[int64](ctx, tx, "INSERT INTO surveys (uuid, news_id, begins_at, ends_at, is_view, created_at) VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
		s.UUID, news, s.Begin, s.End, s.IsView, now)
	if err != nil {
		return err
	}
	for _, q := range s.Questions {
		question, err := db.One[int64](ctx, tx, "INSERT INTO survey_questions (survey_id, position, question, kind, allows_other) VALUES (?, ?, ?, ?, ?) RETURNING id",
			id, q.Position, q.Text, q.Kind, q.AllowsOther)
		if err != nil {
			return err
		}
		for _, v := range q.Variants {
			if _, err := tx.Exec(ctx, "INSERT INTO survey_variants (question_id, position, answer) VALUES (?, ?, ?)", question, v.Position, v.Text); err != nil {
				return err
			}
		}
	}
	return nil
}

func removeUnusedSurvey(ctx context.Context, tx db.Tx, news int64) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM surveys WHERE news_id = ? AND voted = 0", news)
	return n == 1, err
}

// ownAnswer is a written answer and how many students gave it.
type ownAnswer struct {
	Question int64  `db:"question_id"`
	Text     string `db:"other"`
	Count    int    `db:"times"`
}

// ownAnswers returns the written answers of students in the scope: a survey may span several universities.
func ownAnswers(ctx context.Context, q db.Querier, scope access.Scope, survey int64) ([]ownAnswer, error) {
	where, args := scope.Where("s.university_id")
	return db.All[ownAnswer](ctx, q, `SELECT c.question_id, c.other, count(*) AS times FROM survey_votes v
		JOIN students s ON s.id = v.student_id JOIN survey_choices c ON c.vote_id = v.id
		WHERE v.survey_id = ? AND c.variant_id IS NULL AND `+where+` GROUP BY c.question_id, c.other ORDER BY c.question_id, count(*) DESC, min(c.id)`,
		append([]any{survey}, args...)...)
}
