package access_test

import (
	"slices"
	"testing"

	"studbonus/internal/platform/access"
)

// The table of rules 26.2, repeated on purpose: every giver (role × both flags) × every right (role × both flags) × own and other
// university.
func TestMayGrant(t *testing.T) {
	const home, abroad = 1, 2
	roles := append([]access.Role{""}, access.Roles...)
	flags := []bool{false, true}
	for _, giverRole := range roles {
		for _, g := range [][2]bool{{false, false}, {false, true}, {true, false}, {true, true}} {
			giverFlag := g[0]
			giver := access.Rights{Role: giverRole, IsAdmin: giverFlag, IsChairman: g[1], University: home}
			for _, role := range roles {
				for _, chairman := range flags {
					for _, admin := range flags {
						for _, university := range []int64{home, abroad} {
							r := access.Rights{Role: role, IsChairman: chairman, IsAdmin: admin, University: university}
							want := false
							switch {
							case !giverFlag || role == "":
							case giverRole == all:
								want = true
							default:
								want = (role == student || role == univer) && !chairman && !admin && university == home
							}
							if got := access.MayGrant(giver, r); got != want {
								t.Errorf("%+v gives %+v: %v, want %v", giver, r, got, want)
							}
						}
					}
				}
			}
		}
	}
}

func TestMayGrantAsksAboutEveryRight(t *testing.T) {
	giver := access.Rights{Role: chair, IsAdmin: true, University: 1}
	fine, tooMuch := access.Rights{Role: student, University: 1}, access.Rights{Role: all, University: 1}
	for _, c := range []struct {
		rights []access.Rights
		want   bool
	}{{[]access.Rights{fine, fine}, true}, {[]access.Rights{fine, tooMuch}, false}, {[]access.Rights{tooMuch, fine}, false}} {
		if got := access.MayGrant(giver, c.rights...); got != c.want {
			t.Errorf("%v: %v, want %v", c.rights, got, c.want)
		}
	}
}

func TestAdministrationIsByTheFlagAlone(t *testing.T) {
	// rules 26.1, repeated on purpose: whose administrators have the area.
	want := map[access.Area][]access.Role{"operators": access.Roles, "journal": access.Roles, "catalogues": {all}}
	for area := range access.Administration {
		for _, role := range append([]access.Role{""}, access.Roles...) {
			for _, flag := range []bool{false, true} {
				has := flag && slices.Contains(want[area], role)
				if got := (access.Principal{Role: role, IsAdmin: flag}).Can(area); got != has {
					t.Errorf("%s with the flag %v: %s is %v", role, flag, area, got)
				}
			}
		}
	}
}
