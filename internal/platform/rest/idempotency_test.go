package rest_test

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/app"
	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

func makeFaculty(c *kit.Client, key, name string) kit.Answer {
	return c.Post("/v1/hierarchy/faculty", map[string]string{"nameDepartment": name}, "Idempotency-Key", key)
}

func countOf(t *testing.T, a *kit.App, text string, args ...any) int {
	t.Helper()
	n, err := db.One[int](context.Background(), a.DB, text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func facultiesNamed(t *testing.T, a *kit.App, name string) int {
	t.Helper()
	return countOf(t, a, "SELECT count(*) FROM faculties WHERE name = ?", name)
}

// rules 1.8, 1.9.
func TestIdempotency(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		student := a.As(t, "student").Access
		as := func(t *testing.T) *kit.Client {
			c := a.Anyone(t)
			c.Access = student
			return c
		}
		t.Run("the same key gets the first response, one row and one audit row", func(t *testing.T) {
			key := uuid.NewString()
			first, second := makeFaculty(as(t), key, "Первый").OK(), makeFaculty(as(t), key, "Первый").OK()
			if diff := cmp.Diff(string(first.Body), string(second.Body)); diff != "" {
				t.Errorf("answers differ:\n%s", diff)
			}
			if n := facultiesNamed(t, a, "Первый"); n != 1 {
				t.Errorf("%d rows", n)
			}
			if n := countOf(t, a, "SELECT count(*) FROM audit_log WHERE action = 'structure.add' AND request_id IN (?)",
				[]string{first.Header.Get("X-Request-Id"), second.Header.Get("X-Request-Id")}); n != 1 {
				t.Errorf("%d audit rows", n)
			}
		})
		t.Run("requests are compared decoded", func(t *testing.T) {
			key := uuid.NewString()
			first := makeFaculty(as(t), key, "Разбор").OK()
			for _, same := range []string{` { "nameDepartment" : "Разбор" } `, `{"nameDepartment":"\u0420\u0430\u0437\u0431\u043e\u0440"}`, `{"unknown":1,"nameDepartment":"Разбор"}`} {
				again := as(t).Post("/v1/hierarchy/faculty", same, "Idempotency-Key", key).OK()
				if !bytes.Equal(first.Body, again.Body) {
					t.Errorf("%s: %s", same, again.Body)
				}
			}
		})
		t.Run("the key with another body is a 422", func(t *testing.T) {
			key := uuid.NewString()
			makeFaculty(as(t), key, "Второй").OK()
			if p := makeFaculty(as(t), key, "Не второй").Is(422).Problem(); p.Field("Idempotency-Key") == "" {
				t.Errorf("%+v", p)
			}
			as(t).Post("/v1/hierarchy/faculties", map[string]any{"namesDepartments": []string{"Второй"}}, "Idempotency-Key", key).Is(422)
			if n := facultiesNamed(t, a, "Не второй"); n != 0 {
				t.Errorf("%d rows", n)
			}
		})
		t.Run("a refusal frees the key and leaves nothing behind", func(t *testing.T) {
			key := uuid.NewString()
			many := func(names ...string) kit.Answer {
				return as(t).Post("/v1/hierarchy/faculties", map[string]any{"namesDepartments": names}, "Idempotency-Key", key)
			}
			many("Третий", "третий").Is(409) // the first one was already written when the second failed
			if n := facultiesNamed(t, a, "Третий"); n != 0 {
				t.Errorf("%d rows of a refused request", n)
			}
			many("").Is(422)
			many("Третий", "Четвёртый").OK()
			if n := facultiesNamed(t, a, "Третий"); n != 1 {
				t.Errorf("%d rows", n)
			}
		})
		t.Run("another operator's key is another key", func(t *testing.T) {
			key := uuid.NewString()
			one, two := makeFaculty(as(t), key, "Пятый").OK(), makeFaculty(a.As(t, "student2"), key, "Пятый").OK()
			if bytes.Equal(one.Body, two.Body) {
				t.Error("one operator got the other's answer")
			}
			if n := facultiesNamed(t, a, "Пятый"); n != 2 {
				t.Errorf("%d rows in two universities", n)
			}
		})
		t.Run("the response survives a restart", func(t *testing.T) {
			key := uuid.NewString()
			first := makeFaculty(as(t), key, "Шестой").OK()
			next := kit.Open(t, a.Engine, a.Config)
			again := makeFaculty(next.As(t, "student"), key, "Шестой").OK()
			if !bytes.Equal(first.Body, again.Body) {
				t.Errorf("%s, then %s", first.Body, again.Body)
			}
		})
		t.Run("an invalid key is a 422", func(t *testing.T) {
			for _, key := range []string{strings.Repeat("x", 129), "ключ", "\xff\xfe", "a b", "a\tb"} {
				makeFaculty(as(t), key, "Седьмой").Is(422)
			}
			makeFaculty(as(t), strings.Repeat("x", 128), "Седьмой").OK()
		})
		t.Run("without a key every request counts", func(t *testing.T) {
			makeFaculty(as(t), "", "Восьмой").OK()
			makeFaculty(as(t), "", "Восьмой").Is(409)
		})
		t.Run("public calls and other methods ignore it", func(t *testing.T) {
			key := uuid.NewString()
			body := map[string]string{"login": "student@demo.studbonus.ru", "password": "Demo-2026!"}
			one := a.Anyone(t).Post("/v1/auth/email", body, "Idempotency-Key", key).OK()
			two := a.Anyone(t).Post("/v1/auth/email", body, "Idempotency-Key", key).OK()
			if bytes.Equal(one.Body, two.Body) {
				t.Error("a session was handed out again")
			}
			as(t).Put("/operator/info", map[string]string{"surname": "Кузнецов", "name": "Павел"}, "Idempotency-Key", key).OK()
			if n := countOf(t, a, "SELECT count(*) FROM idempotency_keys WHERE key = ?", key); n != 0 {
				t.Errorf("%d answers kept", n)
			}
		})
	})
}

// rules 15.16.
func TestParallelRepeats(t *testing.T) {
	const times, uploads = 20, 4 // an operator may have four uploads in progress
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student")
		// at once makes the same call in parallel and returns the distinct responses.
		answers := func(times int, call func() kit.Answer) map[string]int {
			var mu sync.Mutex
			var ready, done sync.WaitGroup
			out := map[string]int{}
			ready.Add(times)
			for range times {
				done.Go(func() {
					ready.Done()
					ready.Wait()
					got := call()
					mu.Lock()
					defer mu.Unlock()
					out[string(got.Body)]++
					if got.Status != 200 {
						t.Errorf("status %d: %s", got.Status, got.Body)
					}
				})
			}
			done.Wait()
			return out
		}
		for i := range (kit.Reps(t, times) + times - 1) / times {
			key, name := uuid.NewString(), fmt.Sprint("Двадцать раз ", i)
			if got := answers(times, func() kit.Answer { return makeFaculty(c, key, name) }); len(got) != 1 {
				t.Errorf("%d different answers: %v", len(got), got)
			}
			if n := facultiesNamed(t, a, name); n != 1 {
				t.Errorf("%d rows", n)
			}
		}
		// Control: without the key, every upload counts.
		body, kind := upload(t, "a.png", somePNG(t))
		keep := func(key string) kit.Answer {
			return c.Post("/v1/upload-photo", body, "Content-Type", kind, "Idempotency-Key", key)
		}
		if got := answers(uploads, func() kit.Answer { return keep("") }); len(got) != uploads {
			t.Errorf("%d different answers without a key", len(got))
		}
		key := uuid.NewString()
		if got := answers(uploads, func() kit.Answer { return keep(key) }); len(got) != 1 {
			t.Errorf("%d different answers with one", len(got))
		}
		if n := countOf(t, a, "SELECT count(*) FROM files WHERE name = 'a.png'"); n != uploads+1 {
			t.Errorf("%d files, want %d and one", n, uploads)
		}
	})
}

func TestRepeatedUpload(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c, key := a.As(t, "all"), uuid.NewString()
		type file struct{ KeyFile, URLFile string }
		send := func(name string, content []byte) kit.Answer {
			body, kind := upload(t, name, content) // each form has its own boundary
			return c.Post("/v2/upload-photo", body, "Content-Type", kind, "Idempotency-Key", key)
		}
		var first, again file
		send("a.png", somePNG(t)).OK().Into(&first)
		a.Clock.Advance(9 * time.Minute)
		send("a.png", somePNG(t)).OK().Into(&again)
		if first.KeyFile != again.KeyFile || first.KeyFile == "" {
			t.Errorf("%q became %q", first.KeyFile, again.KeyFile)
		}
		if first.URLFile == again.URLFile {
			t.Error("the link was not signed again")
		}
		a.Clock.Advance(7 * time.Minute) // 16 minutes after the first link, 7 after the second
		a.Anyone(t).Get(first.URLFile).Is(404)
		a.Anyone(t).Get(again.URLFile).OK()
		c = a.As(t, "all")
		send("b.png", somePNG(t)).Is(422)
		send("a.png", append(somePNG(t), 0)).Is(422)
	})
}

// While the first request runs, a repeated one gets a 409; afterwards it gets the first response.
func TestRepeatWhileTheFirstRuns(t *testing.T) {
	t.Parallel()
	// The second request waits for the row lock of the key.
	a := kit.New(t, kit.PostgreSQL, kit.WithConfig(func(c *app.Config) { c.Limits.RowLock = 100 * time.Millisecond }))
	entered, leave := make(chan struct{}, 1), make(chan struct{})
	made := 0
	slow := rest.Call("POST /v1/slow", access.SignedIn, "Долго", func(ctx context.Context, _ *struct{}) (int, error) {
		err := a.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "SELECT 1")
			return err
		})
		if err != nil {
			return 0, err
		}
		made++
		entered <- struct{}{}
		<-leave
		return made, nil
	})
	own := open(t, []rest.Route{slow}, func(c *rest.Config) { c.DB = a.DB })
	call := func() kit.Answer {
		return own.as(t, access.OperatorAll).Post("/v1/slow", nil, "Idempotency-Key", "k")
	}
	first := make(chan kit.Answer, 1)
	go func() { first <- call() }()
	<-entered
	if got := call().Is(409); got.Header.Get("Retry-After") == "" {
		t.Errorf("%v %s", got.Header, got.Body)
	}
	close(leave)
	answer := string((<-first).OK().Body)
	if again := string(call().OK().Body); again != answer || made != 1 {
		t.Errorf("%q, then %q, made %d times", answer, again, made)
	}
}
