package app

import (
	"strings"
	"testing"

	"studbonus/internal/auth"
)

// sound is a valid configuration.
func sound() Config {
	return Config{
		Store:   Store{Data: "data"},
		Serving: Serving{Listen: "127.0.0.1:8080", HashMemory: auth.DefaultCost.MemoryKiB, HashPasses: auth.DefaultCost.Passes},
	}
}

func TestAConfigurationIsCheckedBeforeAnythingIsOpened(t *testing.T) {
	for _, c := range []struct {
		name    string
		change  func(*Config)
		refused string // part of the message; empty: accepted
	}{
		{"the default", func(*Config) {}, ""},
		{"an address that others reach", func(c *Config) { c.Listen = "0.0.0.0:8080" }, ""},
		{"an address without a port", func(c *Config) { c.Listen = "127.0.0.1" }, "--listen"},
		{"a demo at home", func(c *Config) { c.Demo = true }, ""},
		{"a demo at home by name", func(c *Config) { c.Demo, c.Listen = true, "localhost:80" }, ""},
		{"a demo at home by IPv6", func(c *Config) { c.Demo, c.Listen = true, "[::1]:80" }, ""},
		{"a demo on every address", func(c *Config) { c.Demo, c.Listen = true, "0.0.0.0:8080" }, "--demo-public"},
		{"a demo on every address, unsaid", func(c *Config) { c.Demo, c.Listen = true, ":8080" }, "--demo-public"},
		{"a demo on every IPv6 address", func(c *Config) { c.Demo, c.Listen = true, "[::]:8080" }, "--demo-public"},
		{"a demo in the network", func(c *Config) { c.Demo, c.Listen = true, "192.168.0.5:8080" }, "--demo-public"},
		{"a demo under a name", func(c *Config) { c.Demo, c.Listen = true, "studbonus.ru:443" }, "--demo-public"},
		{"a demo behind a proxy", func(c *Config) { c.Demo, c.PublicURL = true, "https://bonus.example.ru" }, "--demo-public"},
		{"a demo behind a proxy at home", func(c *Config) { c.Demo, c.PublicURL = true, "http://localhost:3000" }, ""},
		{"a public demo that is meant", func(c *Config) { c.Demo, c.DemoPublic, c.Listen = true, true, "0.0.0.0:8080" }, ""},
		{"students beside the console", func(c *Config) { c.StudentsListen = "0.0.0.0:8090" }, ""},
		{"students without a port", func(c *Config) { c.StudentsListen = "0.0.0.0" }, "--students-listen"},
		{"students alone", func(c *Config) {
			c.Listen, c.StudentsListen, c.PublicURL = "off", ":8090", "https://console.example.ru"
		}, ""},
		{"students alone, but letters go to operators", func(c *Config) { c.Listen, c.StudentsListen = "off", ":8090" }, "--public-url"},
		{"nobody", func(c *Config) { c.Listen, c.PublicURL = "off", "https://console.example.ru" }, "--students-listen"},
		{"a students' address of another kind", func(c *Config) { c.StudentsURL = "card.example.ru" }, "--students-url"},
		{"a demo for students of the network", func(c *Config) { c.Demo, c.StudentsListen = true, "0.0.0.0:8090" }, "--demo-public"},
		{"a demo for students behind a proxy", func(c *Config) { c.Demo, c.StudentsURL = true, "https://card.example.ru" }, "--demo-public"},
		{"a certificate without its key", func(c *Config) { c.TLSCert = "cert.pem" }, "--tls-key"},
		{"a key without its certificate", func(c *Config) { c.TLSKey = "key.pem" }, "--tls-cert"},
		{"a public address", func(c *Config) { c.PublicURL = "https://bonus.example.ru" }, ""},
		{"a public address of another kind", func(c *Config) { c.PublicURL = "ftp://bonus.example.ru" }, "--public-url"},
		{"a public address without a host", func(c *Config) { c.PublicURL = "https://" }, "--public-url"},
		{"metrics for nobody", func(c *Config) { c.Metrics = "" }, ""},
		{"metrics for this machine", func(c *Config) { c.Metrics = "[::1]:8081" }, ""},
		{"metrics for others", func(c *Config) { c.Metrics = "192.0.2.1:8081" }, "--metrics"},
		{"metrics on every address", func(c *Config) { c.Metrics = ":8081" }, "--metrics"},
		{"metrics nowhere", func(c *Config) { c.Metrics = "nonsense" }, "--metrics"},
		{"hashes that cost less memory", func(c *Config) { c.HashMemory-- }, "--hash-memory"},
		{"hashes that cost less time", func(c *Config) { c.HashPasses-- }, "--hash-memory"},
		{"hashes that cost more", func(c *Config) { c.HashMemory, c.HashPasses = 65536, 3 }, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			config := sound()
			c.change(&config)
			switch err := config.check(); {
			case c.refused == "" && err != nil:
				t.Errorf("refused: %v", err)
			case c.refused != "" && (err == nil || !strings.Contains(err.Error(), c.refused)):
				t.Errorf("%v, want a refusal that names %s", err, c.refused)
			}
		})
	}
}

func TestLinksInLettersStartWithThePublicURL(t *testing.T) {
	for want, change := range map[string]func(*Config){
		"http://127.0.0.1:8080":  func(*Config) {},
		"https://127.0.0.1:8080": func(c *Config) { c.TLSCert, c.TLSKey = "cert.pem", "key.pem" },
		"https://bonus.ru":       func(c *Config) { c.PublicURL = "https://bonus.ru" },
	} {
		c := sound()
		change(&c)
		if got := c.publicURL(); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestTheStudentsFaceIsOffUntilItIsSet(t *testing.T) {
	for _, test := range []struct {
		change              func(*Config)
		listen, url, origin string
	}{
		{func(*Config) {}, "off", "", ""},
		{func(c *Config) { c.Demo = true }, "127.0.0.1:8090", "http://127.0.0.1:8090", "http://127.0.0.1:8090"},
		{func(c *Config) { c.Demo, c.StudentsListen = true, "off" }, "off", "", ""},
		{func(c *Config) { c.StudentsListen, c.TLSCert = "127.0.0.1:90", "cert.pem" }, "127.0.0.1:90", "https://127.0.0.1:90", "https://127.0.0.1:90"},
		{func(c *Config) { c.StudentsListen, c.StudentsURL = ":90", "https://Card.example.ru/" }, ":90", "https://Card.example.ru", "https://card.example.ru"},
	} {
		c := sound()
		test.change(&c)
		if listen, url, origin := c.studentsListen(), c.studentsURL(), c.studentsOrigin(); listen != test.listen || url != test.url || origin != test.origin {
			t.Errorf("%s %s %s, want %s %s %s", listen, url, origin, test.listen, test.url, test.origin)
		}
	}
}

func TestEverythingIsInTheDataFolderByDefault(t *testing.T) {
	s := Store{Data: "/srv"}
	if s.databaseURL() != "/srv/studbonus.db" || s.filesURL() != "/srv/files" || s.keysFile() != "/srv/keys.json" || s.outbox() != "/srv/outbox" {
		t.Errorf("%s %s %s %s", s.databaseURL(), s.filesURL(), s.keysFile(), s.outbox())
	}
	s = Store{Data: "/srv", Database: "postgres://db/x", Files: "s3://k:s@h/b", Keys: "/run/secrets/keys.json"}
	if s.databaseURL() != s.Database || s.filesURL() != s.Files || s.keysFile() != s.Keys || (Config{Store: s}).isSQLite() {
		t.Errorf("%s %s %s", s.databaseURL(), s.filesURL(), s.keysFile())
	}
}
