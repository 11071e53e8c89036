package knowledge_test

import (
	"context"
	"net/url"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/knowledge"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

func voters(t *testing.T, a *kit.App, n int) []string {
	t.Helper()
	return kit.All[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND end_year > 2026 ORDER BY id LIMIT ?", n)
}

func vote(t *testing.T, a *kit.App, question, student string, isPlus bool) {
	t.Helper()
	if err := a.Knowledge.Vote(t.Context(), knowledge.Vote{Question: question, Student: student, IsPlus: isPlus}); err != nil {
		t.Fatal(err)
	}
}

func TestAStudentHasOneVoteAndMayChangeIt(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		follow(t, a)
		c := a.As(t, "student")
		shelf := category(t, a, 0)
		id := created(t, c, draft(shelf, "Проголосуйте", "Ответ"))
		_, tag := card(t, c, id)
		who := voters(t, a, 3)
		for _, step := range []struct {
			student     int
			isPlus      bool
			plus, minus int
		}{
			{0, true, 1, 0}, {0, true, 1, 0}, {1, false, 1, 1}, {2, true, 2, 1}, {0, false, 1, 2}, {0, false, 1, 2}, {0, true, 2, 1}, {1, true, 3, 0},
		} {
			vote(t, a, id, who[step.student], step.isPlus)
			q, _ := card(t, c, id)
			if q.Plus != step.plus || q.Minus != step.minus || q.All != step.plus+step.minus {
				t.Fatalf("after %+v: %d for, %d against, %d in all", step, q.Plus, q.Minus, q.All)
			}
			// The next list request shows it.
			if rows, _ := listed(t, c, url.Values{"searchString": {"проголосуйте"}}); !cmp.Equal(rows[0], q) {
				t.Errorf("the list says %+v", rows[0])
			}
		}
		if n := kit.One[int](t, a, "SELECT count(*) FROM knowledge_votes v JOIN knowledge_questions q ON q.id = v.question_id WHERE q.uuid = ?", id); n != 3 {
			t.Errorf("%d votes of three students", n)
		}
		// Votes do not make an open form stale.
		c.Put(call, change(id, shelf, "Проголосуйте ещё", "Ответ"), "If-Match", tag).OK()
		if q, _ := card(t, c, id); q.Plus != 3 {
			t.Errorf("an edit left %d votes", q.Plus)
		}
	})
}

func TestWhoMayNotVote(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		question := ownedBy(t, a, 0)
		before := snapshot(t, a)
		refused := func(what string, v knowledge.Vote, kind fault.Kind) {
			if err := a.Knowledge.Vote(t.Context(), v); !fault.Is(err, kind) {
				t.Errorf("%s: %v", what, err)
			}
		}
		for _, status := range []string{"blocked", "moderation", "rejected"} {
			student := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = ? ORDER BY id LIMIT 1", status)
			refused(status, knowledge.Vote{Question: question, Student: student, IsPlus: true}, fault.KindForbidden)
		}
		expired := voters(t, a, 2)[1]
		kit.Exec(t, a, "UPDATE students SET end_year = 2026 WHERE uuid = ?", expired)
		refused("expired", knowledge.Vote{Question: question, Student: expired, IsPlus: true}, fault.KindForbidden)
		refused("nobody", knowledge.Vote{Question: question, Student: uuid.NewString()}, fault.KindNotFound)
		refused("on nothing", knowledge.Vote{Question: uuid.NewString(), Student: voters(t, a, 1)[0]}, fault.KindNotFound)
		if snapshot(t, a) != before {
			t.Error("a refused vote counts")
		}
	})
}

// counted compares a question's counts with its votes.
func counted(t *testing.T, a *kit.App, uuid string) (plus, votes int) {
	t.Helper()
	plus = kit.One[int](t, a, "SELECT votes_plus FROM knowledge_questions WHERE uuid = ?", uuid)
	votes = kit.One[int](t, a, "SELECT count(*) FROM knowledge_votes v JOIN knowledge_questions q ON q.id = v.question_id WHERE q.uuid = ? AND v.is_plus", uuid)
	return plus, votes
}

func TestParallelVotesAreAllCounted(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		question := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions WHERE votes_plus + votes_minus = 0 ORDER BY id LIMIT 1")
		who := voters(t, a, 8)
		var together sync.WaitGroup
		for round := range 4 {
			for _, student := range who { // each student votes both ways at once
				for _, isPlus := range []bool{true, round%2 == 0} {
					together.Go(func() {
						if err := a.Knowledge.Vote(context.Background(), knowledge.Vote{Question: question, Student: student, IsPlus: isPlus}); err != nil {
							t.Error(err)
						}
					})
				}
			}
		}
		together.Wait()
		plus, votes := counted(t, a, question)
		rows := kit.One[int](t, a, "SELECT count(*) FROM knowledge_votes v JOIN knowledge_questions q ON q.id = v.question_id WHERE q.uuid = ?", question)
		kept := kit.One[int](t, a, "SELECT votes_plus + votes_minus FROM knowledge_questions WHERE uuid = ?", question)
		if plus != votes || rows != len(who) || kept != rows {
			t.Errorf("%d of %d counted, %d votes of %d students, %d in all", plus, votes, rows, len(who), kept)
		}
	})
}

// Negative control of the test above: without the lock, two votes of one student are counted twice.
func TestWithoutTheLockVotesAreCountedWrongly(t *testing.T) {
	a := kit.New(t, kit.PostgreSQL) // SQLite has one writer, so there is no race
	question := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM knowledge_questions WHERE votes_plus + votes_minus = 0 ORDER BY id LIMIT 1")
	student := kit.One[int64](t, a, "SELECT id FROM students WHERE status = 'active' ORDER BY id LIMIT 1")
	id := kit.One[int64](t, a, "SELECT id FROM knowledge_questions WHERE uuid = ?", question)
	var read, together sync.WaitGroup
	read.Add(2)
	for range 2 {
		together.Go(func() {
			err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				voted, err := db.Exists(ctx, tx, "SELECT 1 FROM knowledge_votes WHERE question_id = ? AND student_id = ?", id, student)
				read.Done()
				if err != nil || voted {
					return err
				}
				read.Wait() // both have read that there is no vote yet
				if _, err := tx.Exec(ctx, "INSERT INTO knowledge_votes (question_id, student_id, is_plus, voted_at) VALUES (?, ?, TRUE, ?) ON CONFLICT DO NOTHING", id, student, a.Clock.Now()); err != nil {
					return err
				}
				_, err = tx.Exec(ctx, "UPDATE knowledge_questions SET votes_plus = votes_plus + 1 WHERE id = ?", id)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	together.Wait()
	if plus, votes := counted(t, a, question); plus == votes {
		t.Errorf("%d counted of %d: the race that the lock is for does not happen", plus, votes)
	}
}
