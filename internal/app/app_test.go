package app_test

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/clock"
	"studbonus/internal/demo"
	"studbonus/internal/testkit"
)

func TestAnInstanceWithOtherKeysIsRefused(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		other := a.Config
		other.Keys = filepath.Join(t.TempDir(), "other-keys.json")
		_, err := app.New(t.Context(), other, app.Parts{Clock: clock.System, Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), other.Keys) || !strings.Contains(err.Error(), "--keys") {
			t.Errorf("%v, want a refusal that names the file and the remedy", err)
		}
		testkit.Open(t, a.Engine, a.Config).As(t, "all") // control: with the same keys there may be a second instance
	})
}

func TestOfInstancesWithDifferentKeysTheFirstDecides(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		testkit.Exec(t, a, "DELETE FROM meta WHERE name = 'keys'")
		var accepted atomic.Int64
		var together sync.WaitGroup
		for range 6 {
			c := a.Config
			c.Keys = filepath.Join(t.TempDir(), "keys.json")
			together.Go(func() {
				made, err := app.New(context.Background(), c, app.Parts{Clock: clock.System, Log: slog.New(slog.DiscardHandler), Cost: auth.Cost{MemoryKiB: 64, Passes: 1}})
				if err != nil {
					return
				}
				accepted.Add(1)
				made.Close()
			})
		}
		together.Wait()
		if accepted.Load() != 1 {
			t.Errorf("%d instances were accepted, each with keys of its own", accepted.Load())
		}
	})
}

func TestRotatedKeysKeepSessionsAlive(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		c := a.As(t, "student")
		student := testkit.One[string](t, a, "SELECT s.uuid FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'student@demo.studbonus.ru' LIMIT 1")
		restarted := func() *testkit.App {
			if err := app.RotateKeys(t.Context(), a.Config.Store); err != nil {
				t.Fatal(err)
			}
			return testkit.Open(t, a.Engine, a.Config)
		}
		// after is the same operator at another instance.
		after := func(b *testkit.App, access string) *testkit.Client {
			client := b.Anyone(t)
			client.Access = access
			return client
		}
		signingKey := func() string {
			data, err := os.ReadFile(filepath.Join(a.Config.Data, "keys.json"))
			if err != nil {
				t.Fatal(err)
			}
			var k struct{ Signing []struct{ ID string } }
			if err := json.Unmarshal(data, &k); err != nil {
				t.Fatal(err)
			}
			return k.Signing[0].ID
		}
		before := signingKey()
		second := restarted()
		if signingKey() == before {
			t.Error("the first key is the old one")
		}
		after(second, c.Access).Get("/v1/student/" + student).OK()
		var tokens struct{ AccessToken, RefreshToken string }
		second.Anyone(t).Put("/v1/auth/refreshtoken", map[string]any{"refreshToken": c.Refresh}).OK().Into(&tokens)
		after(second, tokens.AccessToken).Get("/v1/student/" + student).OK()

		third := restarted()
		after(third, c.Access).Get("/v1/student/" + student).Is(401) // two rotations on: ten minutes are long over
		after(third, tokens.AccessToken).Get("/v1/student/" + student).OK()
		third.Anyone(t).Put("/v1/auth/refreshtoken", map[string]any{"refreshToken": tokens.RefreshToken}).OK()
	})
}

func TestKeysAreNotRotatedForADatabaseOfOthers(t *testing.T) {
	a := testkit.New(t, testkit.SQLite)
	other := a.Config.Store
	other.Keys = filepath.Join(t.TempDir(), "keys.json")
	if err := app.RotateKeys(t.Context(), other); err == nil || !strings.Contains(err.Error(), other.Keys) {
		t.Errorf("%v, want a refusal that names the file", err)
	}
}

func TestDemoDataAreMadeOnceAndOnlyInAnEmptyDatabase(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		counts := func() []int {
			return []int{testkit.One[int](t, a, "SELECT count(*) FROM operators"), testkit.One[int](t, a, "SELECT count(*) FROM students"), testkit.One[int](t, a, "SELECT count(*) FROM audit_log")}
		}
		before := counts()
		if err := a.FillDemo(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, counts()); diff != "" {
			t.Errorf("made again (-before +after):\n%s", diff)
		}
		testkit.Exec(t, a, "DELETE FROM meta WHERE name = 'demo'") // as if its operators were real
		if err := a.FillDemo(t.Context()); err == nil || !strings.Contains(err.Error(), "есть свои операторы") {
			t.Errorf("%v, want a refusal", err)
		}
	})
}

// wrong are the checks of verify that find something, by their names.
func wrong(t *testing.T, a *testkit.App) map[string][]string {
	t.Helper()
	found := map[string][]string{}
	for _, c := range a.Checks() {
		bad, err := c.Run(t.Context())
		if err != nil {
			t.Errorf("%s: %v", c.Name, err)
		}
		if len(bad) > 0 {
			found[c.Name] = bad
		}
	}
	return found
}

func TestVerifyFindsEachKindOfLoss(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		a.As(t, "all")
		if got := wrong(t, a); len(got) != 0 {
			t.Fatalf("the demo data are not sound: %v", got)
		}
		testkit.Exec(t, a, "INSERT INTO sessions (id, operator_id, created_at, last_seen_at) SELECT '00000000-0000-4000-8000-000000000001', id, ?, ? FROM operators LIMIT 1", a.Clock.Now().Add(time.Minute), a.Clock.Now().Add(time.Hour))
		testkit.Exec(t, a, `INSERT INTO files (key, kind, name, content_type, size, sha256, operator_id, university_id, created_at)
			SELECT 'abcdefghijklmnopqrstuvwxyz012345', 'image', 'a.png', 'image/png', 5, 'x', id, university_id, created_at FROM operators LIMIT 1`)
		a.Anyone(t).Put("/auth/reset", map[string]any{"login": "all@demo.studbonus.ru"}).OK()
		testkit.Exec(t, a, "UPDATE river_job SET state = 'discarded', finalized_at = created_at")
		if a.DB.Postgres() {
			testkit.Exec(t, a, "ALTER TABLE audit_log DISABLE TRIGGER audit_log_append_only")
		} else {
			testkit.Exec(t, a, "DROP TRIGGER audit_log_no_delete")
		}
		var letters string
		for name := range wrong(t, a) {
			letters += name[:3]
		}
		for _, want := range []string{"(a)", "(c)", "(d)", "(f)"} {
			if !strings.Contains(letters, want) {
				t.Errorf("found %s, want also %s", letters, want)
			}
		}
	})
}

// Security §4 (a): verify tells a password that was set behind the program's back.
func TestVerifyFindsAPasswordChangeThatWasNotAudited(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		const mine = "student@demo.studbonus.ru"
		a.Clock.Advance(time.Minute)
		a.As(t, "student").Put("/auth/password", map[string]any{"oldPassword": demo.Password, "newPassword": "Совсем новый пароль 1"}).OK()
		a.Clock.Advance(time.Minute)
		if err := a.Auth.SetPassword(t.Context(), "univer@demo.studbonus.ru", "Совсем новый пароль 2"); err != nil {
			t.Fatal(err)
		}
		if found := wrong(t, a); len(found) > 0 {
			t.Errorf("%v, want nothing", found)
		}
		testkit.Exec(t, a, "UPDATE operators SET password_set_at = ? WHERE login = ?", a.Clock.Now(), mine)
		found, err := a.Checks()[0].Run(t.Context())
		if err != nil || len(found) != 1 || !strings.Contains(found[0], mine) {
			t.Errorf("%v, %v; want the password of %s", found, err, mine)
		}
	})
}

// Accounts with a known password must not be open to others only because --demo was left out.
func TestDemoAccountsAreNotServedToOthers(t *testing.T) {
	testkit.OnBoth(t, func(t *testing.T, a *testkit.App) {
		local := app.Serving{Listen: "127.0.0.1:8080", HashMemory: auth.DefaultCost.MemoryKiB, HashPasses: auth.DefaultCost.Passes}
		everywhere, proxied, meant := local, local, local
		everywhere.Listen, proxied.PublicURL = "0.0.0.0:0", "https://console.example.ru"
		meant.PublicURL, meant.DemoPublic = proxied.PublicURL, true
		check := func(s app.Serving) error {
			a.Config.Serving = s
			return app.RefuseDemoAccounts(a.App, t.Context())
		}
		for _, public := range []app.Serving{everywhere, proxied} {
			if err := check(public); err == nil || !strings.Contains(err.Error(), "student@demo.studbonus.ru") || !strings.Contains(err.Error(), "operator block") {
				t.Errorf("%v, want a refusal that names the accounts and the remedy", err)
			}
			if err := app.Serve(t.Context(), app.Config{Store: a.Config.Store, Serving: public}, io.Discard); err == nil {
				t.Error("it was served")
			}
		}
		for _, account := range demo.Accounts {
			for _, harmless := range []app.Serving{local, meant} {
				if err := check(harmless); err != nil {
					t.Error(err)
				}
			}
			if err := a.Auth.Block(t.Context(), account.Login, true); err != nil {
				t.Fatal(err)
			}
		}
		if err := check(everywhere); err != nil {
			t.Error(err)
		}
	})
}
