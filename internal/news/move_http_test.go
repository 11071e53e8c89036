package news_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"studbonus/internal/test/kit"
)

var (
	approvals = []string{"wait", "approved", "declined", "blocked"}
	inA       = []string{"student", "univer", "chairman", "flag"}
)

// role is what an account may do with an item (rules 9.2–9.4).
type role struct{ seesAlways, seesApproved, owns, moderates bool }

// items lists the kinds of items by level and author; A and C are in one region, B is in another.
var items = []struct {
	name, level, author string
	roles               map[string]role
}{
	{"university news of A", "university", "student", rolesOf(inA, nil, nil, nil)},
	{"regional news of A", "region", "student", rolesOf(inA, []string{"chairman", "flag"}, []string{"new"}, nil)},
	{"regional news of C", "region", "new", rolesOf([]string{"new"}, []string{"chairman", "flag"}, []string{"student", "univer"}, nil)},
	{"federal news", "federal", "all", rolesOf(nil, nil, nil, []string{"student", "univer", "chairman", "flag", "student2", "chairman2", "new"})},
}

func rolesOf(owners, moderators, neighbours, readers []string) map[string]role {
	out := map[string]role{"all": {seesAlways: true, owns: true}}
	for _, account := range []string{"student", "univer", "chairman", "flag", "student2", "chairman2", "new"} {
		r := role{
			owns: slices.Contains(owners, account), moderates: slices.Contains(moderators, account),
			seesApproved: slices.Contains(neighbours, account), seesAlways: slices.Contains(readers, account),
		}
		r.seesAlways = r.seesAlways || r.owns || r.moderates
		out[account] = r
	}
	return out
}

func (r role) sees(approval string) bool {
	return r.seesAlways || r.seesApproved && approval == "approved"
}

// legal maps every valid transition to who may make it.
var legal = map[string]string{
	"region wait approved": "moderator", "region wait declined": "moderator",
	"university approved blocked": "keeper", "university wait blocked": "keeper", "university declined blocked": "keeper",
	"region approved blocked": "keeper", "region wait blocked": "keeper", "region declined blocked": "keeper",
	"federal approved blocked": "keeper", "federal wait blocked": "keeper", "federal declined blocked": "keeper",
	"university blocked approved": "keeper", "region blocked wait": "keeper",
}

func (r role) answer(level, from, to string) int {
	by, isLegal := legal[level+" "+from+" "+to]
	switch {
	case !r.sees(from):
		return 404
	case !r.owns && !r.moderates:
		return 403
	case !isLegal:
		return 409
	case by == "moderator" && !r.moderates:
		return 403
	}
	return 200
}

// Every transition × role × level (rules 9.4).
func TestMove(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		moved := 0
		for _, item := range items {
			id := create(t, clients[item.author], form(item.level))
			for _, from := range approvals {
				for _, to := range approvals {
					for account, r := range item.roles {
						t.Run(fmt.Sprintf("%s/%s→%s by %s", item.name, from, to, account), func(t *testing.T) {
							kit.Exec(t, a, "UPDATE news SET approval = ?, decline_reason = '' WHERE uuid = ?", from, id)
							before := stateOf(t, a, id)
							want := r.answer(item.level, from, to)
							got := within(t, a, clients[account]).Put("/v1/news/status", object{"uuidNews": id, "approve": to, "reasonText": "Нет даты"}).Is(want)
							if want != http.StatusOK {
								if after := stateOf(t, a, id); after != before {
									t.Errorf("a refused move has left a trace: %s, before %s", after, before)
								}
								return
							}
							moved++
							isMoved(t, a, id, to, got.Header.Get("X-Request-Id"))
						})
					}
				}
			}
		}
		// Counted by hand. University: 5 keepers × (3 blocks + 1 unblock). Region of A: the same + 2 moderators × 2. Region of
		// C: 4 keepers × 4 + 2 moderators × 2. Federal: 3 blocks by one account.
		if moved != 20+24+20+3 {
			t.Errorf("%d moves succeeded", moved)
		}
	})
}

func stateOf(t *testing.T, a *kit.App, id string) string {
	t.Helper()
	return kit.One[string](t, a, `SELECT n.approval || '/' || n.decline_reason || '/' || n.version || '/' ||
		(SELECT count(*) FROM audit_log l WHERE l.kind = 'news' AND l.object = CAST(n.uuid AS TEXT)) FROM news n WHERE n.uuid = ?`, id)
}

func isMoved(t *testing.T, a *kit.App, id, to, request string) {
	t.Helper()
	reason := ""
	if to == "declined" {
		reason = "Нет даты"
	}
	if got := kit.One[string](t, a, "SELECT approval || '/' || decline_reason FROM news WHERE uuid = ?", id); got != to+"/"+reason {
		t.Errorf("the item is %s, want %s/%s", got, to, reason)
	}
	if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE request_id = ? AND action = ? AND object = ?", request, "news."+to, id); n != 1 {
		t.Errorf("%d audit rows", n)
	}
}

// The card offers exactly the moves that the server accepts.
func TestCardOffersAllowedMoves(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		for _, item := range items {
			id := create(t, clients[item.author], form(item.level))
			for _, from := range approvals {
				kit.Exec(t, a, "UPDATE news SET approval = ? WHERE uuid = ?", from, id)
				for account, r := range item.roles {
					if !r.sees(from) {
						continue
					}
					want := []string{}
					for _, to := range approvals {
						if r.answer(item.level, from, to) == 200 {
							want = append(want, to)
						}
					}
					k, _ := read(t, clients[account], id)
					if !slices.Equal(k.Moves, want) || k.CanEdit != r.owns || k.CanModerate != r.moderates || k.Mine != (account == item.author) {
						t.Errorf("%s, %s, for %s: moves %v, want %v; can edit %v, moderate %v, mine %v", item.name, from, account, k.Moves, want, k.CanEdit, k.CanModerate, k.Mine)
					}
				}
			}
		}
	})
}

func TestDeclineReason(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		author, chairman := a.As(t, "student"), a.As(t, "chairman")
		id := create(t, author, form("region"))
		before := snapshot(t, a)
		for _, reason := range []any{nil, "", "   ", strings.Repeat("я", 501)} {
			p := chairman.Put("/v1/news/status", object{"uuidNews": id, "approve": "declined", "reasonText": reason}).Is(422).Problem()
			if p.Field("reasonText") == "" {
				t.Errorf("reason %v: the field is not named: %+v", reason, p)
			}
		}
		unchanged(t, a, before)
		chairman.Put("/v1/news/status", object{"uuidNews": id, "approve": "declined", "reasonText": "  " + strings.Repeat("я", 500) + " "}).OK()
		k, _ := read(t, author, id)
		if k.ReasonDeclined == nil || *k.ReasonDeclined != strings.Repeat("я", 500) {
			t.Errorf("the author reads %v", k.ReasonDeclined)
		}
		author.Put("/v1/news/"+id, form("region", object{"title": "Исправлено"})).OK()
		if k, _ = read(t, author, id); k.Approve != "wait" || k.ReasonDeclined != nil {
			t.Errorf("after the edit: %s, %v", k.Approve, k.ReasonDeclined)
		}
		for _, bad := range []object{{"uuidNews": id, "approve": "published"}, {"uuidNews": "x", "approve": "blocked"}, {"uuidNews": id}, {"approve": "blocked"}, {"uuidNews": id, "approve": 1}} {
			chairman.Put("/v1/news/status", bad).Is(422)
		}
		chairman.Put("/v1/news/status", object{"uuidNews": "00000000-0000-4000-8000-000000000000", "approve": "blocked"}).Is(404)
	})
}

// F14: of two concurrent decisions about a card one succeeds; the other gets a 409 that names the winner.
func TestConcurrentDecisionsHaveOneWinner(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		author, first, second := a.As(t, "student"), a.As(t, "chairman"), a.As(t, "flag")
		for range kit.Reps(t, 25) {
			id := create(t, author, form("region"))
			_, tag := read(t, first, id)
			var won atomic.Int32
			decide := func(c *kit.Client, to string) {
				answer := c.Put("/v1/news/status", object{"uuidNews": id, "approve": to, "reasonText": "Нет даты"}, "If-Match", tag)
				switch {
				case answer.Status == http.StatusOK:
					won.Add(1)
				case answer.Status != http.StatusConflict || !strings.Contains(answer.Problem().Detail, "Последнее изменение:"):
					t.Errorf("status %d: %s", answer.Status, answer.Body)
				}
			}
			var both sync.WaitGroup
			both.Go(func() { decide(first, "approved") })
			both.Go(func() { decide(second, "declined") })
			both.Wait()
			if won.Load() != 1 || kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE object = ? AND action IN ('news.approved', 'news.declined')", id) != 1 {
				t.Fatalf("%d decisions won", won.Load())
			}
		}
		// Control: without the tag there is no conflict, and a later decision overwrites a block.
		id := create(t, author, form("university"))
		author.Put("/v1/news/status", object{"uuidNews": id, "approve": "blocked"}).OK()
		author.Put("/v1/news/status", object{"uuidNews": id, "approve": "approved"}).OK()
	})
}

// Compares random moves and edits by all accounts with the model (drill B7).
func TestRandomWalkOverApprovals(t *testing.T) {
	steps := kit.Reps(t, 300)
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		clients := everyone(t, a)
		accounts := []string{"all", "student", "univer", "chairman", "flag", "student2", "chairman2", "new"}
		chance := rand.New(rand.NewPCG(3, 4))
		ids, state := make([]string, len(items)), make([]string, len(items))
		for i, item := range items {
			ids[i], state[i] = create(t, clients[item.author], form(item.level)), map[string]string{"region": "wait"}[item.level]
			if state[i] == "" {
				state[i] = "approved"
			}
		}
		for step := range steps {
			i, account := chance.IntN(len(items)), accounts[chance.IntN(len(accounts))]
			r, c := items[i].roles[account], clients[account]
			switch chance.IntN(4) {
			case 0: // an edit that needs a new moderation
				want := 200
				if !r.sees(state[i]) {
					want = 404
				} else if !r.owns {
					want = 403
				}
				c.Put("/v1/news/"+ids[i], object{"title": fmt.Sprint("Заголовок ", step)}).Is(want)
				if want == 200 && items[i].level == "region" && !r.moderates && (state[i] == "approved" || state[i] == "declined") {
					state[i] = "wait"
				}
			case 1: // an edit that does not
				if r.owns && r.sees(state[i]) {
					k, _ := read(t, c, ids[i])
					c.Put("/v1/news/"+ids[i], object{"title": k.Title, "forCourse": chance.IntN(9), "tags": []string{fmt.Sprint(step)}}).OK()
				}
			default:
				to := approvals[chance.IntN(len(approvals))]
				want := r.answer(items[i].level, state[i], to)
				c.Put("/v1/news/status", object{"uuidNews": ids[i], "approve": to, "reasonText": "Причина"}).Is(want)
				if want == 200 {
					state[i] = to
				}
			}
			if got := kit.One[string](t, a, "SELECT approval FROM news WHERE uuid = ?", ids[i]); got != state[i] {
				t.Fatalf("step %d: %s is %s, the model says %s", step, items[i].name, got, state[i])
			}
		}
	})
}
