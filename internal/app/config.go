// Package app is where everything meets: configuration, wiring, start and stop, and the commands.
package app

import (
	"errors"
	"fmt"
	"net"
	"net/netip"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"time"

	"studbonus/internal/auth"
	"studbonus/internal/db"
	"studbonus/internal/geo"
)

// Store says where an installation keeps what it knows. Every command takes these flags.
type Store struct {
	Data     string `help:"Folder of the database, files, keys and unsent mail." default:"data" env:"STUDBONUS_DATA" type:"path"`
	Database string `help:"postgres://… for PostgreSQL, or @FILE that holds it; by default SQLite in the data folder." env:"STUDBONUS_DATABASE" placeholder:"URL"`
	Files    string `help:"s3://KEY:SECRET@HOST/BUCKET?region=… for an S3 store, or @FILE that holds it; by default a folder in the data folder." env:"STUDBONUS_FILES" placeholder:"URL"`
	Keys     string `help:"File of the secret keys, shared by all instances; made on the first run. By default keys.json in the data folder." env:"STUDBONUS_KEYS" type:"path" placeholder:"FILE"`
	SMTP     string `help:"smtp://USER:PASSWORD@HOST:587?from=…&tls=starttls|tls|none, or @FILE that holds it; without it mails are kept as files in the data folder." env:"STUDBONUS_SMTP" placeholder:"URL" name:"smtp"`
	LogLevel string `help:"debug, info, warn or error." default:"info" enum:"debug,info,warn,error" env:"STUDBONUS_LOG_LEVEL"`
	LogText  bool   `help:"Log as text for people instead of JSON." env:"STUDBONUS_LOG_TEXT"`
}

// AfterApply reads the settings that may hold a password from the files that they name instead, @FILE.
func (s *Store) AfterApply() error {
	for _, setting := range []*string{&s.Database, &s.Files, &s.SMTP} {
		file, isFile := strings.CutPrefix(*setting, "@")
		if !isFile {
			continue
		}
		text, err := os.ReadFile(file)
		if err != nil {
			return fmt.Errorf("read a setting: %w", err)
		}
		*setting = strings.TrimSpace(string(text))
	}
	return nil
}

func (s Store) databaseURL() string {
	if s.Database != "" {
		return s.Database
	}
	return filepath.Join(s.Data, "studbonus.db")
}

func (s Store) filesURL() string {
	if s.Files != "" {
		return s.Files
	}
	return filepath.Join(s.Data, "files")
}

func (s Store) keysFile() string {
	if s.Keys != "" {
		return s.Keys
	}
	return filepath.Join(s.Data, "keys.json")
}

func (s Store) outbox() string { return filepath.Join(s.Data, "outbox") }

// Serving says how the server is reached and which choices it makes.
type Serving struct {
	Listen           string         `help:"Address of the console and its calls." default:"127.0.0.1:8080" env:"STUDBONUS_LISTEN"`
	Metrics          string         `help:"Address of metrics and profiles, loopback only; empty for none." default:"127.0.0.1:8081" env:"STUDBONUS_METRICS"`
	PublicURL        string         `help:"Address at which operators reach the console; links in mails begin with it. By default the address listened at." env:"STUDBONUS_PUBLIC_URL" placeholder:"URL" name:"public-url"`
	TLSCert          string         `help:"Certificate, to serve HTTPS without a proxy." env:"STUDBONUS_TLS_CERT" type:"path" name:"tls-cert" placeholder:"FILE"`
	TLSKey           string         `help:"Key of the certificate." env:"STUDBONUS_TLS_KEY" type:"path" name:"tls-key" placeholder:"FILE"`
	TrustedProxies   []netip.Prefix `help:"Networks of our own proxies, whose X-Forwarded-For is believed." env:"STUDBONUS_TRUSTED_PROXIES" placeholder:"CIDR"`
	HideUnknownUsers bool           `help:"Answer alike for known and unknown logins." env:"STUDBONUS_HIDE_UNKNOWN_USERS"`
	SessionIdle      time.Duration  `help:"A session unused for so long ends." default:"24h" env:"STUDBONUS_SESSION_IDLE"`
	SessionLimit     time.Duration  `help:"A session ends after so long in any case." default:"720h" env:"STUDBONUS_SESSION_LIMIT"`
	HashMemory       uint32         `help:"Memory of one password hash, KiB." default:"19456" env:"STUDBONUS_HASH_MEMORY"`
	HashPasses       uint32         `help:"Passes of one password hash." default:"2" env:"STUDBONUS_HASH_PASSES"`
	Geocoder         string         `help:"Who finds addresses on the map: offline (the centres of cities), nominatim or yandex." default:"offline" enum:"offline,nominatim,yandex" env:"STUDBONUS_GEOCODER"`
	GeocoderURL      string         `help:"Address of one's own geocoder server; by default the public one." env:"STUDBONUS_GEOCODER_URL" placeholder:"URL" name:"geocoder-url"`
	GeocoderKey      string         `help:"Key of the Yandex geocoder; it never reaches a browser." env:"STUDBONUS_GEOCODER_KEY" placeholder:"KEY"`
	GeocoderPrivate  bool           `help:"One's own geocoder server stands in a private network." env:"STUDBONUS_GEOCODER_PRIVATE"`
	MapTiles         string         `help:"Address of map tiles, https://HOST/{z}/{x}/{y}.png; without it maps have a plain ground." env:"STUDBONUS_MAP_TILES" placeholder:"URL"`
	MapAttribution   string         `help:"Whose tiles they are; shown on the map." env:"STUDBONUS_MAP_ATTRIBUTION" placeholder:"TEXT"`
	Demo             bool           `help:"Fill an empty database with demo data." env:"STUDBONUS_DEMO"`
	DemoPublic       bool           `help:"Allow demo accounts on an address that others can reach." env:"STUDBONUS_DEMO_PUBLIC"`
}

// Config is the configuration of a running server.
type Config struct {
	Store
	Serving
}

func (c Config) check() error {
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		return fmt.Errorf("--listen %q is not HOST:PORT", c.Listen)
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("--tls-cert and --tls-key go together")
	}
	if u, err := url.Parse(c.publicURL()); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Errorf("--public-url %q is not an http(s) address", c.PublicURL)
	}
	if address := c.reachedFrom(); c.Demo && !c.DemoPublic && address != "" {
		return fmt.Errorf("demo accounts have a known password: --demo serves only loopback addresses, not %s (--demo-public overrides)", address)
	}
	if c.HashMemory < auth.DefaultCost.MemoryKiB || c.HashPasses < auth.DefaultCost.Passes {
		return errors.New("password hashes may not be cheaper than 19456 KiB and 2 passes")
	}
	return nil
}

func (c Config) geo() geo.Settings {
	return geo.Settings{
		Geocoder: c.Geocoder, URL: c.GeocoderURL, Key: c.GeocoderKey, AllowPrivate: c.GeocoderPrivate, Tiles: c.MapTiles, Attribution: c.MapAttribution,
	}
}

func isLoopback(host string) bool {
	if host == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(host)
	return err == nil && addr.IsLoopback()
}

// reachedFrom is the address at which others than this machine reach the server: the one it listens at, or that of a proxy
// before it. Empty: none.
func (c Config) reachedFrom() string {
	if host, _, err := net.SplitHostPort(c.Listen); err != nil || !isLoopback(host) {
		return c.Listen
	}
	if u, err := url.Parse(c.publicURL()); err != nil || !isLoopback(u.Hostname()) {
		return c.publicURL()
	}
	return ""
}

func (c Config) publicURL() string {
	switch {
	case c.PublicURL != "":
		return c.PublicURL
	case c.TLSCert != "":
		return "https://" + c.Listen
	}
	return "http://" + c.Listen
}

func (c Config) isSQLite() bool { return !db.IsPostgresURL(c.databaseURL()) }
