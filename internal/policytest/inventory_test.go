package policytest

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/access"
	"studbonus/internal/testkit"
)

// The inventory of routes: a new or changed one is looked at by a person before it is part of the product (security R1, R40).
func TestRouteInventory(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	var lines []string
	for _, r := range a.API.Routes() {
		line := fmt.Sprintf("%-6s %-50s %-13s", r.Method, r.Path, r.Area)
		if r.Policy.Idempotent {
			line += " idempotent"
		}
		if r.Policy.Unhurried {
			line += " unhurried"
		}
		if r.Policy.Forgets {
			line += " forgets"
		}
		if r.Policy.MaxBody != 1<<20 {
			line += fmt.Sprintf(" body=%dMiB", r.Policy.MaxBody>>20)
		}
		lines = append(lines, strings.TrimRight(line, " "))
	}
	slices.Sort(lines)
	golden(t, "routes.txt", strings.Join(lines, "\n")+"\n")
}

func TestEveryRouteIsSound(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	doc := documentOf(t, a)
	seen := map[string]bool{}
	for _, r := range a.API.Routes() {
		call := r.Method + " " + r.Path
		if seen[call] {
			t.Errorf("%s is registered twice", call)
		}
		seen[call] = true
		if !r.Area.Known() {
			t.Errorf("%s has no policy", call)
		}
		if wants := r.Method == "POST" && r.Area != access.Public; r.Policy.Idempotent != wants {
			t.Errorf("%s: idempotent is %v; contract §1 wants it of every signed-in POST and of nothing else", call, r.Policy.Idempotent)
		}
		if r.Policy.MaxBody <= 0 || r.Policy.MaxBody > 65<<20 {
			t.Errorf("%s takes bodies of %d bytes", call, r.Policy.MaxBody)
		}
		if !slices.Contains([]string{"GET", "POST", "PUT", "DELETE"}, r.Method) {
			t.Errorf("%s: no such method in the contract", call)
		}
		if doc.operation(r).Responses == nil {
			t.Errorf("%s is not in the document", call)
		}
	}
	// A call that needs no token can be made by anybody in the world: the list is short and known.
	var public []string
	for _, r := range a.API.Routes() {
		if r.Area == access.Public {
			public = append(public, r.Method+" "+r.Path)
		}
	}
	slices.Sort(public)
	want := []string{"DELETE /v1/auth/session", "GET /files/{key}", "POST /v1/auth/email", "PUT /auth/reset", "PUT /auth/reset-confirm", "PUT /v1/auth/refreshtoken"}
	if !slices.Equal(public, want) {
		t.Errorf("public calls are %q, want %q", public, want)
	}
}
