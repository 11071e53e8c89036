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
	"text/tabwriter"
	"time"

	"golang.org/x/term"

	"studbonus/internal/access"
	"studbonus/internal/auth"
	"studbonus/internal/catalog"
	"studbonus/internal/clock"
	"studbonus/internal/fault"
)

// Migrate brings the schema up to date and stops.
func Migrate(ctx context.Context, s Store) error {
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

// Run implements the command: it makes an installation, or completes one whose making was interrupted.
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

// AskHealth is the command health: a container has no other program to ask with.
type AskHealth struct {
	Listen  string `help:"Адрес, на котором отвечает экземпляр." default:"127.0.0.1:8080" env:"STUDBONUS_LISTEN"`
	TLSCert string `help:"Сертификат экземпляра: если он есть, спрашивать по HTTPS." env:"STUDBONUS_TLS_CERT" type:"path" name:"tls-cert" placeholder:"ФАЙЛ"`
}

// Run implements the command: it fails unless the instance on this machine is ready.
func (c *AskHealth) Run(ctx context.Context) error {
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
	// The certificate is for the name that operators use, and this asks an address of its own machine for a word.
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}} //nolint:gosec // nothing secret is sent
	res, err := client.Do(req)
	if err != nil {
		return fmt.Errorf("экземпляр не отвечает: %w", err)
	}
	defer res.Body.Close() //nolint:errcheck // only its status matters
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("экземпляр не готов: %s", res.Status)
	}
	return nil
}

// onInstalled runs a command on an installation that is there.
func onInstalled(ctx context.Context, s Store, use func(*App) error) error {
	return withApp(ctx, s, Parts{Beside: true}, use)
}

// withApp runs a command on a wired but not serving instance.
func withApp(ctx context.Context, s Store, p Parts, use func(*App) error) error {
	serving := Serving{Listen: "127.0.0.1:8080", HashMemory: auth.DefaultCost.MemoryKiB, HashPasses: auth.DefaultCost.Passes}
	log := NewLogger(os.Stderr, s)
	defer log.Close()
	p.Clock, p.Log = clock.System, log.Logger
	a, err := New(ctx, Config{Store: s, Serving: serving}, p)
	if err != nil {
		return err
	}
	defer a.Close()
	return readable(use(a))
}

// readable shows what a refusal says of each field: on the command line there is no form to mark.
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

// readPassword asks twice at a terminal, without showing what is typed; else it takes the first line of standard input. An
// argument would show in the process list.
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

// restoreOnInterrupt shows what is typed again when somebody gives up at a hidden password with Ctrl-C.
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

// AddOperator is the command operator add.
type AddOperator struct {
	Store
	Login      string      `arg:"" help:"E-mail, он же логин."`
	Role       access.Role `required:"" help:"operator_all (всё), operator_student (студенты, заявки, структура, база знаний), operator_univer (партнёры, акции, отзывы) или chairman (председатель профсоюза)." placeholder:"РОЛЬ"`
	University string      `required:"" help:"ИНН университета." placeholder:"ИНН"`
	Chairman   bool        `help:"Дать ещё и права председателя на новости."`
	Surname    string      `required:"" help:"Фамилия." placeholder:"ТЕКСТ"`
	Name       string      `required:"" help:"Имя." placeholder:"ТЕКСТ"`
	Patronymic string      `help:"Отчество." placeholder:"ТЕКСТ"`
	Phone      string      `help:"Телефон, 11 цифр." placeholder:"ТЕЛЕФОН"`
	Job        string      `help:"Должность." placeholder:"ТЕКСТ"`
}

// Run implements the command.
func (c *AddOperator) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		u, err := a.Catalog.UniversityByINN(ctx, c.University)
		if fault.Is(err, fault.KindNotFound) {
			return fault.Invalid("university", "Университета с таким ИНН нет. Добавьте его командой university add.")
		}
		if err != nil {
			return err
		}
		password, err := readPassword(os.Stdin)
		if err != nil {
			return err
		}
		err = a.Auth.AddOperator(ctx, auth.NewOperator{
			Login: c.Login, Password: password, Role: c.Role, IsChairman: c.Chairman, University: u.ID,
			Surname: c.Surname, Name: c.Name, Patronymic: c.Patronymic, Phone: c.Phone, Job: c.Job,
		})
		if err == nil {
			_, _ = fmt.Printf("Оператор добавлен: %s, %s, %s.\n", c.Login, c.Role, u.ShortName)
		}
		return err
	})
}

// ListOperators is the command operator list.
type ListOperators struct{ Store }

// Run implements the command.
func (c *ListOperators) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		all, err := a.Auth.Operators(ctx)
		if err != nil {
			return err
		}
		universities, err := a.Catalog.UniversityNames(ctx)
		if err != nil {
			return err
		}
		if len(all) == 0 {
			_, _ = fmt.Fprintln(os.Stderr, "Операторов пока нет: добавьте первого командой operator add.")
			return nil
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		_, _ = fmt.Fprintln(table, "E-mail\tРоль\tФлаг\tУниверситет\tИмя\tСостояние")
		for _, o := range all {
			flag, state := "–", "активен"
			if o.IsChairman {
				flag = "председатель"
			}
			if o.BlockedAt != nil {
				state = "заблокирован " + clock.FormatStamp(*o.BlockedAt)
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s %s\t%s\n", o.Login, o.Role, flag, universities[o.University], o.Surname, o.Name, state)
		}
		return table.Flush()
	})
}

// BlockOperator is the command operator block.
type BlockOperator struct {
	Store
	Login string `arg:"" help:"E-mail оператора."`
	Undo  bool   `help:"Наоборот, разблокировать."`
}

// Run implements the command.
func (c *BlockOperator) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		err := a.Auth.Block(ctx, c.Login, !c.Undo)
		if err == nil {
			_, _ = fmt.Println(map[bool]string{false: "Оператор заблокирован, его сеансы завершены.", true: "Оператор разблокирован."}[c.Undo])
		}
		return err
	})
}

// SetPassword is the command operator set-password.
type SetPassword struct {
	Store
	Login string `arg:"" help:"E-mail оператора."`
}

// Run implements the command.
func (c *SetPassword) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		password, err := readPassword(os.Stdin)
		if err != nil {
			return err
		}
		if err := a.Auth.SetPassword(ctx, c.Login, password); err != nil {
			return err
		}
		_, _ = fmt.Println("Пароль изменён, сеансы оператора завершены.")
		return nil
	})
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
	Kind catalog.Kind `arg:"" enum:"cities,partner-categories,knowledge-categories,faculties" help:"cities (столбцы name, region, latitude, longitude, population), partner-categories или knowledge-categories (name), faculties (inn, faculty). Столбцы называет первая строка."`
	File string       `arg:"" type:"existingfile" help:"Файл csv: UTF-8 или Windows-1251, через запятую, точку с запятой или табуляцию."`
}

// Run implements the command.
func (c *ImportCatalogue) Run(ctx context.Context) error {
	return onInstalled(ctx, c.Store, func(a *App) error {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		done, err := a.Catalog.Import(ctx, c.Kind, f)
		if err != nil {
			return err
		}
		for _, s := range done.Wrong {
			_, _ = fmt.Fprintln(os.Stderr, s)
		}
		_, _ = fmt.Printf("Новых: %d, уже было: %d, с ошибками: %d.\n", done.Added, done.Known, len(done.Wrong))
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

// PrintOpenAPI writes the document of all calls; it needs no database.
func PrintOpenAPI(w io.Writer) error {
	a := &App{Log: slog.New(slog.DiscardHandler), Clock: clock.System}
	if err := a.serveAPI(Parts{}); err != nil {
		return err
	}
	doc, err := a.API.OpenAPI()
	if err != nil {
		return err
	}
	_, err = w.Write(doc)
	return err
}
