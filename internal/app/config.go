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
	"studbonus/internal/blob"
	"studbonus/internal/db"
	"studbonus/internal/geo"
	"studbonus/internal/mail"
)

// Store says where an installation keeps what it knows. Every command takes these flags.
type Store struct {
	Data     string `help:"Папка базы данных, файлов, ключей и неотправленных писем." default:"data" env:"STUDBONUS_DATA" type:"path"`
	Database string `help:"postgres://… для PostgreSQL или @ФАЙЛ с этим адресом; по умолчанию SQLite в папке данных." env:"STUDBONUS_DATABASE" placeholder:"АДРЕС"`
	Files    string `help:"s3://КЛЮЧ:СЕКРЕТ@СЕРВЕР/КОРЗИНА?region=… для хранилища S3, /ПАПКА или @ФАЙЛ с этим адресом; по умолчанию папка files в папке данных." env:"STUDBONUS_FILES" placeholder:"АДРЕС"`
	Keys     string `help:"Файл секретных ключей, общий для всех экземпляров; создаётся при первом запуске. По умолчанию keys.json в папке данных." env:"STUDBONUS_KEYS" type:"path" placeholder:"ФАЙЛ"`
	SMTP     string `help:"smtp://ИМЯ:ПАРОЛЬ@СЕРВЕР:587?from=…&tls=starttls|tls|none, smtps://… или @ФАЙЛ с этим адресом; без него письма остаются файлами в папке данных." env:"STUDBONUS_SMTP" placeholder:"АДРЕС" name:"smtp"`
	LogLevel string `help:"Что писать в журнал: debug, info, warn или error." default:"info" enum:"debug,info,warn,error" env:"STUDBONUS_LOG_LEVEL"`
	LogText  bool   `help:"Журнал в виде текста для людей, а не JSON." env:"STUDBONUS_LOG_TEXT"`
}

// AfterApply reads the settings that may hold a password from the files that they name instead, @FILE, and checks their form.
func (s *Store) AfterApply() error {
	for _, setting := range []*string{&s.Database, &s.Files, &s.SMTP} {
		file, isFile := strings.CutPrefix(*setting, "@")
		if isFile {
			text, err := os.ReadFile(file)
			if err != nil {
				return fmt.Errorf("не удалось прочитать настройку: %w", err)
			}
			*setting = string(text)
		}
		*setting = lowerScheme(strings.TrimSpace(*setting))
	}
	return s.check()
}

// lowerScheme writes the scheme of an address as everybody else does: Postgres:// is one of PostgreSQL too.
func lowerScheme(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	return strings.ToLower(scheme) + "://" + rest
}

// check refuses settings that we would take for something else. It never quotes them: they hold passwords.
func (s *Store) check() error {
	if s.Database != "" && !db.IsPostgresURL(s.Database) {
		return errors.New("--database: нужен адрес вида postgres://имя:пароль@сервер/база; для SQLite этот флаг не нужен, база лежит в папке --data")
	}
	if s.SMTP != "" {
		if _, err := mail.NewSMTP(s.SMTP); err != nil {
			return fmt.Errorf("--smtp: %w", err)
		}
	}
	switch {
	case s.Files == "" || filepath.IsAbs(s.Files) || strings.HasPrefix(s.Files, "."):
	case !strings.HasPrefix(s.Files, "s3://"):
		return errors.New("--files: нужен адрес вида s3://ключ:секрет@сервер/корзина или папка, которая начинается с / или с точки")
	default:
		if _, err := blob.NewS3(s.Files); err != nil {
			return fmt.Errorf("--files: %w", err)
		}
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
	Listen           string         `help:"Адрес консоли и её вызовов." default:"127.0.0.1:8080" env:"STUDBONUS_LISTEN"`
	Metrics          string         `help:"Адрес метрик и профилей, только этой машины (loopback); пустой: не нужны." default:"127.0.0.1:8081" env:"STUDBONUS_METRICS"`
	PublicURL        string         `help:"Адрес, по которому консоль открывают операторы; с него начинаются ссылки в письмах. По умолчанию адрес из --listen." env:"STUDBONUS_PUBLIC_URL" placeholder:"АДРЕС" name:"public-url"`
	TLSCert          string         `help:"Сертификат, чтобы отвечать по HTTPS без прокси." env:"STUDBONUS_TLS_CERT" type:"path" name:"tls-cert" placeholder:"ФАЙЛ"`
	TLSKey           string         `help:"Ключ сертификата." env:"STUDBONUS_TLS_KEY" type:"path" name:"tls-key" placeholder:"ФАЙЛ"`
	TrustedProxies   []netip.Prefix `help:"Сети своих прокси, чьему X-Forwarded-For можно верить." env:"STUDBONUS_TRUSTED_PROXIES" placeholder:"СЕТЬ"`
	HideUnknownUsers bool           `help:"Отвечать одинаково на известные и неизвестные логины." env:"STUDBONUS_HIDE_UNKNOWN_USERS"`
	SessionIdle      time.Duration  `help:"Сколько живёт сеанс, которым не пользуются." default:"24h" env:"STUDBONUS_SESSION_IDLE"`
	SessionLimit     time.Duration  `help:"Сколько сеанс живёт самое большее." default:"720h" env:"STUDBONUS_SESSION_LIMIT"`
	HashMemory       uint32         `help:"Память на один хеш пароля, КиБ." default:"19456" env:"STUDBONUS_HASH_MEMORY"`
	HashPasses       uint32         `help:"Проходов на один хеш пароля." default:"2" env:"STUDBONUS_HASH_PASSES"`
	Geocoder         string         `help:"Кто ищет адреса на карте: offline (центры городов), nominatim или yandex." default:"offline" enum:"offline,nominatim,yandex" env:"STUDBONUS_GEOCODER"`
	GeocoderURL      string         `help:"Адрес своего геокодера; по умолчанию общедоступный." env:"STUDBONUS_GEOCODER_URL" placeholder:"АДРЕС" name:"geocoder-url"`
	GeocoderKey      string         `help:"Ключ геокодера Яндекса; в браузер он не попадает." env:"STUDBONUS_GEOCODER_KEY" placeholder:"КЛЮЧ"`
	GeocoderPrivate  bool           `help:"Свой геокодер стоит во внутренней сети." env:"STUDBONUS_GEOCODER_PRIVATE"`
	MapTiles         string         `help:"Адрес плиток карты, https://СЕРВЕР/{z}/{x}/{y}.png; без него у карт ровный фон." env:"STUDBONUS_MAP_TILES" placeholder:"АДРЕС"`
	MapAttribution   string         `help:"Чьи это плитки; подпись на карте." env:"STUDBONUS_MAP_ATTRIBUTION" placeholder:"ТЕКСТ"`
	Demo             bool           `help:"Заполнить пустую базу демонстрационными данными." env:"STUDBONUS_DEMO"`
	DemoPublic       bool           `help:"Разрешить демонстрационные учётные записи на адресе, доступном другим." env:"STUDBONUS_DEMO_PUBLIC"`
}

// Config is the configuration of a running server.
type Config struct {
	Store
	Serving
}

func (c Config) check() error {
	if _, _, err := net.SplitHostPort(c.Listen); err != nil {
		return fmt.Errorf("--listen %q: нужен адрес вида УЗЕЛ:ПОРТ", c.Listen)
	}
	if host, _, err := net.SplitHostPort(c.Metrics); c.Metrics != "" && (err != nil || !isLoopback(host)) {
		return fmt.Errorf("--metrics %q: метрики и профили отдаются только на адресах этой машины (loopback), например 127.0.0.1:8081", c.Metrics)
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("--tls-cert и --tls-key нужны вместе")
	}
	if u, err := url.Parse(c.publicURL()); err != nil || u.Host == "" || (u.Scheme != "http" && u.Scheme != "https") {
		return fmt.Errorf("--public-url %q: нужен адрес http:// или https://", c.PublicURL)
	}
	if address := c.reachedFrom(); c.Demo && !c.DemoPublic && address != "" {
		return fmt.Errorf("пароль демонстрационных учётных записей известен всем: с --demo сервер отвечает только на адресах этой машины (loopback), а не на %s (--demo-public разрешает и это)", address)
	}
	if c.HashMemory < auth.DefaultCost.MemoryKiB || c.HashPasses < auth.DefaultCost.Passes {
		return fmt.Errorf("--hash-memory и --hash-passes: не меньше %d КиБ и %d проходов", auth.DefaultCost.MemoryKiB, auth.DefaultCost.Passes)
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
