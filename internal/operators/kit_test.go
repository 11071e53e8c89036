package operators_test

import (
	"context"
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type object = map[string]any

const password = "Довольно длинный"

func login(account string) string { return account + "@demo.studbonus.ru" }

// uuidOf returns the uuid of an operator by the demo account.
func uuidOf(t testing.TB, a *kit.App, account string) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM operators WHERE login = ?", login(account))
}

func university(t testing.TB, a *kit.App, id int64) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM universities WHERE id = ?", id)
}

func homeOf(t testing.TB, a *kit.App, account string) int64 {
	t.Helper()
	return kit.One[int64](t, a, "SELECT university_id FROM operators WHERE login = ?", login(account))
}

// become sets the rights of an account, bypassing the service.
func become(t testing.TB, a *kit.App, account string, r access.Rights) {
	t.Helper()
	kit.Exec(t, a, "UPDATE operators SET role = ?, is_chairman = ?, is_admin = ?, university_id = ? WHERE login = ?", r.Role, r.IsChairman, r.IsAdmin, r.University, login(account))
}

// as returns the context of a demo account, as the guard sets it.
func as(t testing.TB, a *kit.App, account string) context.Context {
	t.Helper()
	id := kit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", login(account))
	p, err := a.Auth.Principal(context.Background(), id)
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(context.Background(), p)
}

func rightsBody(t testing.TB, a *kit.App, r access.Rights) object {
	t.Helper()
	return object{"role": r.Role, "isChairman": r.IsChairman, "isAdmin": r.IsAdmin, "uuidUniversity": university(t, a, r.University)}
}

func formOf(t testing.TB, a *kit.App, r access.Rights) operators.RightsForm {
	t.Helper()
	return operators.RightsForm{Role: r.Role, IsChairman: r.IsChairman, IsAdmin: r.IsAdmin, University: university(t, a, r.University)}
}

// allRights are the rights of rules 26.2: 4 roles × both flags × own and other university.
func allRights(own, other int64) (all []access.Rights) {
	for _, role := range access.Roles {
		for _, chairman := range []bool{false, true} {
			if chairman && role == access.Chairman {
				continue // the role needs no flag
			}
			for _, admin := range []bool{false, true} {
				for _, university := range []int64{own, other} {
					all = append(all, access.Rights{Role: role, IsChairman: chairman, IsAdmin: admin, University: university})
				}
			}
		}
	}
	return all
}

// givers returns the caller's possible rights: 4 roles × the administrator flag, at the home university.
func givers(own int64) (all []access.Rights) {
	for _, role := range access.Roles {
		for _, admin := range []bool{false, true} {
			all = append(all, access.Rights{Role: role, IsAdmin: admin, University: own})
		}
	}
	return all
}

var inviteLink = regexp.MustCompile(`/invite/([\w-]+)`)

// links waits for n invitation letters to an address and returns the secrets of their links, the oldest first.
func links(t testing.TB, a *kit.App, to string, n int) []string {
	t.Helper()
	var found []string
	watch.Until(t, 30*time.Second, fmt.Sprintf("%d invitations to %s", n, to), func() bool {
		found = nil
		for _, letter := range a.Letters(t, to) {
			if m := inviteLink.FindStringSubmatch(letter.Link); m != nil {
				found = append(found, m[1])
			}
		}
		return len(found) >= n
	})
	return found
}

// hasLetter waits for a letter that contains the text.
func hasLetter(t testing.TB, a *kit.App, to, says string) {
	t.Helper()
	watch.Until(t, 30*time.Second, "letter: "+says, func() bool {
		return slices.ContainsFunc(a.Letters(t, to), func(l kit.Letter) bool { return strings.Contains(l.Subject+l.Text, says) })
	})
}
