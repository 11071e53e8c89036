package main

import (
	"context"
	"crypto/tls"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/freeport"
	"studbonus/internal/test/testdb"
	"studbonus/internal/test/watch"
)

// everyCommand lists the commands that need an installation, without the flags that select it.
func everyCommand(t *testing.T) [][]string {
	t.Helper()
	csv := filepath.Join(t.TempDir(), "faculties.csv")
	if err := os.WriteFile(csv, []byte("inn,faculty\n5903003330,Химический факультет\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	return [][]string{
		{"migrate"}, {"verify"}, {"operator", "list"}, {"operator", "block", "anna@example.ru"}, {"operator", "set-password", "anna@example.ru"},
		{"operator", "role", "anna@example.ru", "--role", "operator_all"}, {"operator", "move", "anna@example.ru", "--university", "5903003330"},
		{"operator", "reset-factor", "anna@example.ru", "--reason", "Потерян телефон"},
		{"operator", "add", "anna@example.ru", "--role", "operator_all", "--university", "5903003330", "--surname", "Иванова", "--name", "Анна"},
		{"university", "add", "--short-name", "ПГУ", "--full-name", "Пермский университет", "--inn", "5903003330", "--city", "Пермь"},
		{"import", "faculties", csv}, {"keys", "rotate"}, {"keys", "adopt"}, {"backup", filepath.Join(t.TempDir(), "backup")},
	}
}

func TestOnlySomeCommandsCreateAnInstallation(t *testing.T) {
	onBoth(t, func(t *testing.T, dir string, where []string) {
		for _, args := range everyCommand(t) {
			run(t, password, with(args, where...)...).refused("нет установки", "studbonus init")
			if _, err := os.Stat(dir); err == nil {
				t.Fatalf("%v made %s", args, dir)
			}
		}
		run(t, "", with([]string{"init"}, where...)...).ok()
		for range 2 { // the second run changes nothing
			if got := run(t, "", with([]string{"init"}, where...)...).ok().out; !strings.Contains(got, "уже есть") {
				t.Errorf("the second time: %s", got)
			}
		}
		run(t, "", with([]string{"verify"}, where...)...).ok()
	})
}

// A preview's database has migrations 1 to 11 and cannot be upgraded: every command says what to do instead.
func TestEveryCommandRefusesADatabaseOfAPreview(t *testing.T) {
	onBoth(t, func(t *testing.T, dir string, where []string) {
		run(t, "", with([]string{"init"}, where...)...).ok()
		err := openBeside(t, dir, where).Tx(t.Context(), func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, "UPDATE goose_db_version SET version_id = 11 WHERE version_id > 0")
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		advice := "--data"
		if len(where) > 2 {
			advice = "--database"
		}
		for _, args := range append(everyCommand(t), []string{"serve", "--listen", freeport.Address(t)}, []string{"init"}, []string{"demo"}) {
			run(t, password, with(args, where...)...).refused("предварительная версия", "сохраните", advice)
		}
	})
}

func TestWithoutArgumentsTheProgramPrintsItsHelp(t *testing.T) {
	cmd := command(t)
	out, _ := cmd.CombinedOutput()
	if code := cmd.ProcessState.ExitCode(); code == 0 || !strings.Contains(string(out), "studbonus <команда>") {
		t.Errorf("ended with %d:\n%s", code, out)
	}
	if made, _ := os.ReadDir(cmd.Dir); len(made) > 0 {
		t.Errorf("made %v", made)
	}
}

// A mistyped setting contains a password: it must neither become a file name nor be printed.
func TestAMistypedSettingIsRefusedAndNotPrinted(t *testing.T) {
	const secret = "dont-print-me"
	for _, c := range []struct{ flag, value, says string }{
		{"--smtp", "smpt://robot:" + secret + "@mail.example.ru?from=a@b.ru", "smtp://"},
		{"--smtp", "robot:" + secret + "@mail.example.ru", "smtp://"},
		{"--smtp", "smtp:/robot:" + secret + "@mail.example.ru", "smtp://"},
		{"--smtp", "smtps://robot:" + secret + "@mail.example.ru?from=a@b.ru&tls=none", "smtps://"},
		{"--database", "host=db password=" + secret, "postgres://"},
		{"--database", "mysql://root:" + secret + "@db/studbonus", "postgres://"},
		{"--database", "Postgres//root:" + secret + "@db/studbonus", "postgres://"},
		{"--database", "POSTGRES://root:" + secret + "@127.0.0.1:1/studbonus?connect_timeout=1", "127.0.0.1"},
		{"--database", "postgres://root:" + secret + "%zz@127.0.0.1/studbonus", "postgres://"},
		{"--files", "s3:/key:" + secret + "@s3.example.ru/bucket", "s3://"},
		{"--files", "key:" + secret + "@s3.example.ru/bucket", "s3://"},
		{"--files", "https://key:" + secret + "@s3.example.ru/bucket", "s3://"},
	} {
		t.Run(c.flag+" "+c.value, func(t *testing.T) {
			cmd := command(t, "serve", "--data", "here", "--listen", "127.0.0.1:0", "--metrics", "", c.flag, c.value)
			hasty := time.AfterFunc(5*time.Second, func() { _ = cmd.Process.Kill() }) // on success the server would run forever
			defer hasty.Stop()
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), c.says) || strings.Contains(string(out), secret) {
				t.Errorf("%v, want a refusal that names %s and not the password:\n%s", err, c.says, out)
			}
			_ = filepath.WalkDir(cmd.Dir, func(path string, _ os.DirEntry, _ error) error {
				if strings.Contains(path, secret) || strings.HasSuffix(path, ".db") {
					t.Errorf("made %s", path)
				}
				return nil
			})
		})
	}
}

func TestSchemesAreReadInAnySpelling(t *testing.T) {
	dir := t.TempDir()
	address := "PostgreSQL" + strings.TrimPrefix(testdb.NewDatabase(t), "postgres")
	run(t, "", "init", "--data", dir, "--database", address, "--smtp", "SMTPS://robot:secret@mail.example.ru?from=a@b.ru").ok()
	if _, err := os.Stat(filepath.Join(dir, "studbonus.db")); err == nil {
		t.Error("SQLite was used")
	}
}

func TestAnUnencryptedRemoteConnectionIsWarnedAbout(t *testing.T) {
	server, err := testdb.Shared()
	if err != nil {
		t.Fatal(err)
	}
	socket := server.URL("postgres")
	for host, warned := range map[string]bool{
		"postgres://db.invalid/studbonus": true, "postgres://db.invalid/studbonus?sslmode=disable": true, "postgres://127.0.0.1,db.invalid/studbonus": true,
		"postgres://db.invalid/studbonus?sslmode=require": false, "postgres://127.0.0.1:1/studbonus": false, "postgres://localhost:1/studbonus": false, socket: false,
	} {
		r := run(t, "", "verify", "--data", t.TempDir(), "--database", host)
		if got := strings.Contains(r.errors, "not encrypted"); got != warned {
			t.Errorf("%s: warned %v, want %v\n%s", host, got, warned, r.errors)
		}
	}
	for _, args := range [][]string{{"migrate"}, {"keys", "rotate"}, {"keys", "adopt"}, {"backup", filepath.Join(t.TempDir(), "copy")}} {
		r := run(t, "", append(args, "--data", t.TempDir(), "--database", "postgres://db.invalid/studbonus")...)
		if !strings.Contains(r.errors, "db.invalid не шифруется") {
			t.Errorf("%v does not warn: %s", args, r.errors)
		}
	}
}

func TestCommandLineOutputIsRussian(t *testing.T) {
	dir := t.TempDir()
	run(t, "", "init", "--data", dir).ok()
	english := []string{"Usage", "Flags:", "Commands:", "Arguments:", "Run \"", "error:", "unknown flag", "unexpected", "missing", "expected", "must be", "did you mean", "Show context", "no such file"}
	for _, args := range [][]string{
		{}, {"--help"}, {"serve", "--help"}, {"import", "--help"}, {"operator", "add", "--help"}, {"keys", "--help"}, {"serv"}, {"keys"}, {"serve", "--lisen", "x"}, {"serve", "extra"},
		{"serve", "--session-idle", "long"}, {"serve", "--hash-memory", "much"}, {"serve", "--trusted-proxies", "everybody"}, {"serve", "--log-level", "loud"}, {"serve", "--listen"},
		{"import", "people", "x.csv"}, {"import", "cities", "none.csv"}, {"import", "cities", "/"}, {"operator", "add"}, {"operator", "add", "a@b.ru", "--role", "operator_all"}, {"restore", "none"},
		{"verify", "--data", dir, "--database", "@none"}, {"verify", "--data", filepath.Join(dir, "none")}, {"demo", "--students", "many"}, {"backup"}, {"health", "--listen", "x"}, {"health", "--listen", "127.0.0.1:1"},
		{"serve", "--listen", "x"}, {"serve", "--tls-cert", "x"}, {"serve", "--tls-cert", "x", "--tls-key", "y", "--data", dir, "--listen", "127.0.0.1:0", "--metrics", ""}, {"serve", "--metrics", "x"}, {"verify", "--data", dir},
		{"serve", "--demo=perhaps"}, {"serve", "--map-tiles", "x", "--data", dir, "--listen", "127.0.0.1:0"}, {"serve", "--geocoder", "yandex", "--data", dir, "--listen", "127.0.0.1:0"},
	} {
		r := run(t, "", args...)
		for _, word := range english {
			if strings.Contains(r.out+r.errors, word) {
				t.Errorf("%v says %q:\n%s%s", args, word, r.out, r.errors)
			}
		}
	}
}

func TestFailuresOfTheFileStoreAreRussian(t *testing.T) {
	dir := t.TempDir()
	run(t, "", "init", "--data", dir).ok()
	blocked := filepath.Join(t.TempDir(), "file")
	if err := os.WriteFile(blocked, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	for store, says := range map[string]string{
		"s3://key:secret@127.0.0.1:1/files?insecure=true": "хранилище файлов недоступно", "s3://key@": "s3://ключ:секрет@сервер", blocked: "не удалось создать папку для файлов",
	} {
		for _, args := range [][]string{{"verify"}, {"backup", filepath.Join(t.TempDir(), "copy")}} {
			r := run(t, "", append(args, "--data", dir, "--files", store)...)
			r.refused(says)
			for _, english := range []string{"blob:", "refused", "directory", "available", "corrupt"} {
				if strings.Contains(r.errors, english) {
					t.Errorf("%v with %s says %q:\n%s", args, store, english, r.errors)
				}
			}
		}
	}
}

func TestAnUnknownCommandSuggestsASimilarOne(t *testing.T) {
	r := run(t, "", "serv")
	r.refused("serv", "serve")
	if strings.Contains(r.out+r.errors, "--listen") {
		t.Errorf("the flags of serve are of no help:\n%s%s", r.out, r.errors)
	}
}

func TestUnsafeMetricsAddressesPreventTheStart(t *testing.T) {
	for _, address := range []string{"0.0.0.0:0", ":0", "192.0.2.1:0", "nonsense"} {
		run(t, "", "serve", "--data", t.TempDir(), "--listen", freeport.Address(t), "--metrics", address).refused("--metrics")
	}
}

func TestCommandsValidateFieldsLikeTheForms(t *testing.T) {
	where := []string{"--data", t.TempDir()}
	addUniversity(t, where)
	for _, c := range []struct{ flag, value, says string }{
		{"--surname", "  ", "фамилию"}, {"--name", "", "имя"}, {"--phone", "12", "11 цифр"}, {"--patronymic", strings.Repeat("ё", 101), "100"}, {"--job", strings.Repeat("ё", 201), "200"},
	} {
		addOperator(t, where, password, "anna@example.ru", c.flag, c.value).refused(c.says)
	}
	addOperator(t, where, password, "anna@example.ru", "--phone", "+7 (342) 239-64-35", "--surname", " Иванова ").ok()
	university := func(more ...string) result {
		args := with([]string{"university", "add", "--short-name", "МГУ", "--full-name", "Московский университет", "--inn", "7729082090", "--city", "Москва"}, where...)
		return run(t, "", with(args, more...)...)
	}
	for _, c := range []struct{ flag, value, says string }{
		{"--phone", "12", "11 цифр"}, {"--email", "почта", "E-mail"}, {"--contract-end", "31.02.2027", "ДД.ММ.ГГГГ"}, {"--contract-end", "2027-01-31", "ДД.ММ.ГГГГ"},
		{"--short-name", strings.Repeat("ё", 101), "100"}, {"--full-name", strings.Repeat("ё", 301), "300"}, {"--boss", strings.Repeat("ё", 301), "300"}, {"--address", strings.Repeat("ё", 501), "500"},
	} {
		university(c.flag, c.value).refused(c.says)
	}
	university("--phone", "+7 (495) 939-10-00", "--email", "info@example.ru", "--contract-end", "31.01.2027").ok()
}

func TestAnAmbiguousCityIsRefused(t *testing.T) {
	where := []string{"--data", t.TempDir()}
	run(t, "", with([]string{"init"}, where...)...).ok()
	add := func(inn, city string, more ...string) result {
		return run(t, "", with(with([]string{"university", "add", "--short-name", "ВятГУ", "--full-name", "Вятский университет", "--inn", inn, "--city", city}, where...), more...)...)
	}
	add("4346011035", "Киров").refused("Киров, Кировская область", "Киров, Калужская область")
	add("4346011035", "Киров, Тверская область").refused("Киров, Кировская область")
	add("4346011035", "киров, кировская область").ok()
	add("7729082090", "Киров", "--region", "Калужская область").ok()
}

func TestTheListOfOperatorsNamesUniversityAndFlag(t *testing.T) {
	where := []string{"--data", t.TempDir()}
	addUniversity(t, where)
	addOperator(t, where, password, "anna@example.ru", "--chairman").ok()
	got := run(t, "", with([]string{"operator", "list"}, where...)...).ok().out
	for _, part := range []string{"Университет", "ПГУ", "председатель", "anna@example.ru"} {
		if !strings.Contains(got, part) {
			t.Errorf("no %q:\n%s", part, got)
		}
	}
}

func TestHealthSupportsTLS(t *testing.T) {
	pair, pool := selfSigned(t)
	listen := freeport.Address(t)
	cmd := command(t, "serve", "--data", t.TempDir(), "--listen", listen, "--metrics", "", "--tls-cert", pair, "--tls-key", pair)
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = cmd.Process.Kill(); _ = cmd.Wait() })
	client := &http.Client{Timeout: time.Second, Transport: &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}}
	watch.Until(t, 20*time.Second, "it is ready", func() bool {
		res, err := client.Get("https://" + listen + "/readyz")
		if err != nil {
			return false
		}
		_ = res.Body.Close()
		return res.StatusCode == http.StatusOK
	})
	run(t, "", "health", "--listen", listen, "--tls-cert", pair).ok()
	run(t, "", "health", "--listen", listen).refused("400") // control
}
