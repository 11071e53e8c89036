package policy

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/demo"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// Calls that end the caller's session.
const (
	signOutCall = "DELETE /s/v1/auth/session"
	erasureCall = "POST /s/v1/me/erasure"
)

// studentRoutes returns the routes of the students' API, with the one that ends the caller's session last.
func studentRoutes(a *kit.App) []rest.Route {
	routes := slices.Clone(a.StudentAPI.Routes())
	slices.SortStableFunc(routes, func(x, y rest.Route) int {
		last := func(r rest.Route) int {
			if r.Method+" "+r.Path == signOutCall {
				return 1
			}
			return 0
		}
		return last(x) - last(y)
	})
	return routes
}

// standings lists a member's states: without an application, and every status of one.
var standings = []string{"", "moderation", "rejected", "active", "blocked", "expired"}

// member adds an account whose application has the status; "expired" is an active one past its term, "" means none.
func member(t *testing.T, a *kit.App, n int, status string) *kit.Client {
	t.Helper()
	if status == "" {
		return a.Member(t, kit.PhoneNumber(n), 0)
	}
	endYear, stored := 2029, status
	if status == "expired" {
		endYear, stored = 2026, "active"
	}
	row := kit.One[int64](t, a, "SELECT id FROM students WHERE status = ? AND id NOT IN (SELECT student_id FROM members WHERE student_id IS NOT NULL) ORDER BY id LIMIT 1", stored)
	kit.Exec(t, a, "UPDATE students SET end_year = ? WHERE id = ?", endYear, row)
	return a.Member(t, kit.PhoneNumber(n), row)
}

// Every route of the students' API × every caller (rules 23.1). Operators are guests here, whatever their token.
func TestEveryRouteForEveryMember(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := world{App: a}
		callers := map[string]*kit.Client{"a guest": a.Guest(t)}
		for n, status := range standings {
			callers["a member: "+status] = member(t, a, n, status)
		}
		for _, account := range demo.Accounts {
			c := a.Guest(t)
			c.Access = a.SignIn(t, account.Login, demo.Password).Access
			callers["the console's token of "+account.Login] = c
			c = a.Guest(t)
			c.Bearer = a.SignIn(t, account.Login, demo.Password).Access
			callers["the console's token as Bearer of "+account.Login] = c
		}
		erased := 0
		for _, name := range slices.Sorted(maps.Keys(callers)) {
			status, isMember := strings.CutPrefix(name, "a member: ")
			for _, r := range studentRoutes(a) {
				want := 0 // allowed
				switch {
				case r.Caller == access.Anyone:
				case !isMember || r.Caller == access.PairedTill:
					want = 401
				case r.Caller == access.ActiveStudent && status != "active":
					want = 403
				}
				c := callers[name]
				if isMember && r.Method+" "+r.Path == erasureCall {
					erased++
					c = member(t, a, 100+erased, status)
				}
				got := w.bare(c, r).Status
				if want == 0 && isGuarded(got) || want != 0 && got != want {
					t.Errorf("%s, %s %s (%s): status %d, want %d", name, r.Method, r.Path, r.Caller, got, want)
				}
			}
		}
	})
}

// Neither API serves the other's routes or accepts its tokens; public files are on both.
func TestTheAPIsAreSeparate(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w, token := world{App: a}, a.As(t, "all").Access
		onStudents, onConsole := a.Guest(t), client(t, a, token)
		onStudents.Access = token
		absent := func(c *kit.Client, r rest.Route) {
			t.Helper()
			if got := w.bare(c, r); got.Status != 404 || !strings.HasPrefix(got.Header.Get("Content-Type"), "application/problem+json") || got.Problem().Detail != "Не найдено." {
				t.Errorf("%s %s answers %d on the other face: %s", r.Method, r.Path, got.Status, got.Body)
			}
		}
		for _, r := range a.API.Routes() {
			absent(onStudents, r)
		}
		for _, r := range a.StudentAPI.Routes() {
			absent(onConsole, r)
		}
		for n, status := range standings {
			stranger := client(t, a, member(t, a, n, status).Bearer)
			stranger.Bearer = stranger.Access
			for _, r := range a.API.Routes() {
				if got := w.bare(stranger, r).Status; !r.IsOpen() && got != 401 {
					t.Errorf("%s %s: status %d for the token of a member: %s", r.Method, r.Path, got, status)
				}
			}
		}
	})
}

// Identifiers in students' calls that mean the same object for every member.
var shared = []string{"{uuidNews}", "{uuidPartner}", "{uuidPromotion}", "{uuidQuestion}", "{uuidReview}"}

// One member's objects do not exist for another. The table has every members' call with an identifier of such an object.
func TestNothingOfAnotherMemberIsShown(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		own, other := member(t, a, 1, ""), member(t, a, 2, "active")
		own.Post("/s/v1/application", own.Application()).Is(201)
		var sessions struct{ Items []struct{ ID string } }
		own.Get("/s/v1/sessions").OK().Into(&sessions)
		var sent struct {
			Application struct{ Portrait, Document string }
		}
		own.Get("/s/v1/application").OK().Into(&sent)
		things := map[string][]string{
			"DELETE /s/v1/sessions/{uuid}": {sessions.Items[0].ID},
			"DELETE /s/v1/consents/{kind}": {"letters"}, // the other member has given no consents
			"GET /files/{key}":             {sent.Application.Portrait, sent.Application.Document, own.Photo("portrait")},
		}
		for _, r := range a.StudentAPI.Routes() {
			call := r.Method + " " + r.Path
			before, _, hasParameter := strings.Cut(r.Path, "{")
			isShared := slices.ContainsFunc(shared, func(name string) bool { return strings.Contains(r.Path, name) })
			if things[call] == nil && hasParameter && !isShared && (r.Caller == access.SignedInMember || r.Caller == access.ActiveStudent) {
				t.Errorf("%s is missing here", call)
			}
			for _, id := range things[call] {
				other.Do(r.Method, before+id, nil).Is(404)
			}
		}
		own.Get("/s/v1/me").OK()
		own.Get("/files/" + sent.Application.Document).OK()
		var consents struct{ Items []struct{ Kind string } }
		if own.Get("/s/v1/consents").OK().Into(&consents); len(consents.Items) != 3 {
			t.Errorf("consents %v", consents)
		}
	})
}

// The students' API serves public files only: a link signed for an operator does not work.
func TestPublicFilesAreOnBothAPIs(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		public := kit.One[string](t, a, "SELECT key FROM files WHERE is_public ORDER BY key LIMIT 1")
		a.Guest(t).Get("/files/" + public).OK()
		a.Anyone(t).Get("/files/" + public).OK()
		_, link := uploadPicture(a.As(t, "all"))
		a.Anyone(t).Get(link).OK() // control
		a.Guest(t).Get(link).Is(404)
	})
}
