package operators_test

import (
	"context"
	"fmt"
	"testing"
	"time"

	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/test/kit"
)

func fresh(int64) bool { return false }

// outcome is the expected result: access.MayGrant decides, and accounts out of scope are not found.
func outcome(giver access.Rights, rights ...access.Rights) string {
	for _, r := range rights[:1] { // the target's present rights decide whether the caller sees it
		if giver.Role != access.OperatorAll && r.University != giver.University {
			return "not found"
		}
	}
	if access.MayGrant(giver, rights...) {
		return "done"
	}
	return "refused"
}

func said(err error) string {
	switch {
	case err == nil:
		return "done"
	case fault.Is(err, fault.KindNotFound):
		return "not found"
	case fault.Is(err, fault.KindForbidden):
		return "refused"
	}
	return err.Error()
}

// The grant matrix of a change: every giver changes a plain operator of the own university to every right, and an operator
// with every right to a plain one (rules 26.2, 26.3). access.MayGrant covers the other combinations.
func TestGrantMatrixOfChanges(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		home, abroad := homeOf(t, a, "all"), homeOf(t, a, "student2")
		target, plain := uuidOf(t, a, "univer"), access.Rights{Role: access.OperatorStudent, University: home}
		for _, giver := range givers(home) {
			become(t, a, "flag", giver)
			ctx := as(t, a, "flag")
			for _, has := range allRights(home, abroad) {
				for _, gets := range allRights(home, abroad) {
					if has != plain && gets != plain {
						continue
					}
					become(t, a, "univer", has)
					err := a.Operators.SetRights(ctx, target, formOf(t, a, gets), fresh)
					if got, want := said(err), outcome(giver, has, gets); got != want {
						t.Errorf("%+v: from %+v to %+v: %s, want %s", giver, has, gets, got, want)
					}
				}
			}
		}
	})
}

// Every other action on an account depends on the account's rights.
func TestGrantMatrixOfOtherActions(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		home, abroad := homeOf(t, a, "all"), homeOf(t, a, "student2")
		target := uuidOf(t, a, "univer")
		acts := map[string]func(ctx context.Context) error{
			"block": func(ctx context.Context) error {
				return a.Operators.SetStatus(ctx, target, operators.Blocked, "Уволен")
			},
			"unblock":  func(ctx context.Context) error { return a.Operators.SetStatus(ctx, target, operators.Active, "") },
			"sessions": func(ctx context.Context) error { return a.Operators.EndSessions(ctx, target) },
			"factor": func(ctx context.Context) error {
				kit.Exec(t, a, "INSERT INTO second_factors (operator_id, secret) SELECT id, ? FROM operators WHERE uuid = ? ON CONFLICT DO NOTHING", []byte{1}, target)
				return a.Operators.ResetFactor(ctx, target, "Потерян телефон")
			},
		}
		for _, giver := range givers(home) {
			become(t, a, "flag", giver)
			ctx := as(t, a, "flag")
			for _, has := range allRights(home, abroad) {
				become(t, a, "univer", has)
				for name, act := range acts {
					if got, want := said(act(ctx)), outcome(giver, has); got != want {
						t.Errorf("%s by %+v of %+v: %s, want %s", name, giver, has, got, want)
					}
				}
			}
		}
	})
}

func TestOperatorsCannotChangeTheirOwnRights(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, own := a.As(t, "all"), uuidOf(t, a, "all")
		kit.Exec(t, a, "INSERT INTO operators (uuid, login, password_hash, password_set_at, role, is_admin, university_id, created_at) SELECT ?, 'second@x.ru', '', created_at, role, TRUE, university_id, created_at FROM operators WHERE login = ?",
			"5b0c1f5e-0000-4000-8000-000000000001", login("all")) // so that the rule about the last administrator does not apply
		body := rightsBody(t, a, access.Rights{Role: access.OperatorStudent, University: homeOf(t, a, "student2")})
		for _, got := range []kit.Answer{
			c.Put("/v1/operators/"+own+"/rights", body), c.Put("/v1/operators/"+own+"/status", object{"status": "blocked", "reasonText": "x"}),
			c.Delete("/v1/operators/"+own+"/factor", object{"reasonText": "x"}),
		} {
			if p := got.Is(403).Problem(); p.Type != "" {
				t.Errorf("%+v", p)
			}
		}
		c.Get("/operator/info").OK()
	})
}

func TestNewRightsEndSessionsAndAreReported(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		all, victim, target := a.As(t, "all"), a.As(t, "univer"), uuidOf(t, a, "univer")
		card := all.Get("/v1/operators/" + target).OK()
		body := rightsBody(t, a, access.Rights{Role: access.OperatorStudent, University: homeOf(t, a, "student2")})
		all.Put("/v1/operators/"+target+"/rights", body, "If-Match", `"99"`).Is(409)
		victim.Get("/operator/info").OK()
		all.Put("/v1/operators/"+target+"/rights", body, "If-Match", card.Header.Get("ETag")).OK()
		victim.Get("/operator/info").Is(401)
		hasLetter(t, a, login("univer"), "права")
		var history []struct {
			Action, Operator string
			Changes          map[string]any
		}
		all.Get("/v1/audit/operator/" + target).OK().Into(&history)
		if len(history) == 0 || history[0].Action != "operators.rights" || len(history[0].Changes) != 2 {
			t.Errorf("%+v", history)
		}
		a.As(t, "univer").Get("/v1/student/request/count").OK() // the new role
		all.Put("/v1/operators/"+target+"/status", object{"status": "blocked"}).Is(422)
		all.Put("/v1/operators/"+target+"/status", object{"status": "blocked", "reasonText": "Уволен"}).OK()
		a.Anyone(t).Post("/v1/auth/email", object{"login": login("univer"), "password": "Demo-2026!"}).Is(403)
		hasLetter(t, a, login("univer"), "Уволен")
		all.Put("/v1/operators/"+target+"/status", object{"status": "active"}).OK()
		a.As(t, "univer")
	}, kit.WithJobs())
}

func TestEndedSessionsAreReported(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		all, victim, target := a.As(t, "all"), a.As(t, "univer"), uuidOf(t, a, "univer")
		path := "/v1/operators/" + target + "/sessions"
		var live []struct{ UUID string }
		all.Get(path).OK().Into(&live)
		all.Delete(path+"/"+live[0].UUID, nil).OK()
		hasLetter(t, a, login("univer"), "Администратор завершил один из ваших сеансов")
		all.Delete(path+"/"+live[0].UUID, nil).Is(404)
		all.Delete(path, nil).OK()
		victim.Get("/operator/info").Is(401)
		hasLetter(t, a, login("univer"), "Администратор завершил все ваши сеансы в консоли СтудБонус. Войдите снова.")
		if n := len(a.Letters(t, login("univer"))); n != 2 {
			t.Errorf("%d letters, want 2", n)
		}
	}, kit.WithJobs())
}

// The last active administrator of the programme cannot be removed, neither by another administrator nor by the command
// line.
func TestTheLastAdministratorCannotBeRemoved(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		home := homeOf(t, a, "all")
		ctx := access.WithPrincipal(context.Background(), access.CommandLine())
		for name, err := range map[string]error{
			"blocked": a.Operators.Block(context.Background(), login("all"), true),
			"demoted": a.Operators.ChangeRights(ctx, login("all"), func(r *access.Rights) { r.IsAdmin = false }),
			"moved":   a.Operators.ChangeRights(ctx, login("all"), func(r *access.Rights) { r.University = homeOf(t, a, "student2") }),
		} {
			if !fault.Is(err, fault.KindConflict) {
				t.Errorf("%s: %v, want a conflict", name, err)
			}
		}
		become(t, a, "flag", access.Rights{Role: access.OperatorAll, IsAdmin: true, University: home})
		if err := a.Operators.Block(context.Background(), login("all"), true); err != nil {
			t.Error(err)
		}
		if err := a.Operators.ChangeRights(ctx, login("flag"), func(r *access.Rights) { r.Role = access.Chairman }); !fault.Is(err, fault.KindConflict) {
			t.Errorf("a blocked one counts: %v", err)
		}
	})
}

const crowd = 50

// addAdmins adds administrators of the programme until there are crowd of them.
func addAdmins(t *testing.T, a *kit.App) (ids []int64) {
	t.Helper()
	for i := range crowd - 1 {
		kit.Exec(t, a, "INSERT INTO operators (uuid, login, password_hash, password_set_at, role, is_admin, university_id, created_at) VALUES (?, ?, '', ?, 'operator_all', TRUE, 1, ?)",
			fmt.Sprintf("5b0c1f5e-0000-4000-8000-%012d", i), fmt.Sprintf("admin%d@crowd.ru", i), time.Unix(0, 0).UTC(), time.Unix(0, 0).UTC())
	}
	return kit.All[int64](t, a, "SELECT id FROM operators WHERE is_admin AND role = 'operator_all' AND blocked_at IS NULL ORDER BY id")
}

// Fifty administrators demote each other at once: one is left (rules 26.4).
func TestFiftyParallelDemotionsLeaveOneAdministrator(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := addAdmins(t, a)
		kit.Together(len(ids), func(i int) {
			target := ids[(i+1)%len(ids)]
			name := kit.One[string](t, a, "SELECT login FROM operators WHERE id = ?", target)
			ctx := access.WithPrincipal(context.Background(), access.CommandLine()) // the command line keeps the right whatever the others do
			_ = a.Operators.ChangeRights(ctx, name, func(r *access.Rights) { r.IsAdmin = false })
		})
		if left := kit.One[int](t, a, "SELECT count(*) FROM operators WHERE is_admin AND role = 'operator_all' AND blocked_at IS NULL"); left != 1 {
			t.Errorf("%d administrators are left, want 1", left)
		}
	})
}

// Negative control: counting without a lock leaves no administrator.
func TestCountingFirstWouldLeaveNoAdministrator(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ids := addAdmins(t, a)
		var others [crowd]int
		kit.Together(len(ids), func(i int) {
			others[i], _ = db.One[int](context.Background(), a.DB, "SELECT count(*) FROM operators WHERE is_admin AND role = 'operator_all' AND id <> ?", ids[i])
		})
		kit.Together(len(ids), func(i int) {
			if others[i] > 0 {
				kit.Exec(t, a, "UPDATE operators SET is_admin = FALSE WHERE id = ?", ids[i])
			}
		})
		if left := kit.One[int](t, a, "SELECT count(*) FROM operators WHERE is_admin AND role = 'operator_all'"); left != 0 {
			t.Errorf("%d are left: the rush is no rush", left)
		}
	})
}

// The giver's rights are checked at the moment of the grant, not of the sign-in.
func TestADemotedAdministratorGrantsNothing(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		home := homeOf(t, a, "all")
		become(t, a, "flag", access.Rights{Role: access.OperatorAll, IsAdmin: true, University: home})
		ctx := as(t, a, "flag")
		become(t, a, "flag", access.Rights{Role: access.OperatorAll, University: home})
		err := a.Operators.SetRights(ctx, uuidOf(t, a, "univer"), formOf(t, a, access.Rights{Role: access.Chairman, University: home}), fresh)
		if !fault.Is(err, fault.KindForbidden) {
			t.Errorf("%v, want a refusal", err)
		}
	})
}

// A university's administrator sees only the accounts of the own university.
func TestAUniversitysAdministratorSeesTheOwnUniversity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "admin2")
		var rows []struct{ Login, ShortNameUniversity string }
		c.Put("/v1/operators", object{}).OK().Into(&rows)
		if len(rows) != 3 {
			t.Errorf("%+v", rows)
		}
		for _, path := range []string{"", "/sessions"} {
			c.Get("/v1/operators/" + uuidOf(t, a, "student") + path).Is(404)
		}
		var card struct{ CanChange, IsSelf bool }
		for account, want := range map[string]bool{"student2": true, "chairman2": false, "admin2": false} {
			c.Get("/v1/operators/" + uuidOf(t, a, account)).OK().Into(&card)
			if card.CanChange != want || card.IsSelf != (account == "admin2") {
				t.Errorf("%s: %+v", account, card)
			}
		}
		c.Put("/v1/second-factor", object{"requiredOf": "all", "since": "01.01.2027"}).Is(403)
	})
}

func TestTheListOfOperators(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "all")
		for name, test := range map[string]struct {
			body object
			want int
		}{
			"all":                {object{}, 9},
			"by name":            {object{"searchString": "королев"}, 1},
			"by login":           {object{"searchString": "admin2"}, 1},
			"by role":            {object{"role": "chairman"}, 2},
			"administrators":     {object{"onlyAdmins": true}, 2},
			"blocked":            {object{"status": "blocked"}, 0},
			"of a university":    {object{"uuidUniversity": university(t, a, homeOf(t, a, "student2"))}, 3},
			"unknown university": {object{"uuidUniversity": "5b0c1f5e-0000-4000-8000-000000000001"}, 0},
		} {
			if got := c.Put("/v1/operators", test.body).OK().Header.Get("X-Record-Count"); got != fmt.Sprint(test.want) {
				t.Errorf("%s: %s, want %d", name, got, test.want)
			}
		}
		var newest []struct{ UUIDOperator, CreatedAt string }
		c.Put("/v1/operators", object{}, "X-Sort-Field", "createdAt").OK().Into(&newest)
		if want := kit.One[time.Time](t, a, "SELECT created_at FROM operators WHERE uuid = ?", newest[0].UUIDOperator); newest[0].CreatedAt != clock.FormatStamp(want) {
			t.Errorf("created at %s, want %s", newest[0].CreatedAt, want)
		}
		c.Put("/v1/operators", object{"role": "root"}).Is(422)
		c.Put("/v1/operators", object{"status": "gone"}).Is(422)
	})
}
