package auth_test

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"testing"
	"time"

	"golang.org/x/crypto/argon2"

	"studbonus/internal/auth"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// slowHash takes some tenths of a second to check and has outdated parameters, so a sign-in replaces it.
func slowHash(password string) string {
	const memory, passes = 8 << 10, 50
	salt, b64 := []byte("sixteen bytes ok"), base64.RawStdEncoding.EncodeToString
	return "$argon2id$v=19$m=8192,t=50,p=1$" + b64(salt) + "$" + b64(argon2.IDKey([]byte(password), salt, passes, memory, 1, 32))
}

// signingIn starts a sign-in and returns while the password is being checked, on a starved machine after it; the channel
// delivers the response.
func signingIn(t *testing.T, a *kit.App, account string) <-chan kit.Answer {
	t.Helper()
	out := make(chan kit.Answer, 1)
	go func() { out <- tryIn(a.Anyone(t), login(account), right) }()
	watch.Until(t, 30*time.Second, "the sign-in to begin", func() bool {
		return len(out) > 0 || kit.One[int](t, a, "SELECT count(*) FROM attempts WHERE kind = 'signIn' AND login = ?", login(account)) > 0
	})
	time.Sleep(30 * time.Millisecond) // by now the attempt is counted and the hash is read
	return out
}

// resetLink creates a reset link as the mail job does.
func resetLink(t *testing.T, a *kit.App, account string) string {
	t.Helper()
	secret := sha256.Sum256([]byte(t.Name() + account))
	hash := sha256.Sum256(secret[:])
	kit.Exec(t, a, "INSERT INTO password_resets (hash, operator_id, expires_at) SELECT ?, id, ? FROM operators WHERE login = ?", hash[:], a.Clock.Now().Add(time.Minute), login(account))
	return base64.RawURLEncoding.EncodeToString(secret[:])
}

// rules 5.6: what ends an operator's sessions also ends those being opened, on every instance.
func TestASignInUnderWayDoesNotOutliveItsPassword(t *testing.T) {
	const account = "student"
	ways := map[string]func(t *testing.T, other *kit.App){
		"reset": func(t *testing.T, other *kit.App) {
			confirm(other.Anyone(t), resetLink(t, other, account), fresh).OK()
		},
		"set by command": func(t *testing.T, other *kit.App) {
			if err := other.Auth.SetPassword(t.Context(), login(account), fresh); err != nil {
				t.Error(err)
			}
		},
		"block": func(t *testing.T, other *kit.App) {
			if err := other.Operators.Block(t.Context(), login(account), true); err != nil {
				t.Error(err)
			}
		},
	}
	for _, engine := range testdb.Engines() {
		for name, end := range ways {
			t.Run(string(engine)+"/"+name, func(t *testing.T) {
				a := kit.New(t, engine)
				other := kit.Open(t, engine, a.Config) // with its own queue of password hashes
				slow := slowHash(right)
				reopen := func() {
					kit.Exec(t, a, "UPDATE operators SET password_hash = ?, blocked_at = NULL WHERE login = ?", slow, login(account))
				}
				for range kit.Reps(t, 3) {
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
					kit.Exec(t, a, "DELETE FROM attempts")
					if name == "block" {
						tryIn(a.Anyone(t), login(account), right).Is(403)
						continue
					}
					tryIn(a.Anyone(t), login(account), right).Is(401) // the new hash is in place
					tryIn(a.Anyone(t), login(account), fresh).OK()
					kit.Exec(t, a, "DELETE FROM attempts")
				}
				t.Run("control: without comparing the hash it stays valid", func(t *testing.T) {
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

// A sign-in has found no second factor and is about to commit while one is switched on: its session ends with the others.
func TestASignInUnderWayDoesNotOutliveTheLackOfAFactor(t *testing.T) {
	const account = "student"
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, account)
		p := scanKey(t, c)
		release := holdDevices(t, a)
		signedIn, enabled := make(chan kit.Answer, 1), make(chan kit.Answer, 1)
		go func() { signedIn <- tryIn(a.Anyone(t), login(account), right) }()
		waits := func(n int, ended <-chan kit.Answer) {
			watch.Until(t, 30*time.Second, "a lock to be waited for", func() bool {
				return len(ended) > 0 || a.DB.Postgres() && kit.One[int](t, a, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'") >= n
			})
		}
		waits(1, signedIn)
		go func() {
			enabled <- c.Put("/v1/auth/factor/confirm", object{"code": p.code(t, a.Clock.Now())})
		}()
		waits(2, enabled)
		release()
		var out struct{ Tokens pair }
		(<-signedIn).OK().Into(&out)
		(<-enabled).OK()
		isDead(t, a, out.Tokens.AccessToken)
		refresh(a.Anyone(t), out.Tokens.RefreshToken).Is(401)
	})
}

// holdDevices makes sign-ins wait after they have looked for a second factor. SQLite has a single writer: nobody can come between.
func holdDevices(t *testing.T, a *kit.App) (release func()) {
	t.Helper()
	if !a.DB.Postgres() {
		return func() {}
	}
	held, free, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	go func() {
		ended <- a.DB.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "LOCK TABLE operator_devices IN EXCLUSIVE MODE")
			close(held)
			<-free
			return err
		})
	}()
	<-held
	return func() {
		close(free)
		if err := <-ended; err != nil {
			t.Error(err)
		}
	}
}

// A password change that started before a reset must not overwrite the reset password.
func TestAPasswordChangeUnderWayDoesNotUndoAReset(t *testing.T) {
	const account, stolen = "univer", "Пароль чужака 2"
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			a := kit.New(t, engine)
			other := kit.Open(t, engine, a.Config)
			for range kit.Reps(t, 3) {
				kit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", slowHash(right), login(account))
				thief := a.As(t, account)
				kit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", slowHash(right), login(account)) // the sign-in has upgraded it to a fast hash
				answer := make(chan kit.Answer, 1)
				go func() { answer <- change(thief, right, stolen) }()
				watch.Until(t, 30*time.Second, "the change to begin", func() bool { return kit.One[int](t, a, "SELECT count(*) FROM attempts") > 0 })
				time.Sleep(30 * time.Millisecond)
				confirm(other.Anyone(t), resetLink(t, other, account), fresh).OK()
				(<-answer).Is(401)
				isDead(t, a, thief.Access)
				tryIn(a.Anyone(t), login(account), stolen).Is(401)
				a.SignIn(t, login(account), fresh)
				kit.Exec(t, a, "DELETE FROM attempts")
			}
		})
	}
}

// Upgrading an outdated hash is not a password change: parallel sign-ins succeed and a reset link stays valid.
func TestUpgradingAHashKeepsSessionsAndLinks(t *testing.T) {
	const account = "chairman"
	for _, engine := range testdb.Engines() {
		t.Run(string(engine), func(t *testing.T) {
			a := kit.New(t, engine)
			other := kit.Open(t, engine, a.Config)
			kit.Exec(t, a, "UPDATE operators SET password_hash = ? WHERE login = ?", slowHash(right), login(account))
			link := resetLink(t, a, account)
			atOnce(2, func(i int) { a := []*kit.App{a, other}[i]; works(t, a, a.As(t, account).Access) })
			confirm(a.Anyone(t), link, fresh).OK()
		})
	}
}
