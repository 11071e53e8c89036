package main

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

// switched is an object, or a batch of them, that alternates between two statuses.
type switched struct {
	table, column string
	ids           []string
	statuses      [2]string
	call          func(to string) (path string, body map[string]any)

	now   string            // last acknowledged
	next  string            // requested
	acked map[string]string // request id → requested status
}

// everySwitch returns one object of each kind that has a status.
func everySwitch(t *testing.T, d *db.DB) []*switched {
	t.Helper()
	pick := func(text string) []string {
		ids, err := db.All[string](t.Context(), d, text)
		if err != nil || len(ids) == 0 {
			t.Fatalf("%s: %d found, %v", text, len(ids), err)
		}
		return ids
	}
	student := pick("SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' ORDER BY id LIMIT 1")
	partner := pick("SELECT CAST(uuid AS TEXT) FROM partners WHERE status = 'active' ORDER BY id LIMIT 1")
	stock := pick("SELECT CAST(uuid AS TEXT) FROM promotions WHERE status = 'active' ORDER BY id LIMIT 1")
	news := pick("SELECT CAST(uuid AS TEXT) FROM news WHERE level = 'university' AND approval = 'approved' ORDER BY id LIMIT 1")
	reviews := pick("SELECT CAST(uuid AS TEXT) FROM reviews WHERE status = 'public' AND deleted_at IS NULL ORDER BY id LIMIT 5")
	blocking := func(path string) func(string) (string, map[string]any) {
		return func(to string) (string, map[string]any) {
			return path + "/status", map[string]any{"status": to, "reasonBlocked": "Учение"}
		}
	}
	return []*switched{
		{table: "students", column: "status", ids: student, statuses: [2]string{"active", "blocked"}, call: func(to string) (string, map[string]any) {
			return "/v1/user/status", map[string]any{"uuidUser": student[0], "newStatus": to, "reasonText": "Учение"}
		}},
		{table: "partners", column: "status", ids: partner, statuses: [2]string{"active", "blocked"}, call: blocking("/v1/partner/" + partner[0])},
		{table: "promotions", column: "status", ids: stock, statuses: [2]string{"active", "blocked"}, call: blocking("/v1/stock/" + stock[0])},
		{table: "news", column: "approval", ids: news, statuses: [2]string{"approved", "blocked"}, call: func(to string) (string, map[string]any) {
			return "/v1/news/status", map[string]any{"uuidNews": news[0], "approve": to}
		}},
		{table: "reviews", column: "status", ids: reviews, statuses: [2]string{"public", "rejected"}, call: func(to string) (string, map[string]any) {
			return "/v1/comments/status", map[string]any{"uuidComments": reviews, "status": to}
		}},
	}
}

// kill -9 while operators change statuses (rules 15.3). Acknowledged changes are there, status and audit log agree, and a batch
// of reviews has changed as a whole or not at all.
func TestStatusesOfAKilledServerMatchTheAuditLog(t *testing.T) {
	repetitions := kit.Reps(t, 3)
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		s := serve(t, where...)
		d := openBeside(t, dir, where)
		token, _ := s.signIn("all@demo.studbonus.ru", "Demo-2026!")
		things, acked := everySwitch(t, d), 0
		for range repetitions {
			var all sync.WaitGroup
			for _, thing := range things {
				thing.now, thing.acked = thing.statuses[0], map[string]string{}
				if one[string](t, d, "SELECT "+thing.column+" FROM "+thing.table+" WHERE uuid = ?", thing.ids[0]) != thing.now {
					thing.now = thing.statuses[1]
				}
				all.Go(func() { thing.switchUntilKilled(s, token) })
			}
			time.Sleep(time.Duration(50+rand.IntN(250)) * time.Millisecond)
			s.kill()
			all.Wait()
			s = serve(t, where...)
			for _, thing := range things {
				thing.check(t, d)
				acked += len(thing.acked)
			}
		}
		kit.Figure(t, "acknowledged", acked)
		if acked < repetitions {
			t.Errorf("control: only %d changes were acknowledged", acked)
		}
		var shown struct{ CountRequests int }
		if status := s.call("GET", "/v1/student/request/count", token, nil, &shown); status != http.StatusOK || shown.CountRequests != one[int](t, d, "SELECT count(*) FROM students WHERE status = 'moderation'") {
			t.Errorf("the counter of the menu: %d, %d", status, shown.CountRequests)
		}
		s.stop()
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}

func (w *switched) switchUntilKilled(s *server, token string) {
	c := newCrowd(s.t, s, time.Second)
	for {
		w.next = w.statuses[0]
		if w.now == w.next {
			w.next = w.statuses[1]
		}
		path, body := w.call(w.next)
		status, request := c.callFor("move", token, "PUT", path, body)
		if status == 0 {
			return // killed
		}
		if status != http.StatusOK {
			s.t.Errorf("%s: %d", path, status)
			return
		}
		w.now, w.acked[request] = w.next, w.next
	}
}

func (w *switched) check(t *testing.T, d *db.DB) {
	t.Helper()
	first := ""
	for _, id := range w.ids {
		status := one[string](t, d, "SELECT "+w.column+" FROM "+w.table+" WHERE uuid = ?", id)
		if first == "" {
			first = status
		}
		// The kill may come before the first change.
		last := one[string](t, d, `SELECT coalesce((SELECT action FROM audit_log WHERE object = ? AND (action LIKE '%.' || ? OR action LIKE '%.' || ?) ORDER BY seq DESC LIMIT 1), ?)`,
			id, w.statuses[0], w.statuses[1], "unchanged."+w.now)
		if status != w.now && status != w.next || status != first {
			t.Errorf("%s %s is %s; %s was acknowledged, %s asked for, the first of its batch is %s", w.table, id, status, w.now, w.next, first)
		}
		if !strings.HasSuffix(last, "."+status) {
			t.Errorf("%s %s is %s, but its history ends with %s", w.table, id, status, last)
		}
	}
	for request, to := range w.acked {
		if n := one[int](t, d, "SELECT count(*) FROM audit_log WHERE request_id = ?", request); n != len(w.ids) {
			t.Errorf("%s: the change to %s of request %s has %d rows of the audit log, want %d", w.table, to, request, n, len(w.ids))
		}
	}
	if first == "" {
		t.Error(fmt.Sprint("control: nothing of ", w.table))
	}
}
