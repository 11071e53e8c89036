package deploy_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/testdb"
)

var units = []string{"studbonus.service", "studbonus-backup.service", "studbonus-backup.timer"}

// machine returns a root folder set up as README.md describes, for systemd-analyze. Nothing runs in it.
func machine(t *testing.T) string {
	t.Helper()
	root := t.TempDir()
	output(t, exec.Command("sh", "-euc", `mkdir -p "$1/usr/lib" "$1/etc" && cp -a /usr/lib/systemd "$1/usr/lib/" && ln -s usr/lib "$1/lib"`, "sh", root))
	for _, unit := range units {
		write(t, filepath.Join(root, "etc/systemd/system", unit), read(t, unit), 0o644)
	}
	write(t, filepath.Join(root, "usr/lib/sysusers.d/studbonus.conf"), read(t, "studbonus.sysusers"), 0o644)
	for _, command := range []string{"usr/local/bin/studbonus", "bin/sh", "usr/bin/find"} {
		write(t, filepath.Join(root, command), "#!/bin/sh\n", 0o755)
	}
	return root
}

func TestTheUnitsAreValid(t *testing.T) {
	analyze, root := tool(t, "systemd-analyze", "systemd"), machine(t)
	output(t, exec.Command(tool(t, "systemd-sysusers", "systemd"), "--root="+root))
	if users := read(t, filepath.Join(root, "etc/passwd")); !strings.Contains(users, "studbonus:") || !strings.Contains(users, ":/var/lib/studbonus:/usr/sbin/nologin") {
		t.Errorf("users: %s", users)
	}
	if out := output(t, exec.Command(analyze, append([]string{"verify", "--root=" + root}, units...)...)); out != "" {
		t.Errorf("complaints:\n%s", out)
	}
	// Control: an unknown directive is reported.
	broken := filepath.Join(root, "etc/systemd/system/studbonus.service")
	write(t, broken, strings.Replace(read(t, broken), "ProtectSystem=", "ProtectSistem=", 1), 0o644)
	if out, _ := exec.Command(analyze, "verify", "--root="+root, "studbonus.service").CombinedOutput(); !strings.Contains(string(out), "ProtectSistem") {
		t.Errorf("control: %s", out)
	}
	write(t, broken, read(t, "studbonus.service"), 0o644)
	for unit, most := range map[string]string{"studbonus.service": "20", "studbonus-backup.service": "65"} { // exposure in tenths
		output(t, exec.Command(analyze, "security", "--offline=true", "--threshold="+most, "--root="+root, "--no-pager", unit))
	}
}

// line returns a setting of a unit.
func line(t *testing.T, unit, name string) string {
	t.Helper()
	found := regexp.MustCompile(`(?m)^` + name + `=(.*)$`).FindStringSubmatch(read(t, unit))
	if found == nil {
		t.Fatalf("%s has no %s", unit, name)
	}
	return strings.ReplaceAll(found[1], "%%", "%")
}

func TestTheBackupUnitMakesABackupAndRemovesOldOnes(t *testing.T) {
	state := t.TempDir()
	data, copies := filepath.Join(state, "studbonus"), filepath.Join(state, "studbonus-backup")
	output(t, exec.Command(builtProgram(t), "init", "--data", data))
	old, recent := filepath.Join(copies, "2026-01-01-0330"), filepath.Join(copies, "2026-02-01-0330")
	for dir, age := range map[string]int{old: 32, recent: 20} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(dir, "manifest.json"), `{"made": "`+time.Now().AddDate(0, 0, -age).Format(time.RFC3339)+`"}`, 0o600)
	}
	here := strings.NewReplacer("/var/lib/studbonus-backup", copies, "/usr/local/bin/studbonus", builtProgram(t))
	cmd := exec.Command("sh", "-euc", here.Replace(line(t, "studbonus-backup.service", "ExecStart")))
	cmd.Env = append(os.Environ(), "STUDBONUS_DATA="+data)
	output(t, cmd)
	left, err := os.ReadDir(copies)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(old); err == nil || len(left) != 2 {
		t.Errorf("left: %v", left)
	}
	made := filepath.Join(copies, time.Now().Format("2006-01-02"))
	if whole, _ := filepath.Glob(made + "-*/manifest.json"); len(whole) != 1 {
		t.Errorf("no copy of today: %v", left)
	}
}

// As systemd.exec describes EnvironmentFile=.
func TestTheAdministratorsCommandReadsSettingsAsSystemdDoes(t *testing.T) {
	dir := t.TempDir()
	settings, script := filepath.Join(dir, "studbonus.env"), filepath.Join(dir, "studbonus-admin")
	write(t, settings, strings.Join([]string{
		`# a comment \`, `STUDBONUS_COMMENT=continued`, `; another`, `noequals`, `PATH=/nowhere`,
		`STUDBONUS_ADDRESS="postgres://a?b=c&d=$HOME"`, `STUDBONUS_PLAIN = two words   `, `STUDBONUS_SINGLE='a "b" \n'`,
		`STUDBONUS_CONTINUED=one\`, `two`, `STUDBONUS_ESCAPED="a\"b\\c\$d\x"`, `STUDBONUS_APOSTROPHE=it's`, `STUDBONUS_JOINED="a" 'b'`,
		`  STUDBONUS_INDENTED=yes`, `STUDBONUS_EMPTY=`, `STUDBONUS_COMMAND=$(id)`, `STUDBONUS_LAST=last`,
	}, "\n"), 0o600)
	write(t, script, strings.NewReplacer("/etc/studbonus/studbonus.env", settings, "runuser -u studbonus -- /usr/local/bin/studbonus", "env").Replace(read(t, "studbonus-admin")), 0o700)
	want := map[string]string{
		"ADDRESS": "postgres://a?b=c&d=$HOME", "PLAIN": "two words", "SINGLE": `a "b" \n`, "CONTINUED": "onetwo", "ESCAPED": `a"b\c$d\x`,
		"APOSTROPHE": "it's", "JOINED": "ab", "INDENTED": "yes", "EMPTY": "", "COMMAND": "$(id)", "LAST": "last", "DATA": "/var/lib/studbonus",
	}
	cmd := exec.Command(script)
	cmd.Env = []string{"PATH=" + os.Getenv("PATH")}
	got := map[string]string{}
	for line := range strings.Lines(output(t, cmd)) {
		if name, value, ok := strings.Cut(strings.TrimSuffix(line, "\n"), "="); ok {
			if name, ours := strings.CutPrefix(name, "STUDBONUS_"); ours {
				got[name] = value
			}
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("settings (-want +got):\n%s", diff)
	}
}

func TestTheAdministratorsCommandUsesTheServicesDatabase(t *testing.T) {
	dir, address := t.TempDir(), testdb.NewDatabase(t)
	data, settings := filepath.Join(dir, "data"), filepath.Join(dir, "studbonus.env")
	// & and $ would need a shell; quotes are systemd's own syntax.
	write(t, settings, "# a comment\nSTUDBONUS_DATABASE=\""+address+"&application_name=$HOME\"\nSTUDBONUS_LOG_LEVEL=warn\nPATH=/nowhere", 0o600)
	script := filepath.Join(dir, "studbonus-admin")
	write(t, script, strings.NewReplacer("/etc/studbonus/studbonus.env", settings, "/var/lib/studbonus", data,
		"runuser -u studbonus -- /usr/local/bin/studbonus", builtProgram(t)).Replace(read(t, "studbonus-admin")), 0o700)
	output(t, exec.Command(script, "init"))
	output(t, exec.Command(script, "university", "add", "--short-name", "ПГУ", "--full-name", "Пермский университет", "--inn", "5903003330", "--city", "Пермь"))
	if _, err := os.Stat(filepath.Join(data, "studbonus.db")); err == nil {
		t.Error("it wrote into SQLite")
	}
	if out := output(t, exec.Command(builtProgram(t), "verify", "--data", data, "--database", address)); !strings.Contains(out, "в порядке") {
		t.Errorf("verify: %s", out)
	}
}

// Only an administrator of the programme can invite others, so an installation whose first operator is none stays alone.
func TestTheFirstOperatorOfAnInstallationIsAnAdministrator(t *testing.T) {
	command := regexp.MustCompile(`(?m)^.*operator add \S+@.*$`)
	for _, document := range []string{"README.md", "../README.md", "../docs/operations.md"} {
		found := command.FindAllString(read(t, document), -1)
		if len(found) == 0 {
			t.Errorf("control: %s adds no operator", document)
		}
		for _, line := range found {
			if !strings.Contains(line, "--role operator_all --admin ") {
				t.Errorf("%s: %s", document, line)
			}
		}
	}
}
