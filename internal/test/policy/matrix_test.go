package policy

import (
	"context"
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"
	"github.com/google/go-cmp/cmp"

	"studbonus/internal/demo"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// refusedInside lists calls that pass the area check but are refused to some roles by their handler: role → why.
var refusedInside = map[string]map[access.Role]string{}

// forChairmen lists calls that need the chairman's permissions besides the area (rules 2.4).
var forChairmen = []string{"GET /v1/news/request/count/region"}

func isGuarded(status int) bool { return status == 401 || status == 403 }

func TestPermissions(t *testing.T) {
	if diff := cmp.Diff(permissions, access.Table); diff != "" {
		t.Errorf("(-rules +code):\n%s", diff)
	}
}

// The permission matrix: every route × every role (drill B1, rules 2.2).
func TestEveryRouteForEveryRole(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := world{App: a} // random identifiers: an allowed DELETE must not affect the next role
		for _, account := range demo.Accounts {
			token := a.SignIn(t, account.Login, demo.Password).Access
			t.Run(fmt.Sprintf("%s %s", account.Role, strings.Split(account.Login, "@")[0]), func(t *testing.T) {
				c := client(t, a, token)
				for _, r := range a.API.Routes() {
					checkCell(t, r, account, w.bare(c, r).Status)
				}
			})
		}
	})
}

func checkCell(t *testing.T, r rest.Route, account demo.Account, status int) {
	t.Helper()
	call := r.Method + " " + r.Path
	allowed := r.Area == access.Public || slices.Contains(access.Table[r.Area], account.Role) || account.IsAdmin && slices.Contains(access.Administration[r.Area], account.Role)
	if slices.Contains(forChairmen, call) {
		allowed = account.IsChairman || account.Role == access.Chairman
	}
	switch _, inside := refusedInside[call][account.Role]; {
	case inside && status != 403:
		t.Errorf("%s: status %d, but refusedInside says 403", call, status)
	case inside:
	case allowed && isGuarded(status):
		t.Errorf("%s (%s): status %d for a role that has the area", call, r.Area, status)
	case !allowed && status != 403:
		t.Errorf("%s (%s): status %d, want 403", call, r.Area, status)
	}
}

// Every route × every state that a token can be in (drill B1, rules 5.3).
func TestEveryRouteForEveryTokenState(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		w := world{App: a}
		for state, token := range tokenStates(t, a) {
			t.Run(state, func(t *testing.T) {
				c := client(t, a, token)
				for _, r := range a.API.Routes() {
					status := w.bare(c, r).Status
					if r.Area == access.Public && isGuarded(status) {
						t.Errorf("%s %s: status %d for a call that needs no token", r.Method, r.Path, status)
					}
					if r.Area != access.Public && status != 401 {
						t.Errorf("%s %s: status %d, want 401", r.Method, r.Path, status)
					}
				}
			})
		}
	})
}

func tokenStates(t *testing.T, a *kit.App) map[string]string {
	t.Helper()
	// at signs in at a shifted time.
	at := func(shift time.Duration) *kit.Client {
		a.Clock.Advance(shift)
		defer a.Clock.Advance(-shift)
		return a.As(t, "all")
	}
	good, revoked, blocked := a.As(t, "all"), a.As(t, "all"), a.As(t, "chairman2")
	revoked.Delete("/v1/auth/session", map[string]string{"refreshToken": revoked.Refresh}).OK()
	if err := a.Operators.Block(context.Background(), "chairman2@demo.studbonus.ru", true); err != nil {
		t.Fatal(err)
	}
	if status := good.Get("/operator/info").Status; status != 200 {
		t.Fatalf("the control is worth nothing: status %d", status)
	}
	key := accessKey(t, a)
	states := map[string]string{
		"missing": "", "expired": at(-time.Hour).Access, "not yet valid": at(time.Hour).Access,
		"forged key":    resigned(t, good.Access, jwt.SigningMethodHS256, []byte("thirty-two bytes of somebody else"), nil),
		"alg none":      resigned(t, good.Access, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil),
		"wrong aud":     resigned(t, good.Access, jwt.SigningMethodHS256, key, map[string]any{"aud": "mobile"}),
		"refresh token": good.Refresh, "revoked session": revoked.Access, "blocked operator": blocked.Access,
	}
	if status := client(t, a, resigned(t, good.Access, jwt.SigningMethodHS256, key, nil)).Get("/operator/info").Status; status != 200 {
		t.Fatalf("the key of the test is not the server's: status %d", status)
	}
	return states
}

// accessKey is the key that signs access tokens, derived as internal/app does.
func accessKey(t *testing.T, a *kit.App) []byte {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(a.Dir, "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	var set struct{ Signing []struct{ Secret []byte } }
	if err := json.Unmarshal(raw, &set); err != nil {
		t.Fatal(err)
	}
	key, err := hkdf.Key(sha256.New, set.Signing[0].Secret, nil, "studbonus access token", 32)
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// resigned returns the token with changed claims and a new signature.
func resigned(t *testing.T, token string, method jwt.SigningMethod, key any, claims map[string]any) string {
	t.Helper()
	part := func(i int) map[string]any {
		raw, err := base64.RawURLEncoding.DecodeString(strings.Split(token, ".")[i])
		if err != nil {
			t.Fatal(err)
		}
		var out map[string]any
		if err := json.Unmarshal(raw, &out); err != nil {
			t.Fatal(err)
		}
		return out
	}
	payload, header := part(1), part(0)
	maps.Copy(payload, claims)
	header["alg"] = method.Alg()
	out, err := (&jwt.Token{Header: header, Claims: jwt.MapClaims(payload), Method: method}).SignedString(key)
	if err != nil {
		t.Fatal(err)
	}
	return out
}
