package app_test

import (
	"context"
	"encoding/json"
	"fmt"
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
	"studbonus/internal/demo"
	"studbonus/internal/operators"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/test/kit"
)

func TestAnInstanceWithOtherKeysIsRefused(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		other := a.Config
		other.Keys = filepath.Join(t.TempDir(), "other-keys.json")
		_, err := app.New(t.Context(), other, app.Parts{Clock: clock.System, Log: slog.New(slog.DiscardHandler)})
		if err == nil || !strings.Contains(err.Error(), other.Keys) || !strings.Contains(err.Error(), "--keys") {
			t.Errorf("%v, want a refusal that names the file and the remedy", err)
		}
		kit.Open(t, a.Engine, a.Config).As(t, "all") // control: a second instance with the same keys works
	})
}

func TestTheFirstInstanceDecidesWhichKeysAreValid(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		kit.Exec(t, a, "DELETE FROM meta WHERE name = 'keys'")
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

func TestSessionsSurviveKeyRotation(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		student := kit.One[string](t, a, "SELECT s.uuid FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'student@demo.studbonus.ru' LIMIT 1")
		restarted := func() *kit.App {
			if err := app.RotateKeys(t.Context(), a.Config.Store); err != nil {
				t.Fatal(err)
			}
			return kit.Open(t, a.Engine, a.Config)
		}
		// after returns the same operator at another instance.
		after := func(b *kit.App, access string) *kit.Client {
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
		after(third, c.Access).Get("/v1/student/" + student).Is(401) // after two rotations
		after(third, tokens.AccessToken).Get("/v1/student/" + student).OK()
		third.Anyone(t).Put("/v1/auth/refreshtoken", map[string]any{"refreshToken": tokens.RefreshToken}).OK()
	})
}

func TestKeysOfAnotherDatabaseAreNotRotated(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	other := a.Config.Store
	other.Keys = filepath.Join(t.TempDir(), "keys.json")
	if err := app.RotateKeys(t.Context(), other); err == nil || !strings.Contains(err.Error(), other.Keys) {
		t.Errorf("%v, want a refusal that names the file", err)
	}
}

func TestDemoDataAreMadeOnceAndOnlyInAnEmptyDatabase(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		counts := func() []int {
			return []int{kit.One[int](t, a, "SELECT count(*) FROM operators"), kit.One[int](t, a, "SELECT count(*) FROM students"), kit.One[int](t, a, "SELECT count(*) FROM audit_log")}
		}
		before := counts()
		if err := a.FillDemo(t.Context()); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(before, counts()); diff != "" {
			t.Errorf("made again (-before +after):\n%s", diff)
		}
		kit.Exec(t, a, "DELETE FROM meta WHERE name = 'demo'") // as if the operators were real
		if err := a.FillDemo(t.Context()); err == nil || !strings.Contains(err.Error(), "есть свои операторы") {
			t.Errorf("%v, want a refusal", err)
		}
	})
}

// wrong returns the names of the checks that find something.
func wrong(t *testing.T, a *kit.App) map[string][]string {
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
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		a.As(t, "all")
		if got := wrong(t, a); len(got) != 0 {
			t.Fatalf("the demo data are not sound: %v", got)
		}
		kit.Exec(t, a, "INSERT INTO sessions (id, operator_id, created_at, last_seen_at) SELECT '00000000-0000-4000-8000-000000000001', id, ?, ? FROM operators LIMIT 1", a.Clock.Now().Add(time.Minute), a.Clock.Now().Add(time.Hour))
		kit.Exec(t, a, `INSERT INTO files (key, kind, name, content_type, size, sha256, operator_id, university_id, created_at)
			SELECT 'abcdefghijklmnopqrstuvwxyz012345', 'image', 'a.png', 'image/png', 5, 'x', id, university_id, created_at FROM operators LIMIT 1`)
		a.Anyone(t).Put("/auth/reset", map[string]any{"login": "all@demo.studbonus.ru"}).OK()
		kit.Exec(t, a, "UPDATE river_job SET state = 'discarded', finalized_at = created_at")
		if a.DB.Postgres() {
			kit.Exec(t, a, "ALTER TABLE audit_log DISABLE TRIGGER audit_log_no_delete")
		} else {
			kit.Exec(t, a, "DROP TRIGGER audit_log_no_delete")
		}
		kit.Exec(t, a, "UPDATE devices SET ended_at = seen_at")
		kit.Exec(t, a, "UPDATE tills SET token_hash = NULL")
		kit.Exec(t, a, "UPDATE students SET document = 'lost' WHERE id = (SELECT min(id) FROM students WHERE status = 'moderation')")
		found := wrong(t, a)
		var letters string
		for name := range found {
			letters += name[:3]
		}
		all := fmt.Sprint(found)
		for _, want := range []string{"завершено, но секрет не удалён", "подключена не до конца", "нет файла документа"} {
			if !strings.Contains(all, want) {
				t.Errorf("%s is not among %v", want, found)
			}
		}
		for _, want := range []string{"(a)", "(c)", "(d)", "(f)"} {
			if !strings.Contains(letters, want) {
				t.Errorf("found %s, want also %s", letters, want)
			}
		}
	})
}

// rules 15.0 (a): verify finds a password that was set in the database directly.
func TestVerifyFindsAPasswordChangeThatWasNotAudited(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
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
		kit.Exec(t, a, "UPDATE operators SET password_hash = (SELECT o.password_hash FROM operators o WHERE o.login = 'univer@demo.studbonus.ru') WHERE login = ?", mine)
		found, err := a.Checks()[0].Run(t.Context())
		if err != nil || len(found) != 1 || found[0] != "пароль изменён без записи в журнале действий: "+mine {
			t.Errorf("%v, %v; want the password of %s", found, err, mine)
		}
	})
}

// Accounts with a public password are refused also without --demo.
func TestDemoAccountsAreNotServedToOthers(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
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
		// The last administrator cannot be blocked.
		if err := a.Operators.Add(t.Context(), operators.NewOperator{Login: "own@example.ru", Password: demo.Password, Surname: "Своя", Name: "Учётка", Role: access.OperatorAll, IsAdmin: true, University: 1}); err != nil {
			t.Fatal(err)
		}
		for _, account := range demo.Accounts {
			for _, harmless := range []app.Serving{local, meant} {
				if err := check(harmless); err != nil {
					t.Error(err)
				}
			}
			if err := a.Operators.Block(t.Context(), account.Login, true); err != nil {
				t.Fatal(err)
			}
		}
		if err := check(everywhere); err != nil {
			t.Error(err)
		}
	})
}
