// Package app is the composition root: configuration, wiring, start and stop, and the commands.
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
	"studbonus/internal/platform/blob"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/geo"
	"studbonus/internal/platform/mail"
	"studbonus/internal/platform/sms"
)

// Store says where an installation keeps its data. Every command takes these flags.
type Store struct {
	Data     string `help:"Папка базы данных, файлов, ключей и неотправленных писем." default:"data" env:"STUDBONUS_DATA" type:"path"`
	Database string `help:"postgres://… для PostgreSQL или @ФАЙЛ с этим адресом; по умолчанию SQLite в папке данных." env:"STUDBONUS_DATABASE" placeholder:"АДРЕС"`
	Files    string `help:"s3://КЛЮЧ:СЕКРЕТ@СЕРВЕР/КОРЗИНА?region=… для хранилища S3, /ПАПКА или @ФАЙЛ с этим адресом; по умолчанию папка files в папке данных." env:"STUDBONUS_FILES" placeholder:"АДРЕС"`
	Keys     string `help:"Файл секретных ключей, общий для всех экземпляров; создаётся при первом запуске. По умолчанию keys.json в папке данных." env:"STUDBONUS_KEYS" type:"path" placeholder:"ФАЙЛ"`
	SMTP     string `help:"smtp://ИМЯ:ПАРОЛЬ@СЕРВЕР:587?from=…&tls=starttls|tls|none, smtps://… или @ФАЙЛ с этим адресом; без него письма остаются файлами в папке данных." env:"STUDBONUS_SMTP" placeholder:"АДРЕС" name:"smtp"`
	SMS      string `help:"smsru://КЛЮЧ@sms.ru?from=ИМЯ или @ФАЙЛ с этим адресом: кто отправляет студентам коды; без него они остаются файлами в папке данных." env:"STUDBONUS_SMS" placeholder:"АДРЕС" name:"sms"`
	LogLevel string `help:"Что писать в журнал: debug, info, warn или error." default:"info" enum:"debug,info,warn,error" env:"STUDBONUS_LOG_LEVEL"`
	LogText  bool   `help:"Журнал в виде текста для людей, а не JSON." env:"STUDBONUS_LOG_TEXT"`

	Limits db.Limits `kong:"-"` // tests loosen them: a busy machine is slower than a request may be
}

// AfterApply reads settings given as @FILE, so that passwords need not be in the environment, and checks their format.
func (s *Store) AfterApply() error {
	for _, setting := range []*string{&s.Database, &s.Files, &s.SMTP, &s.SMS} {
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

// lowerScheme lower-cases the scheme of an address: Postgres:// is valid too.
func lowerScheme(address string) string {
	scheme, rest, found := strings.Cut(address, "://")
	if !found {
		return address
	}
	return strings.ToLower(scheme) + "://" + rest
}

// check refuses malformed settings. It never quotes them, because they contain passwords.
func (s *Store) check() error {
	if s.Database != "" && !db.IsPostgresURL(s.Database) {
		return errors.New("--database: нужен адрес вида postgres://имя:пароль@сервер/база; для SQLite этот флаг не нужен, база лежит в папке --data")
	}
	if s.SMS != "" {
		if _, err := sms.Open(s.SMS); err != nil {
			return fmt.Errorf("--sms: %w", err)
		}
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

// Serving holds the flags of the server.
type Serving struct {
	Listen           string         `help:"Адрес консоли и её вызовов; off: этот экземпляр только для студентов." default:"127.0.0.1:8080" env:"STUDBONUS_LISTEN"`
	StudentsListen   string         `help:"Адрес для студентов и касс; off или пустой: здесь его нет. С --demo по умолчанию 127.0.0.1:8090." env:"STUDBONUS_STUDENTS_LISTEN" placeholder:"АДРЕС"`
	StudentsURL      string         `help:"Адрес, по которому приложение открывают студенты; он стоит в QR-кодах и письмах. По умолчанию адрес из --students-listen." env:"STUDBONUS_STUDENTS_URL" placeholder:"АДРЕС" name:"students-url"`
	Metrics          string         `help:"Адрес метрик и профилей, только этой машины (loopback); пустой: не нужны." default:"127.0.0.1:8081" env:"STUDBONUS_METRICS"`
	PublicURL        string         `help:"Адрес, по которому консоль открывают операторы; с него начинаются ссылки в письмах. По умолчанию адрес из --listen." env:"STUDBONUS_PUBLIC_URL" placeholder:"АДРЕС" name:"public-url"`
	SMSBudget        int            `help:"Сколько SMS отправлять в сутки, не больше: на решения по заявкам уходит до четырёх пятых, остальное остаётся кодам для входа." default:"20000" env:"STUDBONUS_SMS_BUDGET" placeholder:"ЧИСЛО" name:"sms-budget"`
	SMSDecisions     bool           `help:"Сообщать студенту решение по заявке и по SMS, не только в приложении и письмом." default:"true" negatable:"" env:"STUDBONUS_SMS_DECISIONS" name:"sms-decisions"`
	DecisionDelay    time.Duration  `help:"Через сколько сообщать решение студенту: отменённое за это время не сообщается." default:"2m" env:"STUDBONUS_DECISION_DELAY"`
	Minors           bool           `help:"Принимать заявки от 14 до 17 лет, с согласием родителя." default:"true" negatable:"" env:"STUDBONUS_MINORS"`
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
	if err := c.checkFaces(); err != nil {
		return err
	}
	if host, _, err := net.SplitHostPort(c.Metrics); c.Metrics != "" && (err != nil || !isLoopback(host)) {
		return fmt.Errorf("--metrics %q: метрики и профили отдаются только на адресах этой машины (loopback), например 127.0.0.1:8081", c.Metrics)
	}
	if (c.TLSCert == "") != (c.TLSKey == "") {
		return errors.New("--tls-cert и --tls-key нужны вместе")
	}
	if address := c.reachedFrom(); c.Demo && !c.DemoPublic && address != "" {
		return fmt.Errorf("пароль демонстрационных учётных записей известен всем: с --demo сервер отвечает только на адресах этой машины (loopback), а не на %s (--demo-public разрешает и это)", address)
	}
	if c.HashMemory < auth.DefaultCost.MemoryKiB || c.HashPasses < auth.DefaultCost.Passes {
		return fmt.Errorf("--hash-memory и --hash-passes: не меньше %d КиБ и %d проходов", auth.DefaultCost.MemoryKiB, auth.DefaultCost.Passes)
	}
	return nil
}

// off turns a listener off.
const off = "off"

// checkFaces refuses addresses that cannot be listened on or opened.
func (c Config) checkFaces() error {
	students := c.studentsListen()
	switch _, _, err := net.SplitHostPort(c.Listen); {
	case c.Listen == off && students == off:
		return errors.New("--listen off: тогда нужен --students-listen")
	case c.Listen == off && c.PublicURL == "": // this instance also sends letters to operators
		return errors.New("--listen off: назовите адрес консоли флагом --public-url, с него начинаются ссылки в письмах операторам")
	case c.Listen != off && err != nil:
		return fmt.Errorf("--listen %q: нужен адрес вида УЗЕЛ:ПОРТ", c.Listen)
	}
	if _, _, err := net.SplitHostPort(students); students != off && err != nil {
		return fmt.Errorf("--students-listen %q: нужен адрес вида УЗЕЛ:ПОРТ", students)
	}
	if !isWebAddress(c.publicURL()) {
		return fmt.Errorf("--public-url %q: нужен адрес http:// или https://", c.PublicURL)
	}
	if c.StudentsURL != "" && !isWebAddress(c.StudentsURL) {
		return fmt.Errorf("--students-url %q: нужен адрес http:// или https://", c.StudentsURL)
	}
	return nil
}

func isWebAddress(address string) bool {
	u, err := url.Parse(address)
	return err == nil && u.Host != "" && (u.Scheme == "http" || u.Scheme == "https")
}

func (c Config) studentsListen() string {
	switch {
	case c.StudentsListen != "":
		return c.StudentsListen
	case c.Demo:
		return "127.0.0.1:8090"
	}
	return off
}

// showsCodes reports whether students see their codes when they sign in: in a demo whose messages reach no phone (rules 22.6).
func (c Config) showsCodes() bool { return c.Demo && c.SMS == "" }

// studentsURL returns the public address of the students' face; "" if this installation has none.
func (c Config) studentsURL() string {
	switch listen := c.studentsListen(); {
	case c.StudentsURL != "":
		return strings.TrimSuffix(c.StudentsURL, "/")
	case listen == off:
		return ""
	case c.TLSCert != "":
		return "https://" + listen
	default:
		return "http://" + listen
	}
}

// studentsOrigin returns scheme and host of the students' face, as browsers write them.
func (c Config) studentsOrigin() string {
	u, err := url.Parse(c.studentsURL())
	if err != nil || u.Host == "" {
		return ""
	}
	return u.Scheme + "://" + strings.ToLower(u.Host)
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

// reachedFrom returns the address at which other machines reach the server: its own, or that of a proxy in front of it.
// It is empty if only this machine can.
func (c Config) reachedFrom() string {
	for _, listen := range []string{c.Listen, c.studentsListen()} {
		if host, _, err := net.SplitHostPort(listen); listen != off && (err != nil || !isLoopback(host)) {
			return listen
		}
	}
	for _, address := range []string{c.publicURL(), c.studentsURL()} {
		if u, err := url.Parse(address); address != "" && (err != nil || !isLoopback(u.Hostname())) {
			return address
		}
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
