package policy

import (
	"testing"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/test/kit"
)

// Every route of the students' API × every state that a session can be in: none but a live one opens a call that needs one.
func TestEveryStudentRouteForEverySessionState(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := world{App: a}
		const forgotten = 91 * 24 * time.Hour
		a.Clock.Advance(-forgotten)
		expired := member(t, a, 1, "active")
		a.Clock.Advance(forgotten)
		ended, erased, live := member(t, a, 2, "active"), member(t, a, 3, "active"), member(t, a, 4, "active")
		ended.Delete("/s/v1/auth/session", nil).OK()
		erased.Post("/s/v1/me/erasure", map[string]any{}).OK()
		live.Get("/s/v1/me").OK() // control
		forged := a.Guest(t)
		forged.Bearer = live.Bearer + "x"
		for state, c := range map[string]*kit.Client{"unused for 91 days": expired, "signed out": ended, "erased": erased, "forged": forged} {
			for _, r := range studentRoutes(a) {
				status := w.bare(c, r).Status
				if r.Caller == access.Anyone && isGuarded(status) {
					t.Errorf("%s, %s %s: status %d for a call that needs no session", state, r.Method, r.Path, status)
				}
				if r.Caller != access.Anyone && status != 401 {
					t.Errorf("%s, %s %s (%s): status %d, want 401", state, r.Method, r.Path, r.Caller, status)
				}
			}
		}
	})
}
