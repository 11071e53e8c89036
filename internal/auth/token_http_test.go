package auth_test

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"strings"
	"testing"
	"time"

	"github.com/golang-jwt/jwt/v5"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

type claimsMap = map[string]any

// rules 5.3: a token without our signature is a 401.
func TestForgedTokens(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		real := a.As(t, "student").Access
		k := keyFor(t, a, "access token")
		hs256 := func(secret []byte, header, claims claimsMap) string {
			return minted(t, real, jwt.SigningMethodHS256, secret, header, claims)
		}
		works(t, a, hs256(k.Secret, nil, nil)) // control: the forged tokens below differ in one property each
		rsaKey, err := rsa.GenerateKey(rand.Reader, 2048)
		if err != nil {
			t.Fatal(err)
		}
		parts := strings.Split(real, ".")
		own := []byte("thirty-two bytes of a key of mine")
		jwk := claimsMap{"kty": "oct", "k": base64.RawURLEncoding.EncodeToString(own), "kid": k.ID}
		none := minted(t, real, jwt.SigningMethodNone, jwt.UnsafeAllowNoneSignatureType, nil, nil)
		body := strings.Split(none, ".")[1]
		noneCased := base64.RawURLEncoding.EncodeToString([]byte(`{"alg":"nOnE","typ":"at+jwt","kid":"`+k.ID+`"}`)) + "." + body + "."
		changed := hs256(own, nil, claimsMap{"role": "operator_all"})
		for name, token := range map[string]string{
			"alg none":                                none,
			"alg nOnE":                                noneCased,
			"none with the old signature":             none + parts[2],
			"another key":                             hs256(own, nil, nil),
			"an empty key":                            hs256([]byte{}, nil, nil),
			"the key id as the key":                   hs256([]byte(k.ID), nil, nil),
			"HS512 with our key":                      minted(t, real, jwt.SigningMethodHS512, k.Secret, nil, nil),
			"RS256":                                   minted(t, real, jwt.SigningMethodRS256, rsaKey, nil, nil),
			"our key, unknown kid":                    hs256(k.Secret, claimsMap{"kid": "deadbeef"}, nil),
			"no kid":                                  hs256(k.Secret, claimsMap{"kid": nil}, nil),
			"kid that walks to a known file":          hs256([]byte{}, claimsMap{"kid": "../../../../dev/null"}, nil),
			"kid that is SQL":                         hs256(own, claimsMap{"kid": "x' UNION SELECT 'a"}, nil),
			"kid that is a list":                      hs256(own, claimsMap{"kid": []string{k.ID}}, nil),
			"jwk in the header":                       hs256(own, claimsMap{"jwk": jwk}, nil),
			"jku in the header":                       hs256(own, claimsMap{"jku": "https://evil.test/keys"}, nil),
			"x5u in the header":                       hs256(own, claimsMap{"x5u": "https://evil.test/cert"}, nil),
			"no typ":                                  hs256(k.Secret, claimsMap{"typ": nil}, nil),
			"typ of another kind of token":            hs256(k.Secret, claimsMap{"typ": "JWT"}, nil),
			"signed with the key for file links":      hs256(keyFor(t, a, "file link").Secret, nil, nil),
			"signed with the key for another use":     hs256(keyFor(t, a, "anything").Secret, nil, nil),
			"another payload under the old signature": parts[0] + "." + strings.Split(changed, ".")[1] + "." + parts[2],
			"truncated signature":                     real[:len(real)-4],
			"no signature":                            parts[0] + "." + parts[1] + ".",
			"two parts":                               parts[0] + "." + parts[1],
			"four parts":                              real + "." + parts[2],
			"dots":                                    "..",
			"not base64":                              "!!!.???.***",
			"over 8 KiB":                              hs256(k.Secret, nil, claimsMap{"padding": strings.Repeat("x", 8<<10)}),
			"a thousand dots":                         strings.Repeat(".", 1000),
		} {
			t.Run(name, func(t *testing.T) { isDead(t, a, token) })
		}
		works(t, a, real)
	})
}

// rules 5.3: a signed token is valid only for its purpose and time.
func TestTokenStates(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		k := keyFor(t, a, "access token")
		made := func(claims claimsMap) string {
			return minted(t, c.Access, jwt.SigningMethodHS256, k.Secret, nil, claims)
		}
		at := func(d time.Duration) float64 { return float64(kit.Start.Add(d).Unix()) }
		for name, token := range map[string]string{
			"expired":                      made(claimsMap{"exp": at(-31 * time.Second)}),
			"without an end":               made(claimsMap{"exp": nil}),
			"with an end that is no time":  made(claimsMap{"exp": "never"}),
			"issued in the future":         made(claimsMap{"iat": at(31 * time.Second)}),
			"not yet valid":                made(claimsMap{"nbf": at(31 * time.Second)}),
			"for another audience":         made(claimsMap{"aud": []string{"mobile"}}),
			"for no audience":              made(claimsMap{"aud": nil}),
			"of another issuer":            made(claimsMap{"iss": "evil"}),
			"of no issuer":                 made(claimsMap{"iss": nil}),
			"without a session":            made(claimsMap{"sid": nil}),
			"of a session that never was":  made(claimsMap{"sid": "6f0f5d3a-4f0e-4c38-9c2e-6d6e0f2f7a11"}),
			"a refresh token":              c.Refresh,
			"none":                         "",
			"the token with a prefix":      "Bearer " + c.Access,
			"the token between quotes":     `"` + c.Access + `"`,
			"the token and another behind": c.Access + "," + c.Access,
		} {
			t.Run(name, func(t *testing.T) { isDead(t, a, token) })
		}
		t.Run("a clock skew of thirty seconds is accepted", func(t *testing.T) {
			works(t, a, made(claimsMap{"exp": at(-29 * time.Second)}))
			works(t, a, made(claimsMap{"iat": at(29 * time.Second)}))
		})
		t.Run("it is accepted only in its own header", func(t *testing.T) {
			a.Anyone(t).Get("/operator/info", "Authorization", "Bearer "+c.Access).Is(401)
			a.Anyone(t).Get("/operator/info?X-Access-Token=" + c.Access).Is(401)
			a.Anyone(t).Get("/operator/info", "Cookie", "accessToken="+c.Access+"; X-Access-Token="+c.Access).Is(401)
		})
		t.Run("it expires after ten minutes", func(t *testing.T) {
			a.Clock.Advance(10*time.Minute + 29*time.Second)
			works(t, a, c.Access)
			a.Clock.Advance(2 * time.Second)
			isDead(t, a, c.Access)
		})
	})
}

// rules 5.2: permissions come from the database and change at once; the token only names the session.
func TestPermissionsComeFromTheDatabase(t *testing.T) {
	const applications = "/v1/student/request/count" // not for operator_univer
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		t.Run("a changed role applies to the next call", func(t *testing.T) {
			c := a.As(t, "student")
			c.Get(applications).OK()
			kit.Exec(t, a, "UPDATE operators SET role = 'operator_univer' WHERE login = ?", login("student"))
			c.Get(applications).Is(403)
			if role := payload(t, refreshed(t, a, c.Refresh).AccessToken)["role"]; role != "operator_univer" {
				t.Errorf("the next token says %v", role)
			}
			kit.Exec(t, a, "UPDATE operators SET role = 'operator_student' WHERE login = ?", login("student"))
			c.Get(applications).OK()
		})
		t.Run("a changed flag is in the next token", func(t *testing.T) {
			c := a.As(t, "univer")
			kit.Exec(t, a, "UPDATE operators SET is_chairman = TRUE WHERE login = ?", login("univer"))
			next := refreshed(t, a, c.Refresh)
			if flag := payload(t, next.AccessToken)["adminSupportingRole"]; flag != "chairman" {
				t.Errorf("the flag is %v", flag)
			}
			kit.Exec(t, a, "UPDATE operators SET is_chairman = FALSE WHERE login = ?", login("univer"))
			if flag := payload(t, refreshed(t, a, next.RefreshToken).AccessToken)["adminSupportingRole"]; flag != nil {
				t.Errorf("the flag is %v", flag)
			}
		})
		t.Run("a role in the token, a header or the query is ignored", func(t *testing.T) {
			c := a.As(t, "flag")
			token := minted(t, c.Access, jwt.SigningMethodHS256, keyFor(t, a, "access token").Secret, nil,
				claimsMap{"role": "operator_all", "login": login("all"), "sub": payload(t, a.As(t, "all").Access)["sub"]})
			with(t, a, token).Get(applications).Is(403)
			with(t, a, c.Access).Get(applications+"?role=operator_all", "X-Role", "operator_all").Is(403)
		})
		t.Run("a block applies to the next call, refresh included", func(t *testing.T) {
			c := a.As(t, "chairman")
			kit.Exec(t, a, "UPDATE operators SET blocked_at = ? WHERE login = ?", kit.Start, login("chairman"))
			isDead(t, a, c.Access)
			refresh(a.Anyone(t), c.Refresh).Is(401)
		})
		t.Run("an unknown role cannot be stored", func(t *testing.T) {
			err := a.DB.Tx(context.Background(), func(ctx context.Context, tx db.Tx) error {
				_, err := tx.Exec(ctx, "UPDATE operators SET role = 'root' WHERE login = ?", login("new"))
				return err
			})
			if err == nil {
				t.Error("the database took an unknown role")
			}
		})
		t.Run("the token says whether there is a structure", func(t *testing.T) {
			c := a.As(t, "new")
			if filled := payload(t, c.Access)["hierarchyFilled"]; filled != false {
				t.Fatalf("hierarchyFilled is %v", filled)
			}
			c.Post("/v1/hierarchy/faculty", map[string]string{"nameDepartment": "Факультет проверки"}).OK()
			if filled := payload(t, refreshed(t, a, c.Refresh).AccessToken)["hierarchyFilled"]; filled != true {
				t.Errorf("hierarchyFilled is %v after the first faculty", filled)
			}
		})
	})
}
