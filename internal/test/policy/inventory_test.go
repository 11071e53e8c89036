package policy

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// The inventory of routes: every new or changed one is reviewed before it ships (rules 17.1, 17.20).
func TestRouteInventory(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	golden(t, "routes.txt", inventory(a.API))
	golden(t, "students-routes.txt", inventory(a.StudentAPI))
}

func inventory(api *rest.API) string {
	var lines []string
	for _, r := range api.Routes() {
		line := fmt.Sprintf("%-6s %-50s %-13s", r.Method, r.Path, string(r.Area)+string(r.Caller))
		if r.Policy.Idempotent {
			line += " idempotent"
		}
		if r.Policy.Slow {
			line += " unhurried"
		}
		if r.Policy.ClearsSiteData {
			line += " forgets"
		}
		if r.Policy.Confirmed {
			line += " confirmed"
		}
		if r.Policy.Enrolment {
			line += " enrolment"
		}
		if r.Policy.MaxBody != 1<<20 {
			line += fmt.Sprintf(" body=%dMiB", r.Policy.MaxBody>>20)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	slices.Sort(lines)
	return strings.Join(lines, "\n") + "\n"
}

// unkeyed lists calls without an Idempotency-Key: their answers contain a secret, or their body has a key (rules 1.8).
var unkeyed = []string{"POST /v1/tills/point/{uuidSalePoint}", "POST /s/v1/card/device", "POST /s/v1/promotions/{uuidPromotion}/claims"}

func TestEveryRouteIsWellDefined(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for _, api := range []*rest.API{a.API, a.StudentAPI} {
		checkRoutes(t, api)
	}
	// Routes without a session are open to the whole internet: the lists are short and explicit.
	for api, want := range map[*rest.API][]string{
		a.API: {"DELETE /v1/auth/session", "GET /files/{key}", "POST /v1/auth/email", "PUT /auth/invitation", "PUT /auth/invitation-accept", "PUT /auth/reset", "PUT /auth/reset-confirm", "PUT /v1/auth/refreshtoken", "PUT /v1/auth/second"},
		a.StudentAPI: {
			"GET /C/{token}", "GET /c/{token}", "GET /email/{token}", "GET /files/{key}", "GET /s/v1/auth/code/{uuidAttempt}", "GET /s/v1/categories", "GET /s/v1/challenge", "GET /s/v1/cities", "GET /s/v1/documents",
			"GET /s/v1/knowledge", "GET /s/v1/partners", "GET /s/v1/partners/{uuidPartner}", "GET /s/v1/promotions", "GET /s/v1/promotions/{uuidPromotion}",
			"GET /s/v1/universities", "GET /s/v1/universities/{uuidUniversity}/faculties", "POST /email/{token}", "POST /s/v1/auth/code", "POST /s/v1/auth/session",
			"POST /t/v1/pair",
		},
	} {
		var open []string
		for _, r := range api.Routes() {
			if r.IsOpen() {
				open = append(open, r.Method+" "+r.Path)
			}
		}
		slices.Sort(open)
		if !slices.Equal(open, want) {
			t.Errorf("open calls are %q, want %q", open, want)
		}
	}
}

func checkRoutes(t *testing.T, api *rest.API) {
	t.Helper()
	doc, seen := documentOf(t, api), map[string]bool{}
	for _, r := range api.Routes() {
		call := r.Method + " " + r.Path
		if seen[call] {
			t.Errorf("%s is registered twice", call)
		}
		seen[call] = true
		if r.Area.Known() == r.Caller.Known() {
			t.Errorf("%s: area %q, caller %q, want one of them", call, r.Area, r.Caller)
		}
		if wants := r.Method == "POST" && !r.IsOpen() && r.Caller != access.PairedTill && !slices.Contains(unkeyed, call); r.Policy.Idempotent != wants {
			t.Errorf("%s: idempotent is %v; rules 1.8 want it of every signed-in POST without a secret answer or a key of its own, and of nothing else", call, r.Policy.Idempotent)
		}
		if r.Policy.MaxBody <= 0 || r.Policy.MaxBody > 65<<20 {
			t.Errorf("%s takes bodies of %d bytes", call, r.Policy.MaxBody)
		}
		if !slices.Contains([]string{"GET", "POST", "PUT", "PATCH", "DELETE"}, r.Method) {
			t.Errorf("%s: no such method in the rules", call)
		}
		if doc.operation(r).Responses == nil {
			t.Errorf("%s is not in the document", call)
		}
	}
}
