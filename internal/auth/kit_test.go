package auth_test

import (
	"crypto/hkdf"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"maps"
	"net/netip"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/golang-jwt/jwt/v5"

	"studbonus/internal/app"
	"studbonus/internal/demo"
	"studbonus/internal/test/kit"
)

// behindProxy lets a test choose its client address.
var behindProxy = kit.WithConfig(func(c *app.Config) {
	c.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
})

func login(account string) string { return account + "@demo.studbonus.ru" }

// from returns the header of a call from this address.
func from(address string) []string { return []string{"X-Forwarded-For", address} }

func tryIn(c *kit.Client, login, password string, headers ...string) kit.Answer {
	return c.Post("/v1/auth/email", map[string]any{"login": login, "password": password, "place": "operator"}, headers...)
}

// fail makes n sign-ins with a wrong password and expects a 401 for each, not a 429.
func fail(t *testing.T, c *kit.Client, n int, login string, headers ...string) {
	t.Helper()
	for i := range n {
		if got := tryIn(c, login, "wrong password", headers...).Status; got != 401 && got != 404 {
			t.Fatalf("failure %d of %s: status %d", i+1, login, got)
		}
	}
}

type pair struct {
	AccessToken  string
	RefreshToken string
}

func refresh(c *kit.Client, token string) kit.Answer {
	return c.Put("/v1/auth/refreshtoken", map[string]string{"refreshToken": token})
}

func refreshed(t *testing.T, a *kit.App, token string) pair {
	t.Helper()
	var p pair
	refresh(a.Anyone(t), token).OK().Into(&p)
	return p
}

// with returns a client with this access token.
func with(t *testing.T, a *kit.App, access string) *kit.Client {
	c := a.Anyone(t)
	c.Access = access
	return c
}

// works and isDead check whether an access token is valid.
func works(t *testing.T, a *kit.App, access string) {
	t.Helper()
	with(t, a, access).Get("/operator/info").OK()
}

func isDead(t *testing.T, a *kit.App, access string) {
	t.Helper()
	got := with(t, a, access).Get("/operator/info").Is(401).Problem().Detail
	if want := "Ошибка авторизации пользователя. Пожалуйста, обновите страницу."; got != want {
		t.Errorf("detail %q, want %q", got, want)
	}
}

// payload decodes what the console reads from its token.
func payload(t *testing.T, token string) map[string]any {
	t.Helper()
	parts := strings.Split(token, ".")
	if len(parts) != 3 {
		t.Fatalf("not a token: %q", token)
	}
	raw, err := base64.RawURLEncoding.DecodeString(parts[1])
	if err != nil {
		t.Fatal(err)
	}
	var out map[string]any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// key derives a signing key of the instance as internal/app does.
type key struct {
	ID     string
	Secret []byte
}

func keyFor(t *testing.T, a *kit.App, purpose string) key {
	t.Helper()
	raw, err := os.ReadFile(filepath.Join(a.Dir, "keys.json"))
	if err != nil {
		t.Fatal(err)
	}
	var set struct{ Signing []key }
	if err := json.Unmarshal(raw, &set); err != nil {
		t.Fatal(err)
	}
	k := set.Signing[0]
	if k.Secret, err = hkdf.Key(sha256.New, k.Secret, nil, "studbonus "+purpose, 32); err != nil {
		t.Fatal(err)
	}
	return k
}

// minted builds a token from a real one with the given header and claims replaced; nil removes one.
func minted(t *testing.T, real string, method jwt.SigningMethod, secret any, header, claims map[string]any) string {
	t.Helper()
	token := jwt.NewWithClaims(method, jwt.MapClaims(payload(t, real)))
	rawHeader, err := base64.RawURLEncoding.DecodeString(strings.Split(real, ".")[0])
	if err != nil {
		t.Fatal(err)
	}
	var was map[string]any
	if err := json.Unmarshal(rawHeader, &was); err != nil {
		t.Fatal(err)
	}
	was["alg"] = method.Alg()
	token.Header = was
	overlay(token.Header, header)
	overlay(token.Claims.(jwt.MapClaims), claims)
	out, err := token.SignedString(secret)
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func overlay(onto, from map[string]any) {
	maps.Copy(onto, from)
	for name, v := range from {
		if v == nil {
			delete(onto, name)
		}
	}
}

// audited counts the audit rows of an action by or about a login.
func audited(t *testing.T, a *kit.App, action, login string) int {
	t.Helper()
	return kit.One[int](t, a, "SELECT count(*) FROM audit_log a JOIN operators o ON CAST(o.uuid AS TEXT) = a.object WHERE a.action = ? AND o.login = ?", action, login)
}

// atOnce runs n calls that all start at the same moment.
func atOnce(n int, call func(i int)) {
	var ready, done sync.WaitGroup
	ready.Add(n)
	for i := range n {
		done.Go(func() {
			ready.Done()
			ready.Wait()
			call(i)
		})
	}
	done.Wait()
}

const right = demo.Password

// replaceParameters fills the parameters of a route's path with an unknown identifier.
func replaceParameters(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		if strings.HasPrefix(part, "{") {
			parts[i] = "5b0c1f5e-0000-4000-8000-000000000001"
		}
	}
	return strings.Join(parts, "/")
}
