package news

import (
	"context"
	"time"

	"studbonus/internal/platform/db"
)

// insertVote stores a vote; false means that the student has voted already.
func insertVote(ctx context.Context, tx db.Tx, v vote) (bool, error) {
	ids, err := db.All[int64](ctx, tx, "INSERT INTO survey_votes (survey_id, student_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING RETURNING id", v.survey, v.student, v.at)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	for _, c := range v.choices {
		_, err := tx.Exec(ctx, "INSERT INTO survey_choices (vote_id, question_id, variant_id, other) VALUES (?, ?, ?, ?)", ids[0], c.question, c.variant, c.other)
		if err != nil {
			return false, err
		}
	}
	return true, addToTotals(ctx, tx, v.survey, v.choices)
}

// addToTotals counts a vote. The survey's row is locked, so totals and votes stay consistent.
func addToTotals(ctx context.Context, tx db.Tx, survey int64, choices []choice) error {
	if _, err := tx.Exec(ctx, "UPDATE surveys SET voted = voted + 1 WHERE id = ?", survey); err != nil {
		return err
	}
	for _, c := range choices {
		text, id := "UPDATE survey_questions SET others = others + 1 WHERE id = ?", c.question
		if c.variant != nil {
			text, id = "UPDATE survey_variants SET voted = voted + 1 WHERE id = ?", *c.variant
		}
		if _, err := tx.Exec(ctx, text, id); err != nil {
			return err
		}
	}
	return nil
}

// insertParticipant registers a student; false means that the student is registered already.
func insertParticipant(ctx context.Context, tx db.Tx, event, student int64, now time.Time) (bool, error) {
	n, err := tx.Exec(ctx, "INSERT INTO event_participants (event_id, student_id, created_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING", event, student, now)
	return n == 1, err
}

// takeSeat books a free seat. The check and the update are one statement, so the last seat cannot be booked twice.
func takeSeat(ctx context.Context, tx db.Tx, event int64) (bool, error) {
	n, err := tx.Exec(ctx, "UPDATE events SET booked = booked + 1 WHERE id = ? AND (places IS NULL OR booked < places)", event)
	return n == 1, err
}

func removeParticipant(ctx context.Context, tx db.Tx, event, student int64) (bool, error) {
	n, err := tx.Exec(ctx, "DELETE FROM event_participants WHERE event_id = ? AND student_id = ?", event, student)
	return n == 1, err
}

func freeSeat(ctx context.Context, tx db.Tx, event int64) error {
	_, err := tx.Exec(ctx, "UPDATE events SET booked = booked - 1 WHERE id = ?", event)
	return err
}

// wrongTotals describes the surveys and events whose totals differ from their votes and participants.
func wrongTotals(ctx context.Context, q db.Querier) ([]string, error) {
	return db.All[string](ctx, q, `SELECT 'опрос ' || s.uuid || ': проголосовавших записано ' || s.voted FROM surveys s
			WHERE s.voted <> (SELECT count(*) FROM survey_votes v WHERE v.survey_id = s.id)
		UNION ALL SELECT 'вопрос ' || q.id || ': своих ответов записано ' || q.others FROM survey_questions q
			WHERE q.others <> (SELECT count(*) FROM survey_choices c WHERE c.question_id = q.id AND c.variant_id IS NULL)
		UNION ALL SELECT 'ответ ' || a.id || ': голосов записано ' || a.voted FROM survey_variants a
			WHERE a.voted <> (SELECT count(*) FROM survey_choices c WHERE c.variant_id = a.id)
		UNION ALL SELECT 'мероприятие ' || e.uuid || ': участников записано ' || e.booked FROM events e
			WHERE e.booked <> (SELECT count(*) FROM event_participants p WHERE p.event_id = e.id)`)
}
