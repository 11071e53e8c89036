package main

import (
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/freeport"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// backedUp returns a SQLite backup of demo data with photos.
func backedUp(t *testing.T) (backup, dir string) {
	t.Helper()
	dir, backup = demoFolder(t), filepath.Join(t.TempDir(), "backup")
	s := serve(t, "--data", dir)
	token := s.demoToken()
	for side := range 20 {
		s.upload(token, picture(t, 100+side))
	}
	s.stop()
	run(t, "", "backup", backup, "--data", dir).ok()
	return backup, dir
}

func TestARestoreOverLeftoverDatabaseFilesIsRefused(t *testing.T) {
	backup, _ := backedUp(t)
	for _, left := range []string{"studbonus.db", "studbonus.db-wal", "studbonus.db-shm"} {
		target := t.TempDir()
		if err := os.WriteFile(filepath.Join(target, left), []byte("left behind"), 0o600); err != nil {
			t.Fatal(err)
		}
		run(t, "", "restore", backup, "--data", target).refused(left, "пустую папку")
		if got, _ := os.ReadDir(target); len(got) != 1 {
			t.Errorf("%s: something was written: %v", left, got)
		}
	}
	target := t.TempDir()
	serve(t, "--data", target) // keeps its lock on the folder even without the database file
	for _, name := range []string{"studbonus.db", "studbonus.db-wal", "studbonus.db-shm"} {
		_ = os.Remove(filepath.Join(target, name))
	}
	run(t, "", "restore", backup, "--data", target).refused("сервер")
}

// A killed restore leaves a folder that no command accepts until the restore is repeated.
func TestAKilledRestoreLeavesNothingThatStarts(t *testing.T) {
	backup, dir := backedUp(t)
	target := filepath.Join(t.TempDir(), "target")
	killed := 0
	for rep := range kit.Reps(t, 12) {
		if err := os.RemoveAll(target); err != nil {
			t.Fatal(err)
		}
		cmd := command(t, "restore", backup, "--data", target)
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		watch.Until(t, 20*time.Second, "it writes", func() bool { _, err := os.Stat(target); return err == nil })
		time.Sleep(time.Duration(rep%12) * 3 * time.Millisecond)
		_ = cmd.Process.Kill()
		_ = cmd.Wait()
		if _, err := os.Stat(filepath.Join(target, "studbonus.db")); err == nil {
			if diff := cmp.Diff(stored(t, dir), stored(t, target)); diff != "" {
				t.Fatalf("the database is there, and not all of its files:\n%s", diff)
			}
			continue
		}
		killed++
		if _, err := os.Stat(filepath.Join(target, "studbonus.db.restoring")); err == nil {
			run(t, "", "serve", "--data", target, "--listen", freeport.Address(t), "--metrics", "").refused("restore")
		}
	}
	if killed == 0 {
		t.Error("control: no restore was killed in time")
	}
	if err := os.RemoveAll(filepath.Join(target, "studbonus.db")); err != nil {
		t.Fatal(err)
	}
	run(t, "", "restore", backup, "--data", target).ok() // over the partial restore
	run(t, "", "verify", "--data", target).ok()
}

func TestARestoreOnAFullDiskSaysSoAndLeavesNothingThatStarts(t *testing.T) {
	backup, _ := backedUp(t)
	disk := smallDisk(t, 64<<20)
	filler := filepath.Join(disk, "filler")
	fill(t, filler)
	for _, room := range []int64{64 << 10, 1 << 20, 6 << 20} {
		info, err := os.Stat(filler)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(filler, info.Size()-room); err != nil {
			t.Fatal(err)
		}
		target := filepath.Join(disk, "target")
		r := run(t, "", "restore", backup, "--data", target)
		r.refused("места", "повторите")
		if _, err := os.Stat(filepath.Join(target, "studbonus.db")); err == nil {
			t.Errorf("with %d bytes: there is a database", room)
		}
	}
	remove(t, filler)
	run(t, "", "restore", backup, "--data", filepath.Join(disk, "target")).ok()
	run(t, "", "verify", "--data", filepath.Join(disk, "target")).ok()
}

// Runs the commands of docs/operations.md verbatim.
func TestTheRestoreRehearsalOfTheManualWorks(t *testing.T) {
	text, err := os.ReadFile(filepath.Join("..", "..", "docs", "operations.md"))
	if err != nil {
		t.Fatal(err)
	}
	found := regexp.MustCompile("(?s)Rehearse it.*?```\n(.*?)```").FindStringSubmatch(string(text))
	if found == nil {
		t.Fatal("docs/operations.md has no rehearsal")
	}
	onBothWithDemo(t, func(t *testing.T, _ string, where []string) {
		root := t.TempDir()
		env := "STUDBONUS_DATA=" + where[1]
		script := found[1]
		if len(where) > 2 {
			script = strings.ReplaceAll(script, "--data /tmp/rehearsal", fmt.Sprintf("--data /tmp/rehearsal --database '%s'", testdb.NewDatabase(t)))
		}
		cmd := command(t)
		program := cmd.Path
		cmd.Args = []string{"sh", "-euc", strings.NewReplacer("/backups", filepath.Join(root, "backups"), "/tmp/rehearsal", filepath.Join(root, "rehearsal"), "studbonus ", program+" ").Replace(script)}
		cmd.Path = "/bin/sh"
		cmd.Env = append(cmd.Env, env)
		if len(where) > 2 {
			cmd.Env = append(cmd.Env, "STUDBONUS_DATABASE="+where[3])
		}
		if err := os.Mkdir(filepath.Join(root, "backups"), 0o700); err != nil {
			t.Fatal(err)
		}
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Errorf("%v\n%s", err, out)
		}
		if _, err := os.Stat(filepath.Join(root, "rehearsal")); err == nil {
			t.Error("the rehearsal leaves personal data behind")
		}
	})
}

// spied returns wrappers of pg_dump and pg_restore that log their arguments.
func spied(t *testing.T) (dir, log string) {
	t.Helper()
	dir = t.TempDir()
	log = filepath.Join(dir, "calls")
	for _, tool := range []string{"pg_dump", "pg_restore"} {
		script := fmt.Sprintf("#!/bin/sh\nprintf '%%s ' %s \"$@\" >>%s\nPATH=${PATH#*:} exec %s \"$@\"\n", tool, log, tool)
		if err := os.WriteFile(filepath.Join(dir, tool), []byte(script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return dir, log
}

func TestThePostgreSQLPasswordIsNotInTheProcessListAndTheDumpIsPrivate(t *testing.T) {
	const secret = "dont-show-me"
	c := kit.Copy(t, kit.PostgreSQL)
	hidden := func(address string) string {
		return strings.Replace(address, "postgres://postgres@", "postgres://postgres:"+secret+"@", 1) + "&pool_max_conns=4&default_query_exec_mode=exec"
	}
	bin, log := spied(t)
	backup := filepath.Join(t.TempDir(), "backup")
	for _, args := range [][]string{
		{"backup", backup, "--data", c.Data, "--database", hidden(c.Database)},
		{"restore", backup, "--data", filepath.Join(t.TempDir(), "restored"), "--database", hidden(testdb.NewDatabase(t))},
	} {
		cmd := command(t, args...)
		cmd.Env[0] = "PATH=" + bin + ":" + os.Getenv("PATH")
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	calls, err := os.ReadFile(log)
	if err != nil || !strings.Contains(string(calls), "pg_dump") || !strings.Contains(string(calls), "pg_restore") {
		t.Fatalf("control: %s, %v", calls, err)
	}
	if strings.Contains(string(calls), secret) {
		t.Errorf("ps shows the password: %s", calls)
	}
	if info, err := os.Stat(filepath.Join(backup, "studbonus.dump")); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the dump: %v, %v", info.Mode(), err)
	}
}

func TestADamagedBackupIsNamedInACleanMessage(t *testing.T) {
	backup, _ := backedUp(t)
	flip(t, filepath.Join(backup, "studbonus.db"))
	r := run(t, "", "restore", backup, "--data", filepath.Join(t.TempDir(), "target"))
	r.refused("studbonus.db", "повреждена")
	if strings.Contains(r.errors, "%!") {
		t.Errorf("noise: %s", r.errors)
	}
}
