package main

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// longTests is the environment variable that enables tests of several minutes.
const longTests = "STUDBONUS_LONG_TESTS"

// openBeside opens an instance's database while it runs or after it was killed.
func openBeside(t *testing.T, dir string, where []string) *db.DB {
	t.Helper()
	dsn := filepath.Join(dir, "studbonus.db")
	if len(where) > 2 {
		dsn = where[3]
	}
	d, err := db.OpenWithin(t.Context(), dsn, testdb.Patient)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(d.Close)
	return d
}

func one[T any](t *testing.T, d *db.DB, text string, args ...any) T {
	t.Helper()
	v, err := db.One[T](t.Context(), d, text, args...)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func change(t *testing.T, d *db.DB, text string, args ...any) {
	t.Helper()
	err := d.Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, text, args...)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// expireLeases ages the jobs and the leader lease of a killed server by 75 s, after which other instances take them over on
// PostgreSQL. It first waits for statements in flight: a job claimed later would be stuck for a real 75 s.
func expireLeases(t *testing.T, d *db.DB) {
	t.Helper()
	if !d.Postgres() {
		return
	}
	time.Sleep(200 * time.Millisecond)
	watch.Until(t, 20*time.Second, "what the killed server sent is done", func() bool {
		return one[int](t, d, "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'") == 0
	})
	change(t, d, "UPDATE river_job SET attempted_at = attempted_at - interval '80 seconds' WHERE state = 'running'")
	change(t, d, "DELETE FROM river_leader")
}

// resetJob is the state of the reset mail's job.
const resetJob = "SELECT state || ' ' || attempt FROM river_job WHERE kind = 'auth.reset'"

// killDuringMail kills an instance while its job sends a letter.
func killDuringMail(t *testing.T, where []string, post *postOffice) {
	t.Helper()
	s := serve(t, with(where, "--smtp", post.setting())...)
	if status := s.call("PUT", "/auth/reset", "", map[string]any{"login": "all@demo.studbonus.ru"}, nil); status != http.StatusOK {
		t.Fatalf("reset: %d", status)
	}
	select {
	case <-post.asked:
	case <-time.After(20 * time.Second):
		t.Fatalf("no letter came\n%s", s.log)
	}
	s.kill()
}

// wantOneLetter checks that the killed job had its effect exactly once.
func wantOneLetter(t *testing.T, s *server, d *db.DB, post *postOffice, within time.Duration) {
	t.Helper()
	watch.Until(t, within, "the letter comes", func() bool { return len(post.letters()) > 0 })
	watch.Until(t, 30*time.Second, "the job is done", func() bool { return strings.HasPrefix(one[string](t, d, resetJob), "completed") })
	if got := one[string](t, d, resetJob); got != "completed 2" {
		t.Errorf("the job is %s, want done by its second attempt", got)
	}
	time.Sleep(time.Second) // leaves time for a wrong second letter
	if n := len(post.letters()); n != 1 {
		t.Errorf("%d letters", n)
	}
	if n := one[int](t, d, "SELECT count(*) FROM password_resets"); n != 1 {
		t.Errorf("%d links are alive, want the one of the letter", n)
	}
	link := map[string]any{"hash": post.resetHash(t), "password": password}
	if status := s.call("PUT", "/auth/reset-confirm", "", link, nil); status != http.StatusOK {
		t.Errorf("the link of the letter answers %d", status)
	}
	if _, status := s.signIn("all@demo.studbonus.ru", password); status != http.StatusOK {
		t.Errorf("the new password answers %d", status)
	}
}

func TestAJobOfAKilledServerRunsOnceAfterTheRestart(t *testing.T) {
	dir := demoFolder(t)
	where, post := []string{"--data", dir}, openPostOffice(t)
	killDuringMail(t, where, post)
	d := openBeside(t, dir, where)
	if got := one[string](t, d, resetJob); got != "running 1" {
		t.Fatalf("control: the killed job is %s, so nothing was killed in it", got)
	}
	post.open()
	restarted := serve(t, with(where, "--smtp", post.setting())...)
	wantOneLetter(t, restarted, d, post, 5*time.Second) // rules 15.1: on SQLite within 5 s of a start
}

func TestAJobOfAKilledServerRunsOnceOnAnotherInstance(t *testing.T) {
	t.Parallel()
	c := kit.Copy(t, kit.PostgreSQL)
	where, post := []string{"--data", c.Data, "--database", c.Database}, openPostOffice(t)
	killDuringMail(t, where, post)
	d := openBeside(t, c.Data, where)
	within := 150 * time.Second // rules 15.1: on another instance within 2.5 minutes
	if os.Getenv(longTests) == "" {
		expireLeases(t, d)
		within = 40 * time.Second
	}
	post.open()
	another := serve(t, with(where, "--smtp", post.setting())...)
	wantOneLetter(t, another, d, post, within)
}

// kill -9 during an export (rules 15.2).
func TestAnExportOfAKilledServerIsComplete(t *testing.T) {
	t.Parallel()
	repetitions := kit.Reps(t, 4)
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		s := serve(t, where...)
		d := openBeside(t, dir, where)
		rows := one[int](t, d, "SELECT count(*) FROM students s JOIN operators o ON o.university_id = s.university_id WHERE o.login = 'student@demo.studbonus.ru' AND s.status IN ('active', 'blocked')")
		for rep := range repetitions {
			token := s.demoToken()
			var asked struct{ Result struct{ UUIDFile string } }
			if status := s.call("POST", "/v2/student/list/file/generate", token, map[string]any{}, &asked); status != http.StatusOK {
				t.Fatalf("generate: %d", status)
			}
			pause := rep % 4
			time.Sleep(time.Duration(pause*pause*15+rand.IntN(15)) * time.Millisecond) // before, during and after its job
			s.kill()
			expireLeases(t, d)
			s = serve(t, where...)
			var check struct{ Status, Link string }
			watch.Until(t, 60*time.Second, "the export is ready", func() bool {
				if status := s.call("GET", "/v2/student/list/file/check?uuidFile="+asked.Result.UUIDFile, token, nil, &check); status != http.StatusOK {
					t.Fatalf("check: %d", status)
				}
				return check.Status != "uploading"
			})
			var file []byte
			if status := s.call("GET", check.Link, "", nil, &file); check.Status != "uploaded" || status != http.StatusOK {
				t.Fatalf("%s, %d", check.Status, status)
			}
			if got := sheetRows(t, file); got != rows+1 {
				t.Errorf("%d rows, want %d and the header", got, rows)
			}
		}
		s.stop()
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}

func sheetRows(t *testing.T, file []byte) int {
	t.Helper()
	if _, err := zip.NewReader(bytes.NewReader(file), int64(len(file))); err != nil {
		t.Fatalf("%d bytes are no spreadsheet: %v", len(file), err)
	}
	book, err := excelize.OpenReader(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	rows, err := book.GetRows(book.GetSheetName(0))
	if err != nil {
		t.Fatal(err)
	}
	return len(rows)
}

// kill -9 during an upload (rules 15.4), alternately halfway through the body and while the file is being stored. Acknowledged
// uploads are there, every file that the database names is complete, and the retry works.
func TestAnUploadOfAKilledServerLeavesNoPartialFile(t *testing.T) {
	dir := demoFolder(t)
	s := serve(t, "--data", dir)
	token, acked := s.demoToken(), map[string]bool{}
	acked[s.upload(token, picture(t, 8))] = true
	for rep := range kit.Reps(t, 4) {
		body, kind := form(t, "a.png", picture(t, 600))
		sent := len(body)
		if rep%2 == 0 {
			sent /= 2
		}
		key := make(chan string, 1)
		go func() { key <- s.halfUpload(token, kind, body, sent) }()
		time.Sleep(time.Duration(rand.IntN(60)) * time.Millisecond)
		s.kill()
		if k := <-key; k != "" && rep%2 == 0 {
			t.Error("half an upload was answered")
		} else if k != "" {
			acked[k] = true
		}
		s = serve(t, "--data", dir)
		have, named := stored(t, dir), inventory(t, dir, nil)
		for k := range acked {
			if named[k] == "" {
				t.Errorf("%s was acknowledged and is lost", k)
			}
		}
		for k, sum := range named {
			if have[k] != sum {
				t.Errorf("%s is named and not stored whole", k)
			}
		}
		acked[s.upload(token, picture(t, 600))] = true // the retry
	}
	kit.Figure(t, "acknowledged", len(acked))
	run(t, "", "verify", "--data", dir).ok()
}

// halfUpload sends part of an upload, waits, and returns the key if it was acknowledged.
func (s *server) halfUpload(token, kind string, body []byte, sent int) (key string) {
	reading, writing := io.Pipe()
	req, err := http.NewRequest(http.MethodPost, s.url+"/v2/upload-photo", reading)
	if err != nil {
		panic(err) // the URL is valid
	}
	req.ContentLength = int64(len(body))
	req.Header.Set("Content-Type", kind)
	req.Header.Set("X-Access-Token", token)
	go func() {
		_, _ = writing.Write(body[:sent])
		<-s.ended
		_ = writing.CloseWithError(io.ErrUnexpectedEOF)
	}()
	res, err := s.client.Do(req)
	if err != nil {
		return ""
	}
	defer func() { _ = res.Body.Close() }()
	var out struct{ KeyFile string }
	if json.NewDecoder(res.Body).Decode(&out) != nil || res.StatusCode != http.StatusOK {
		return ""
	}
	return out.KeyFile
}

// kill -9 during a migration (rules 15.5).
func TestAKilledMigrationIsCompletedByTheNextStart(t *testing.T) {
	repetitions := kit.Reps(t, 6)
	onBoth(t, func(t *testing.T, _ string, where []string) {
		for rep := range repetitions {
			cmd := command(t, with([]string{"init"}, where...)...)
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			time.Sleep(time.Duration(5+15*(rep%20)) * time.Millisecond)
			_ = cmd.Process.Kill()
			_ = cmd.Wait()
		}
		run(t, "", with([]string{"init"}, where...)...).ok()
		serve(t, where...).stop()
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}

func TestAnInterruptedDemoSaysWhatToDo(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "data")
	s := launch(t, "--data", dir, "--demo")
	watch.Until(t, time.Minute, "the database file is there", func() bool {
		_, err := os.Stat(filepath.Join(dir, "studbonus.db"))
		return err == nil
	})
	d := openBeside(t, dir, nil)
	watch.Until(t, time.Minute, "the first operators are there", func() bool {
		has, err := db.Exists(t.Context(), d, "SELECT 1 FROM operators")
		return err == nil && has
	})
	s.kill()
	if n := one[int](t, d, "SELECT count(*) FROM meta WHERE name = 'demo' AND value = '1'"); n != 0 {
		t.Skip("the demo was complete before it could be interrupted")
	}
	run(t, "", "serve", "--data", dir, "--demo", "--listen", freeport.Address(t)).refused("прервано", fmt.Sprintf("удалите %s", dir))
}
