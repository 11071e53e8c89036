package access_test

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/platform/access"
)

const (
	all     = access.OperatorAll
	student = access.OperatorStudent
	univer  = access.OperatorUniver
	chair   = access.Chairman
)

func TestRoles(t *testing.T) {
	if diff := cmp.Diff([]access.Role{"operator_all", "operator_student", "operator_univer", "chairman"}, access.Roles); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, bad := range []access.Role{"", "root", "Operator_all", "operator_all ", "admin"} {
		if bad.Valid() {
			t.Errorf("%q is a role", bad)
		}
	}
	for area := range access.Table {
		for _, role := range []access.Role{"", "root"} {
			if (access.Principal{Role: role}).Can(area) {
				t.Errorf("a role %q has %s", role, area)
			}
		}
	}
}

func TestArea(t *testing.T) {
	for area := range access.Table {
		if !area.Known() {
			t.Errorf("%s is not known", area)
		}
	}
	if !access.Public.Known() || access.Area("").Known() || access.Area("moon").Known() {
		t.Error("want exactly the areas of the table and public to be known")
	}
	if (access.Principal{Role: all}).Can(access.Public) {
		t.Error("no role has the area public")
	}
}

// rules 2.4: the chairman flag adds news permissions only, no areas.
func TestFlagGivesNoAreas(t *testing.T) {
	plain, flagged := access.Principal{Role: univer}, access.Principal{Role: univer, IsChairman: true}
	for area := range access.Table {
		if plain.Can(area) != flagged.Can(area) {
			t.Errorf("the flag changes %s", area)
		}
	}
	if plain.Scope() != flagged.Scope() {
		t.Error("the flag changes the scope")
	}
}

func TestScope(t *testing.T) {
	for name, test := range map[string]struct {
		scope    access.Scope
		where    string
		args     []any
		covers   map[int64]bool
		only     int64
		isSingle bool
	}{
		"operator_all sees every university": {access.Principal{Role: all, University: 3}.Scope(), "1 = 1", nil, map[int64]bool{1: true, 3: true}, 0, false},
		"operator_student sees its own":      {access.Principal{Role: student, University: 3}.Scope(), "s.university_id = ?", []any{int64(3)}, map[int64]bool{1: false, 3: true}, 3, true},
		"operator_univer sees its own":       {access.Principal{Role: univer, University: 3}.Scope(), "s.university_id = ?", []any{int64(3)}, map[int64]bool{1: false, 3: true}, 3, true},
		"a chairman sees its own":            {access.Principal{Role: chair, University: 3, IsChairman: true}.Scope(), "s.university_id = ?", []any{int64(3)}, map[int64]bool{1: false, 3: true}, 3, true},
		"background work sees all":           {access.Everything(), "1 = 1", nil, map[int64]bool{1: true}, 0, false},
		"the zero scope sees nothing":        {access.Scope{}, "s.university_id = ?", []any{int64(0)}, map[int64]bool{1: false, 3: false}, 0, true},
		"a request without an operator":      {access.From(context.Background()).Scope(), "s.university_id = ?", []any{int64(0)}, map[int64]bool{1: false}, 0, true},
	} {
		t.Run(name, func(t *testing.T) {
			where, args := test.scope.Where("s.university_id")
			if where != test.where || !cmp.Equal(args, test.args) {
				t.Errorf("%s %v", where, args)
			}
			for university, want := range test.covers {
				if test.scope.Covers(university) != want {
					t.Errorf("university %d: %v", university, !want)
				}
			}
			if only, isSingle := test.scope.University(); isSingle != test.isSingle || isSingle && only != test.only {
				t.Errorf("the only university is %d, %v", only, isSingle)
			}
		})
	}
}

func TestContext(t *testing.T) {
	p, r := access.Principal{Operator: 7, Role: chair}, access.Request{ID: "id", Address: "address"}
	ctx := access.WithRequest(access.WithPrincipal(t.Context(), p), r)
	if access.From(ctx) != p || access.RequestFrom(ctx) != r {
		t.Error("the context does not return what was put in")
	}
	if access.From(t.Context()) != (access.Principal{}) || access.RequestFrom(t.Context()) != (access.Request{}) {
		t.Error("an empty context is not empty")
	}
}

func TestLimitsCountAnIPv6NetworkAsOneCaller(t *testing.T) {
	for address, want := range map[string]string{
		"192.0.2.1": "192.0.2.1", "::ffff:192.0.2.1": "192.0.2.1", "2001:db8:1:2:3:4:5:6": "2001:db8:1:2::/64", "2001:db8:1:2::": "2001:db8:1:2::/64",
		"2001:db8:1:3::1": "2001:db8:1:3::/64", "fe80::1%eth0": "fe80::/64", "::1": "::/64", "": "", "@": "@",
	} {
		if got := (access.Request{Address: address}).Network(); got != want {
			t.Errorf("%q is counted as %q, want %q", address, got, want)
		}
	}
}
