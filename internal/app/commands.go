package app

import (
	"bufio"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"os/signal"
	"strings"
	"syscall"
	"time"

	"golang.org/x/term"

	"studbonus/internal/auth"
	"studbonus/internal/catalog"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

// Migrate updates the schema.
func Migrate(ctx context.Context, s Store) error {
	s.warnOfPlainText()
	d, err := openInstalled(ctx, s)
	if err != nil {
		return err
	}
	d.Close()
	_, _ = fmt.Println("Схема базы данных актуальна.")
	return nil
}

// Init is the command init.
type Init struct{ Store }

// Run creates an installation, or completes one whose creation was interrupted.
func (c *Init) Run(ctx context.Context) error {
	wasThere, err := c.isInstalled(ctx)
	if err != nil {
		return err
	}
	return withApp(ctx, c.Store, Parts{}, func(*App) error {
		if wasThere {
			_, _ = fmt.Println("Установка уже есть, ничего не изменено.")
			return nil
		}
		_, _ = fmt.Printf("Установка создана в %s. Дальше: studbonus university add, затем studbonus operator add.\n", c.Data)
		return nil
	})
}

// AskHealth is the command health, for containers without a program such as curl.
type AskHealth struct {
	Listen         string `help:"Адрес, на котором отвечает экземпляр." default:"127.0.0.1:8080" env:"STUDBONUS_LISTEN"`
	StudentsListen string `help:"Адрес для студентов; его спрашивают, если --listen off." env:"STUDBONUS_STUDENTS_LISTEN" placeholder:"АДРЕС"`
	TLSCert        string `help:"Сертификат экземпляра: если он есть, спрашивать по HTTPS." env:"STUDBONUS_TLS_CERT" type:"path" name:"tls-cert" placeholder:"ФАЙЛ"`
}

// Run fails unless the instance on this machine is ready.
func (c *AskHealth) Run(ctx context.Context) error {
	if c.Listen == off {
		c.Listen = c.StudentsListen
	}
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("--listen %q: нужен адрес вида УЗЕЛ:ПОРТ", c.Listen)
	}
	if addr, err := netip.ParseAddr(host); host == "" || err == nil && addr.IsUnspecified() {
		host = "127.0.0.1"
	}
	scheme := "http"
	if c.TLSCert != "" {
		scheme = "https"
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, scheme+"://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	// The certificate is for the public name, but this connects to a loopback address.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // nothing secret is sent
	res, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("экземпляр не отвечает: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // only the status matters
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("экземпляр не готов: %s", res.Status)
	}
	return nil
}

// onInstalled runs a command on an existing installation.
func onInstalled(ctx context.Context, s Store, use func(*App) error) error {
	return withApp(ctx, s, Parts{IsCommand: true}, use)
}

// withApp runs a command on an instance that does not serve.
func withApp(ctx context.Context, s Store, p Parts, use func(*App) error) error {
	serving := Serving{Listen: "127.0.0.1:8080", HashMemory: auth.DefaultCost.MemoryKiB, HashPasses: auth.DefaultCost.Passes}
	log := NewLogger(os.Stderr, s)
	p.Clock, p.Log = clock.System, log
	a, err := New(ctx, Config{Store: s, Serving: serving}, p)
	if err != nil {
		return err
	}
	defer a.Close()
	return readable(use(a))
}

// readable lists the fields of a refusal, since the command line has no form to mark them in.
func readable(err error) error {
	refused, ok := errors.AsType[*fault.Error](err)
	if !ok {
		return err
	}
	text := refused.Message
	if len(refused.Fields) > 1 {
		for _, f := range refused.Fields {
			text += fmt.Sprintf("\n  %s: %s", f.Name, f.Message)
		}
	}
	return errors.New(text)
}

// readPassword prompts twice without echo at a terminal, and otherwise reads the first line of standard input. It is not an
// argument, because those show in the process list.
func readPassword(in *os.File) (string, error) {
	if !term.IsTerminal(int(in.Fd())) {
		text, err := bufio.NewReader(in).ReadString('\n')
		if err != nil && (!errors.Is(err, io.EOF) || text == "") {
			return "", errors.New("нет пароля: напишите его в первой строке стандартного ввода")
		}
		return strings.TrimRight(text, "\r\n"), nil
	}
	defer restoreOnInterrupt(in)()
	var typed [2]string
	for i, ask := range []string{"Пароль: ", "Ещё раз: "} {
		_, _ = fmt.Fprint(os.Stderr, ask)
		text, err := term.ReadPassword(int(in.Fd()))
		_, _ = fmt.Fprintln(os.Stderr)
		if err != nil {
			return "", fmt.Errorf("не удалось прочитать пароль: %w", err)
		}
		typed[i] = string(text)
	}
	if typed[0] != typed[1] {
		return "", errors.New("пароли не совпали")
	}
	return typed[0], nil
}

// restoreOnInterrupt turns echo back on if the password prompt is interrupted with Ctrl-C.
func restoreOnInterrupt(in *os.File) (stop func()) {
	before, err := term.GetState(int(in.Fd()))
	interrupted := make(chan os.Signal, 1)
	signal.Notify(interrupted, syscall.SIGINT, syscall.SIGTERM)
	go func() {
		if _, came := <-interrupted; came && err == nil {
			_ = term.Restore(int(in.Fd()), before)
			os.Exit(1)
		}
	}()
	return func() { signal.Stop(interrupted); close(interrupted) }
}

// AddUniversity is the command university add.
type AddUniversity struct {
	Store
	ShortName   string `required:"" help:"Краткое название, для списков." placeholder:"ТЕКСТ"`
	FullName    string `required:"" help:"Полное название." placeholder:"ТЕКСТ"`
	INN         string `required:"" name:"inn" help:"ИНН." placeholder:"ИНН"`
	City        string `required:"" help:"Город каталога: 'Пермь' или, если таких несколько, 'Киров, Кировская область'." placeholder:"ГОРОД"`
	Region      string `help:"Регион города, название или код." placeholder:"РЕГИОН"`
	Address     string `help:"Адрес." placeholder:"ТЕКСТ"`
	Phone       string `help:"Телефон, 11 цифр." placeholder:"ТЕЛЕФОН"`
	Email       string `help:"E-mail." placeholder:"E-MAIL"`
	Boss        string `help:"Руководитель." placeholder:"ТЕКСТ"`
	ContractEnd string `help:"Окончание договора." placeholder:"ДД.ММ.ГГГГ"`
}

// Run implements the command.
func (c *AddUniversity) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		added, err := a.Catalog.AddUniversity(ctx, catalog.NewUniversity{
			ShortName: c.ShortName, FullName: c.FullName, INN: c.INN, City: c.City, Region: c.Region,
			Address: c.Address, Phone: c.Phone, Email: c.Email, Boss: c.Boss, ContractEnd: c.ContractEnd,
		})
		if err == nil {
			_, _ = fmt.Printf("Университет добавлен: %s.\n", added.ShortName)
		}
		return err
	})
}

// ImportCatalogue is the command import.
type ImportCatalogue struct {
	Store
	Kind catalog.Kind `arg:"" enum:"cities,partner-categories,knowledge-categories,faculties,universities" help:"cities (столбцы name, region, latitude, longitude, population), partner-categories или knowledge-categories (name), faculties (inn, faculty), universities (short_name, full_name, inn, city, region, address, phone, email, boss, contract_end). Столбцы называет первая строка."`
	File string       `arg:"" type:"existingfile" help:"Файл csv: UTF-8, UTF-16, Windows-1251, CP866 или KOI8-R, через запятую, точку с запятой, табуляцию или |."`
}

// Run implements the command.
func (c *ImportCatalogue) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // read only
		done, err := a.Catalog.Import(ctx, c.Kind, f)
		if err != nil {
			return err
		}
		for _, s := range done.Wrong {
			_, _ = fmt.Fprintln(os.Stderr, s)
		}
		_, _ = fmt.Printf("Новых: %d, изменено: %d, уже было: %d, с ошибками: %d.\n", done.Added, done.Changed, done.Known, len(done.Wrong))
		return nil
	})
}

// MakeDemo is the command demo.
type MakeDemo struct {
	Store
	Students int `help:"Дополнить до стольких студентов, для измерений." placeholder:"ЧИСЛО"`
	Partners int `help:"Дополнить до стольких партнёров, по десять торговых точек у каждого." placeholder:"ЧИСЛО"`
}

// Run implements the command.
func (c *MakeDemo) Run(ctx context.Context) error {
	return withApp(ctx, c.Store, Parts{}, func(a *App) error {
		if err := a.AddDemoStudents(ctx, c.Students); err != nil {
			return err
		}
		if err := a.AddDemoPartners(ctx, c.Partners); err != nil {
			return err
		}
		_, _ = fmt.Printf("Демонстрационные данные готовы: %s.\n", c.Data)
		return nil
	})
}

// PrintOpenAPI writes the OpenAPI document of the console's or the students' face; it needs no database.
func PrintOpenAPI(w io.Writer, students bool) error {
	a := &App{Log: slog.New(slog.DiscardHandler), Clock: clock.System}
	if err := a.makeAPI(Parts{}); err != nil {
		return err
	}
	api := a.API
	if students {
		api = a.StudentAPI
	}
	doc, err := api.OpenAPI()
	if err != nil {
		return err
	}
	_, err = w.Write(doc)
	return err
}
