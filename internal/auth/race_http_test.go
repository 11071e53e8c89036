package auth_test

import (
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"studbonus/internal/auth"
	"studbonus/internal/testkit"
	"studbonus/internal/testkit/testdb"
)

// slowHash takes some tenths of a second to check, and has other parameters than new hashes: a sign-in replaces it.
func slowHash(password string) string {
	const memory, passes = 8 << 10, 50
	salt, b64 := []byte("sixteen bytes ok"), base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=8192,t=50,p=1$" + b64(salt) + "$" + b64(argon2.IDKey([]byte(password), salt, passes, memory, 1, 32))
}

// signingIn starts a sign-in and returns while its password is being checked; the answer comes on the channel.
func signingIn(t *testing.T, a *testkit.App, account string) <-chan testkit.Answer {
	t.Helper()
	out := make(chan testkit.Answer, 1)
	go func() { out <- tryIn(a.Anyone(t), login(account), right) }()
	eventually(t, "the sign-in to begin", func() bool {
		return testkit.One[int](t, a, "SELECT count(*) FROM attempts WHERE kind = 'signIn' AND login = ?", login(account)) > 0
	})
	time.Sleep(30 * time.Millisecond) // it has counted itself and reads the hash now
	return out
}

// resetLink makes a reset link as the mail job does.
func resetLink(t *testing.T, a *testkit.App, account string) string {
	t.Helper()
	secret := sha256.Sum256([]byte(t.Name() + account))
	hash := sha256.Sum256(secret[:])
	testkit.Exec(t, a, "INSERT INTO password_resets (hash, operator_id, expires_at) SELECT ?, id, ? FROM operators WHERE login = ?", hash[:], a.Clock.Now().Add(time.Minute), login(account))
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// Security V13: whatever ends an operator's sessions also ends those that are being opened, on every instance.
func TestASignInUnderWayDoesNotOutliveItsPassword(t *testing.T) {
	const account = "student"
	ways := map[string]func(t *testing.T, other *testkit.App){
		"reset": func(t *testing.T, other *testkit.App) {
			confirm(other.Anyone(t), resetLink(t, other, account), fresh).OK()
		},
		"set by command": func(t *testing.T, other *testkit.App) {
			if err := other.Auth.SetPassword(t.Context(), login(account), fresh); err != nil {
				t.Error(err)
			}
		},
		"block": func(t *testing.T, other *testkit.App) {
			if err := other.Auth.Block(t.Context(), login(account), true); err != nil {
				t.Error(err)
			}
		},
	}
	for _, engine := range testdb.Engines() {
		for name, end := range ways {
			t.Run(string(engine)+"/"+name, func(t *testing.T) {
				a := testkit.New(t, engine)
				other := testkit.Open(t, engine, a.Config) // with a queue of password hashes of its own
				slow := slowHash(right)
				reopen := func() {
					testkit.Exec(t, a, "UPDATE operators SET password_hash = ?, blocked_at = NULL WHERE login = ?", slow, login(account))
				}
				for range testkit.Reps(t, 3) {
					reopen()
					underWay := signingIn(t, a, account)
					end(t, other)
					answer := <-underWay
					if answer.Status == 200 {
						var out struct{ Tokens pair }
						answer.Into(&out)
						isDead(t, other, out.Tokens.AccessToken)
						refresh(a.Anyone(t), out.Tokens.RefreshToken).Is(401)
					} else if answer.Status != 401 && answer.Status != 403 {
						t.Errorf("status %d: %s", answer.Status, answer.Body)
					}
					testkit.Exec(t, a, "DELETE FROM attempts")
					if name == "block" {
						tryIn(a.Anyone(t), login(account), right).Is(403)
						continue
					}
					tryIn(a.Anyone(t), login(account), right).Is(401) // the new hash is in place
					tryIn(a.Anyone(t), login(account), fresh).OK()
					testkit.Exec(t, a, "DELETE FROM attempts")
				}
				t.Run("control: without comparing the hash it lives on", func(t *testing.T) {
					reopen()
					got, err := auth.SignInUnchecked(t.Context(), a.Auth, login(account), right, func() { end(t, other) })
					if err != nil {
						t.Fatal(err)
					}
					if status := with(t, a, got.Access).Get("/operator/info").Status; (status == 200) != (name != "block") {
						t.Errorf("status %d", status)
					}
				})
			})
		}
	}
}

// Whoever still knows the old password cannot undo a reset by a change that began before it.
func TestAPasswordChangeUnderWayDoesNotUndoAReset(t *testing.T) {
	const account, stolen = "univer", "Пароль чужака 2"
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			a := testkit.New(t, engine)
			other := testkit.Open(t, engine, a.Config)
			for range testkit.Reps(t, 3) {
				testkit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", slowHash(right), login(account))
				thief := a.As(t, account)
				testkit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", slowHash(right), login(account)) // the sign-in has made a quick one
				answer := make(chan testkit.Answer, 1)
				go func() { answer <- change(thief, right, stolen) }()
				eventually(t, "the change to begin", func() bool { return testkit.One[int](t, a, "SELECT count(*) FROM attempts") > 0 })
				time.Sleep(30 * time.Millisecond)
				confirm(other.Anyone(t), resetLink(t, other, account), fresh).OK()
				(<-answer).Is(401)
				isDead(t, a, thief.Access)
				tryIn(a.Anyone(t), login(account), stolen).Is(401)
				a.SignIn(t, login(account), fresh)
				testkit.Exec(t, a, "DELETE FROM attempts")
			}
		})
	}
}

// A sign-in that renews an outdated hash changes no password: others under way go on, and a reset link stays good.
func TestRenewingAHashDisturbsNobody(t *testing.T) {
	const account = "chairman"
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			a := testkit.New(t, engine)
			other := testkit.Open(t, engine, a.Config)
			testkit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", slowHash(right), login(account))
			link := resetLink(t, a, account)
			atOnce(2, func(i int) { a := []*testkit.App{a, other}[i]; works(t, a, a.As(t, account).Access) })
			confirm(a.Anyone(t), link, fresh).OK()
		})
	}
}
