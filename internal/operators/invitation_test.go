package operators_test

import (
	"context"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/form"
	"studbonus/internal/test/kit"
)

const invited = "new.operator@example.ru"

func acceptance(hash string) object {
	return object{"hash": hash, "password": password, "surname": "Приглашённый", "name": "Пётр"}
}

// The grant matrix when an invitation is created (rules 26.2).
func TestGrantMatrixOfInvitations(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		home, abroad := homeOf(t, a, "all"), homeOf(t, a, "student2")
		for _, giver := range givers(home) {
			become(t, a, "flag", giver)
			ctx := as(t, a, "flag")
			for _, r := range allRights(home, abroad) {
				kit.Exec(t, a, "DELETE FROM invitations")
				_, err := a.Operators.Invite(ctx, operators.InvitationForm{Login: invited, RightsForm: formOf(t, a, r)})
				if got, want := err == nil, access.MayGrant(giver, r); got != want || err != nil && !fault.Is(err, fault.KindForbidden) {
					t.Errorf("%+v invites to %+v: %v, want %v", giver, r, err, want)
				}
			}
		}
	})
}

// The grant matrix when an invitation is accepted: the inviter's rights at that moment decide, not those at the invitation.
func TestGrantMatrixOfAcceptance(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		home, abroad := homeOf(t, a, "all"), homeOf(t, a, "student2")
		become(t, a, "flag", access.Rights{Role: access.OperatorAll, IsAdmin: true, University: home})
		ctx := as(t, a, "flag")
		n := 0
		for _, r := range allRights(home, abroad) {
			become(t, a, "flag", access.Rights{Role: access.OperatorAll, IsAdmin: true, University: home})
			kit.Exec(t, a, "DELETE FROM invitations")
			if _, err := a.Operators.Invite(ctx, operators.InvitationForm{Login: invited, RightsForm: formOf(t, a, r)}); err != nil {
				t.Fatal(err)
			}
			for _, inviter := range givers(home) {
				n++
				link, hash := operators.NewLink()
				kit.Exec(t, a, "UPDATE invitations SET hash = ?, login = ?, accepted_at = NULL", hash, fmt.Sprintf("invited%d@example.ru", n))
				become(t, a, "flag", inviter)
				err := a.Operators.Accept(context.Background(), link, operators.Acceptance{Password: password, Person: form.Person{Surname: "А", Name: "Б"}})
				if got, want := err == nil, access.MayGrant(inviter, r); got != want || err != nil && !fault.Is(err, fault.KindConflict) {
					t.Errorf("the inviter is %+v, the rights %+v: %v, want %v", inviter, r, err, want)
				}
			}
		}
		become(t, a, "flag", access.Rights{Role: access.OperatorAll, IsAdmin: true, University: home})
		link, hash := operators.NewLink()
		kit.Exec(t, a, "UPDATE invitations SET hash = ?, login = 'last@example.ru', accepted_at = NULL", hash)
		kit.Exec(t, a, "UPDATE operators SET blocked_at = ? WHERE login = ?", a.Clock.Now(), login("flag"))
		err := a.Operators.Accept(context.Background(), link, operators.Acceptance{Password: password, Person: form.Person{Surname: "А", Name: "Б"}})
		if !fault.Is(err, fault.KindConflict) {
			t.Errorf("a blocked inviter: %v", err)
		}
	})
}

func TestAnInvitationIsSentAcceptedAndUsedUp(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, anyone := a.As(t, "admin2"), a.Anyone(t)
		rights := access.Rights{Role: access.OperatorStudent, University: homeOf(t, a, "admin2")}
		body := rightsBody(t, a, rights)
		body["login"] = " New.Operator@Example.ru "
		c.Post("/v1/invitations", body).OK()
		c.Post("/v1/invitations", body).Is(409) // one pending invitation per login
		link := links(t, a, invited, 1)[0]
		if n := kit.One[int](t, a, "SELECT count(*) FROM invitations WHERE CAST(hash AS TEXT) LIKE ?", "%"+link+"%"); n != 0 {
			t.Error("the link itself is stored")
		}
		var offer struct{ Login, Role, Inviter string }
		anyone.Put("/auth/invitation", object{"hash": link}).OK().Into(&offer)
		if offer.Login != invited || offer.Role != "operator_student" || offer.Inviter == "" {
			t.Errorf("%+v", offer)
		}
		for field, spoil := range map[string]any{"password": "short", "surname": "", "name": " ", "phone": "12"} {
			wrong := acceptance(link)
			wrong[field] = spoil
			if anyone.Put("/auth/invitation-accept", wrong).Is(422).Problem().Field(field) == "" {
				t.Errorf("%s is not blamed", field)
			}
		}
		anyone.Put("/auth/invitation-accept", acceptance(link)).OK()
		a.SignIn(t, invited, password).Get("/v1/student/request/count").OK()
		if added := kit.One[string](t, a, "SELECT changes FROM audit_log WHERE action = 'operators.add' ORDER BY seq DESC LIMIT 1"); !strings.Contains(added, invited) || !strings.Contains(added, offer.Inviter) {
			t.Errorf("the log does not say who invited whom: %s", added)
		}
		anyone.Put("/auth/invitation-accept", acceptance(link)).Is(404) // used
		anyone.Put("/auth/invitation", object{"hash": link}).Is(404)
		c.Post("/v1/invitations", body).Is(409) // the login belongs to an operator by now
		if wrong, err := a.Operators.Verify(t.Context()); err != nil || len(wrong) > 0 {
			t.Errorf("%v, %v", wrong, err)
		}
	}, kit.WithJobs())
}

func TestInvitationsThatNoLongerWork(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, anyone := a.As(t, "all"), a.Anyone(t)
		body := rightsBody(t, a, access.Rights{Role: access.OperatorUniver, University: homeOf(t, a, "student2")})
		body["login"] = invited
		var made struct{ UUIDInvitation string }
		c.Post("/v1/invitations", body).OK().Into(&made)
		first := links(t, a, invited, 1)[0]
		path := "/v1/invitations/" + made.UUIDInvitation
		c.Put(path+"/resend", nil).Is(429) // at most once a minute
		a.Clock.Advance(2 * time.Minute)
		c.Put(path+"/resend", nil).OK()
		anyone.Put("/auth/invitation-accept", acceptance(first)).Is(404) // replaced
		second := links(t, a, invited, 2)[1]
		anyone.Put("/auth/invitation", object{"hash": second}).OK()

		a.Clock.Advance(7*24*time.Hour + time.Second)
		anyone.Put("/auth/invitation-accept", acceptance(second)).Is(404) // expired
		c = a.As(t, "all")
		var pending []struct{ IsExpired bool }
		c.Get("/v1/invitations").OK().Into(&pending)
		if len(pending) != 1 || !pending[0].IsExpired {
			t.Errorf("%+v", pending)
		}
		c.Put(path+"/resend", nil).OK() // an expired one can be sent again
		third := links(t, a, invited, 3)[2]
		c.Delete(path, nil).OK()
		anyone.Put("/auth/invitation-accept", acceptance(third)).Is(404) // revoked
		c.Delete(path, nil).Is(404)
		c.Post("/v1/invitations", body).OK() // the login is free again

		stranger := a.As(t, "admin2")
		kit.Exec(t, a, "UPDATE invitations SET university_id = ? WHERE revoked_at IS NULL", homeOf(t, a, "all"))
		id := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM invitations WHERE revoked_at IS NULL")
		stranger.Put("/v1/invitations/"+id+"/resend", nil).Is(404) // of another university
		stranger.Delete("/v1/invitations/"+id, nil).Is(404)
		for _, wrong := range []string{"", "x", uuid.NewString(), first + "A", first[:42]} {
			anyone.Put("/auth/invitation-accept", acceptance(wrong)).Is(404)
		}
	}, kit.WithJobs())
}

func TestALinkIsAcceptedOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "all")
		_, err := a.Operators.Invite(ctx, operators.InvitationForm{Login: invited, RightsForm: formOf(t, a, access.Rights{Role: access.OperatorStudent, University: 1})})
		if err != nil {
			t.Fatal(err)
		}
		link, hash := operators.NewLink()
		kit.Exec(t, a, "UPDATE invitations SET hash = ?", hash)
		var done atomic.Int32
		kit.Together(8, func(int) {
			if a.Operators.Accept(context.Background(), link, operators.Acceptance{Password: password, Person: form.Person{Surname: "А", Name: "Б"}}) == nil {
				done.Add(1)
			}
		})
		if n := kit.One[int](t, a, "SELECT count(*) FROM operators WHERE login = ?", invited); done.Load() != 1 || n != 1 {
			t.Errorf("%d accepted, %d accounts", done.Load(), n)
		}
	})
}

// An expired invitation of another university, which the caller cannot see, does not keep the address.
func TestAnExpiredInvitationGivesWay(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		invite := func(account string, university int64) kit.Answer {
			body := rightsBody(t, a, access.Rights{Role: access.OperatorStudent, University: university})
			body["login"] = invited
			return a.As(t, account).Post("/v1/invitations", body)
		}
		abroad, home := homeOf(t, a, "all"), homeOf(t, a, "admin2")
		invite("all", abroad).OK()
		a.Clock.Advance(7*24*time.Hour - time.Second)
		invite("admin2", home).Is(409) // still valid
		a.Clock.Advance(time.Second)
		invite("admin2", home).OK()
		invite("admin2", home).Is(409)
		if got := kit.All[int64](t, a, "SELECT university_id FROM invitations WHERE login = ? AND revoked_at IS NULL", invited); len(got) != 1 || got[0] != home {
			t.Errorf("pending invitations to %v, want to %d", got, home)
		}
		revoked := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM invitations WHERE university_id = ? AND revoked_at IS NOT NULL", abroad)
		if n := kit.One[int](t, a, "SELECT count(*) FROM audit_log WHERE action = 'operators.revoke' AND object = ?", revoked); n != 1 {
			t.Errorf("%d rows say that it is revoked", n)
		}
	})
}

// The limit counts letters, also those that are sent again, for whoever sends them.
func TestInvitationsPerDayAreLimited(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		ctx := as(t, a, "all")
		rights := formOf(t, a, access.Rights{Role: access.OperatorStudent, University: homeOf(t, a, "all")})
		invite := func(ctx context.Context, i int) error {
			_, err := a.Operators.Invite(ctx, operators.InvitationForm{Login: fmt.Sprintf("a%d@example.ru", i), RightsForm: rights})
			return err
		}
		for i := range 25 {
			if err := invite(ctx, i); err != nil {
				t.Fatalf("invitation %d: %v", i+1, err)
			}
		}
		one := kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM invitations WHERE login = 'a0@example.ru'")
		for i := range 25 {
			a.Clock.Advance(resendAfter)
			if err := a.Operators.Resend(ctx, one); err != nil {
				t.Fatalf("letter %d: %v", i+26, err)
			}
		}
		a.Clock.Advance(resendAfter)
		if err := a.Operators.Resend(ctx, one); !fault.Is(err, fault.KindTooMany) {
			t.Errorf("the 51st letter: %v", err)
		}
		if err := invite(ctx, 26); !fault.Is(err, fault.KindTooMany) {
			t.Errorf("an invitation after 50 letters: %v", err)
		}
		become(t, a, "admin2", access.Rights{Role: access.OperatorAll, IsAdmin: true, University: homeOf(t, a, "admin2")})
		if err := a.Operators.Resend(as(t, a, "admin2"), one); err != nil {
			t.Errorf("a colleague: %v", err)
		}
		if err := invite(ctx, 27); !fault.Is(err, fault.KindTooMany) {
			t.Errorf("the colleague's letter frees one of ours: %v", err)
		}
		a.Clock.Advance(24 * time.Hour)
		if err := invite(ctx, 28); err != nil {
			t.Errorf("a day later: %v", err)
		}
	})
}

// resendAfter is how long one waits before an invitation may be sent again.
const resendAfter = time.Minute + time.Second
