package main

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"studbonus/internal/app"
	"studbonus/internal/test/testdb"
)

func TestTheVersionIsPrinted(t *testing.T) {
	for _, args := range [][]string{{"version"}, {"--version"}} {
		if got := run(t, "", args...).ok().out; got != app.Version+"\n" {
			t.Errorf("%v prints %q", args, got)
		}
	}
}

func TestTheOpenAPIDocumentIsUpToDate(t *testing.T) {
	want, err := os.ReadFile(filepath.Join("..", "..", "api", "openapi.json"))
	if err != nil {
		t.Fatal(err)
	}
	if got := run(t, "", "openapi").ok().out; got != string(want) {
		t.Error("api/openapi.json is out of date: run make gen")
	}
}

func TestHelpNamesEveryVariable(t *testing.T) {
	help := run(t, "", "serve", "--help").ok().out
	for _, part := range []reflect.Type{reflect.TypeFor[app.Store](), reflect.TypeFor[app.Serving]()} {
		for i := range part.NumField() {
			if part.Field(i).Tag.Get("kong") == "-" {
				continue // not an option
			}
			variable := part.Field(i).Tag.Get("env")
			if !strings.HasPrefix(variable, "STUDBONUS_") {
				t.Errorf("%s has no variable", part.Field(i).Name)
			} else if !strings.Contains(help, "$"+variable+")") {
				t.Errorf("serve --help does not name %s", variable)
			}
		}
	}
	overview := run(t, "", "--help").ok().out
	for _, c := range []string{"serve", "init", "migrate", "operator add", "operator list", "operator block", "operator set-password", "operator role", "operator move", "operator reset-factor", "university add", "import", "demo", "simulate", "keys rotate", "keys adopt", "backup", "restore", "verify", "health", "openapi", "version"} {
		if !strings.Contains(overview, "\n  "+c) {
			t.Errorf("--help does not name %s", c)
		}
	}
}

func TestHealthQueriesTheInstance(t *testing.T) {
	s := serve(t, "--data", t.TempDir())
	_, port, err := net.SplitHostPort(strings.TrimPrefix(s.url, "http://"))
	if err != nil {
		t.Fatal(err)
	}
	run(t, "", "health", "--listen", "127.0.0.1:"+port).ok()
	run(t, "", "health", "--listen", ":"+port).ok()
	run(t, "", "health", "--listen", "0.0.0.0:"+port).ok()
	s.stop()
	run(t, "", "health", "--listen", "127.0.0.1:"+port).refused("отказано")
	run(t, "", "health", "--listen", port).refused("УЗЕЛ:ПОРТ")
}

func TestASecretSettingCanBeReadFromAFile(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(dir, "database")
	if err := os.WriteFile(file, []byte(testdb.NewDatabase(t)+"\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	where := []string{"--data", filepath.Join(dir, "data"), "--database", "@" + file}
	addUniversity(t, where)
	if _, err := os.Stat(filepath.Join(dir, "data", "studbonus.db")); err == nil {
		t.Error("the name of the file was taken for a database")
	}
	run(t, "", "migrate", "--data", dir, "--database", "@"+file+"x").refused("не удалось прочитать настройку", "нет такого файла")
}

func TestAMistypedCommandIsRefused(t *testing.T) {
	for _, args := range [][]string{{"serv"}, {"serve", "--lisen", "x"}, {"import", "people", "x.csv"}, {"operator", "add"}, {"serve", "--log-level", "loud"}} {
		if r := run(t, "", args...); r.code == 0 || !strings.Contains(r.out+r.errors, "Использование:") {
			t.Errorf("%v ends with %d:\n%s%s", args, r.code, r.out, r.errors)
		}
	}
}

func TestEnvironmentVariablesSetFlags(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "elsewhere")
	cmd := command(t, "init")
	cmd.Env = append(cmd.Env, "STUDBONUS_DATA="+dir)
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	if _, err := os.Stat(filepath.Join(dir, "studbonus.db")); err != nil {
		t.Error(err)
	}
}

func TestMigrateIsIdempotent(t *testing.T) {
	onBoth(t, func(t *testing.T, dir string, where []string) {
		run(t, "", with([]string{"init"}, where...)...).ok()
		for range 2 {
			run(t, "", with([]string{"migrate"}, where...)...).ok()
		}
		if copies, _ := filepath.Glob(filepath.Join(dir, "*.before-*")); len(copies) != 0 {
			t.Errorf("copies of an empty database: %v", copies)
		}
	})
}

const password = "Осенний-лес-42"

// addUniversity and addOperator are an administrator's first steps.
func addUniversity(t *testing.T, where []string) {
	t.Helper()
	run(t, "", with([]string{"init"}, where...)...).ok()
	run(t, "", with([]string{"university", "add", "--short-name", "ПГУ", "--full-name", "Пермский университет", "--inn", "5903003330", "--city", "Пермь"}, where...)...).ok()
}

func addOperator(t *testing.T, where []string, in, login string, more ...string) result {
	t.Helper()
	args := with([]string{"operator", "add", login, "--role", "operator_student", "--university", "5903003330", "--surname", "Иванова", "--name", "Анна"}, where...)
	return run(t, in, with(args, more...)...)
}

func TestAFreshInstallationHasNoUsableAccount(t *testing.T) {
	onBoth(t, func(t *testing.T, _ string, where []string) {
		s := serve(t, where...)
		for _, login := range []string{"all@demo.studbonus.ru", "admin@studbonus.ru", "root@localhost.ru"} {
			for _, guess := range []string{"Demo-2026!", "admin", "password1"} {
				if token, status := s.signIn(login, guess); token != "" || status == 200 {
					t.Errorf("%s with %s: %d", login, guess, status)
				}
			}
		}
		if got := run(t, "", with([]string{"operator", "list"}, where...)...).ok().out; got != "" {
			t.Errorf("operators: %s", got)
		}
	})
}

func TestOperatorCommandsWorkWhileTheServerRuns(t *testing.T) {
	onBoth(t, func(t *testing.T, _ string, where []string) {
		s := serve(t, where...)
		const login = "anna@example.ru"
		addUniversity(t, where)
		addOperator(t, where, password+"\n", "Anna@Example.ru").ok()
		token, status := s.signIn(login, password)
		if status != 200 || s.call("GET", "/operator/info", token, nil, nil) != 200 {
			t.Fatalf("the new operator cannot sign in: %d", status)
		}
		list := func() string { return run(t, "", with([]string{"operator", "list"}, where...)...).ok().out }
		if got := list(); !strings.Contains(got, login) || !strings.Contains(got, "operator_student") || !strings.Contains(got, "Иванова Анна") || !strings.Contains(got, "активен") {
			t.Errorf("list: %s", got)
		}

		run(t, "", with([]string{"operator", "block", login}, where...)...).ok()
		if status := s.call("GET", "/operator/info", token, nil, nil); status != 401 {
			t.Errorf("a blocked operator's session answers %d", status)
		}
		if _, status := s.signIn(login, password); status == 200 || !strings.Contains(list(), "заблокирован") {
			t.Errorf("a blocked operator signs in: %d\n%s", status, list())
		}
		run(t, "", with([]string{"operator", "block", "--undo", login}, where...)...).ok()
		if token, status = s.signIn(login, password); status != 200 {
			t.Errorf("an unblocked operator gets %d", status)
		}

		const other = "Другой-пароль-77"
		run(t, other+"\n", with([]string{"operator", "set-password", login}, where...)...).ok()
		if status := s.call("GET", "/operator/info", token, nil, nil); status != 401 {
			t.Errorf("the session of the old password answers %d", status)
		}
		if _, status := s.signIn(login, password); status != 401 {
			t.Errorf("the old password gives %d", status)
		}
		if _, status := s.signIn(login, other); status != 200 {
			t.Errorf("the new password gives %d", status)
		}
	})
}

func TestInvalidOperatorCommandsAreRefusedWithAReason(t *testing.T) {
	dir := t.TempDir()
	where := []string{"--data", dir}
	run(t, "", with([]string{"init"}, where...)...).ok()
	addOperator(t, where, password, "anna@example.ru").refused("Университета с таким ИНН нет")
	addUniversity(t, where)
	addOperator(t, where, "", "anna@example.ru").refused("нет пароля")
	addOperator(t, where, "password\n", "anna@example.ru").refused("Слишком простой пароль")
	addOperator(t, where, "short\n", "anna@example.ru").refused("8")
	addOperator(t, where, password, "not an address").refused("E-mail неверного формата")
	addOperator(t, where, password, "anna@example.ru", "--role", "king").refused("Нет такой роли")
	addOperator(t, where, password, "anna@example.ru").ok()
	addOperator(t, where, password, "ANNA@example.ru").refused("уже есть")
	run(t, "", with([]string{"operator", "block", "nobody@example.ru"}, where...)...).refused("Не найдено")
	run(t, password, with([]string{"operator", "set-password", "nobody@example.ru"}, where...)...).refused("Не найдено")
	university := func(inn, city string) result {
		return run(t, "", with([]string{"university", "add", "--short-name", "X", "--full-name", "Y", "--inn", inn, "--city", city}, where...)...)
	}
	university("5903003331", "Пермь").refused("ИНН")
	university("7729082090", "Нетакого").refused("город")
	university("5903003330", "Пермь").refused("ИНН")
}

func TestCatalogueImportReportsBadLines(t *testing.T) {
	onBoth(t, func(t *testing.T, _ string, where []string) {
		run(t, "", with([]string{"init"}, where...)...).ok()
		file := filepath.Join(t.TempDir(), "faculties.csv")
		lines := "inn,faculty\n5903003330,Химический факультет\n123,Без университета\n5903003330,Физический факультет\n"
		if err := os.WriteFile(file, []byte(lines), 0o600); err != nil {
			t.Fatal(err)
		}
		got := run(t, "", with([]string{"import", "faculties", file}, where...)...).ok()
		if !strings.Contains(got.out, "Новых: 2, изменено: 0, уже было: 0, с ошибками: 1.") || !strings.Contains(got.errors, "строка 3") {
			t.Errorf("%s%s", got.out, got.errors)
		}
		if got := run(t, "", with([]string{"import", "faculties", file}, where...)...).ok().out; !strings.Contains(got, "Новых: 0, изменено: 0, уже было: 2, с ошибками: 1.") {
			t.Errorf("the second time: %s", got)
		}
		if err := os.WriteFile(file, nil, 0o600); err != nil {
			t.Fatal(err)
		}
		run(t, "", with([]string{"import", "faculties", file}, where...)...).refused("Файл пуст")
		run(t, "", with([]string{"import", "faculties", file + ".none"}, where...)...).refused(".none")
	})
}

func TestSecretsDoNotReachTheLog(t *testing.T) {
	s := serve(t, "--data", demoFolder(t), "--log-level", "debug")
	token, _ := s.signIn("all@demo.studbonus.ru", "Demo-2026!")
	s.signIn("all@demo.studbonus.ru", "Wrong-guess-1")
	s.call("GET", "/operator/info?token=query-secret", token, nil, nil)
	s.stop()
	for _, secret := range []string{token, "Wrong-guess-1", "query-secret", "Соколова"} {
		if secret == "" || bytes.Contains([]byte(s.log.String()), []byte(secret)) {
			t.Errorf("the log holds %q:\n%s", secret, s.log)
		}
	}
}

func TestTheDemoGrowsToANumberOfStudents(t *testing.T) {
	onBothWithDemo(t, func(t *testing.T, dir string, where []string) {
		for range 2 { // the second run adds nothing
			run(t, "", with([]string{"demo", "--students", "3100"}, where...)...).ok()
			if n := one[int](t, openBeside(t, dir, where), "SELECT count(*) FROM students"); n != 3100 {
				t.Errorf("%d students, want 3100", n)
			}
		}
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}
