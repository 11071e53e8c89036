package app

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/netip"
	"os"
	"strings"
	"text/tabwriter"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/auth"
	"studbonus/internal/catalog"
	"studbonus/internal/clock"
	"studbonus/internal/fault"
)

// Migrate brings the schema up to date and stops.
func Migrate(ctx context.Context, s Store) error {
	d, err := openMigrated(ctx, s)
	if err != nil {
		return err
	}
	d.Close()
	return nil
}

// AskHealth is the command health: a container has no other program to ask with.
type AskHealth struct {
	Listen string `help:"Address that the instance listens at." default:"127.0.0.1:8080" env:"STUDBONUS_LISTEN"`
}

// Run implements the command: it fails unless the instance on this machine is ready.
func (c *AskHealth) Run(ctx context.Context) error {
	host, port, err := net.SplitHostPort(c.Listen)
	if err != nil {
		return fmt.Errorf("--listen %q is not HOST:PORT", c.Listen)
	}
	if addr, err := netip.ParseAddr(host); host == "" || err == nil && addr.IsUnspecified() {
		host = "127.0.0.1"
	}
	ctx, cancel := context.WithTimeout(ctx, 3*time.Second)
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+net.JoinHostPort(host, port)+"/readyz", nil)
	if err != nil {
		return err
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close() //nolint:errcheck // only its status matters
	if res.StatusCode != http.StatusOK {
		return fmt.Errorf("not ready: %s", res.Status)
	}
	return nil
}

// withApp runs a command on a wired but not serving instance.
func withApp(ctx context.Context, s Store, use func(*App) error) error {
	serving := Serving{Listen: "127.0.0.1:8080", HashMemory: auth.DefaultCost.MemoryKiB, HashPasses: auth.DefaultCost.Passes}
	log := NewLogger(os.Stderr, s)
	defer log.Close()
	a, err := New(ctx, Config{Store: s, Serving: serving}, Parts{Clock: clock.System, Log: log.Logger})
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

// readPassword takes the first line of standard input: an argument would show in the process list.
func readPassword(in io.Reader) (string, error) {
	_, _ = fmt.Fprint(os.Stderr, "Пароль: ")
	text, err := bufio.NewReader(in).ReadString('\n')
	if err != nil && (!errors.Is(err, io.EOF) || text == "") {
		return "", errors.New("no password on standard input")
	}
	return strings.TrimRight(text, "\r\n"), nil
}

// AddOperator is the command operator add.
type AddOperator struct {
	Store
	Login      string      `arg:"" help:"E-mail."`
	Role       access.Role `required:"" help:"operator_all, operator_student, operator_univer or chairman."`
	University string      `required:"" help:"ИНН of the operator's university." placeholder:"INN"`
	Chairman   bool        `help:"Give the chairman's news powers beside the role."`
	Surname    string      `required:""`
	Name       string      `required:""`
	Patronymic string
	Phone      string
	Job        string
}

// Run implements the command.
func (c *AddOperator) Run(ctx context.Context) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return withApp(ctx, c.Store, func(a *App) error {
		u, err := a.Catalog.UniversityByINN(ctx, c.University)
		if fault.Is(err, fault.KindNotFound) {
			return fault.Invalid("university", "Университета с таким ИНН нет. Добавьте его командой university add.")
		}
		if err != nil {
			return err
		}
		return a.Auth.AddOperator(ctx, auth.NewOperator{
			Login: c.Login, Password: password, Role: c.Role, IsChairman: c.Chairman, University: u.ID,
			Surname: c.Surname, Name: c.Name, Patronymic: c.Patronymic, Phone: c.Phone, Job: c.Job,
		})
	})
}

// ListOperators is the command operator list.
type ListOperators struct{ Store }

// Run implements the command.
func (c *ListOperators) Run(ctx context.Context) error {
	return withApp(ctx, c.Store, func(a *App) error {
		all, err := a.Auth.Operators(ctx)
		if err != nil {
			return err
		}
		table := tabwriter.NewWriter(os.Stdout, 0, 4, 2, ' ', 0)
		for _, o := range all {
			state := "активен"
			if o.BlockedAt != nil {
				state = "заблокирован " + clock.FormatStamp(*o.BlockedAt)
			}
			_, _ = fmt.Fprintf(table, "%s\t%s\t%s %s\t%s\n", o.Login, o.Role, o.Surname, o.Name, state)
		}
		return table.Flush()
	})
}

// BlockOperator is the command operator block.
type BlockOperator struct {
	Store
	Login string `arg:"" help:"E-mail."`
	Undo  bool   `help:"Unblock instead."`
}

// Run implements the command.
func (c *BlockOperator) Run(ctx context.Context) error {
	return withApp(ctx, c.Store, func(a *App) error { return a.Auth.Block(ctx, c.Login, !c.Undo) })
}

// SetPassword is the command operator set-password.
type SetPassword struct {
	Store
	Login string `arg:"" help:"E-mail."`
}

// Run implements the command.
func (c *SetPassword) Run(ctx context.Context) error {
	password, err := readPassword(os.Stdin)
	if err != nil {
		return err
	}
	return withApp(ctx, c.Store, func(a *App) error { return a.Auth.SetPassword(ctx, c.Login, password) })
}

// AddUniversity is the command university add.
type AddUniversity struct {
	Store
	ShortName   string `required:"" help:"Short name, shown in lists."`
	FullName    string `required:""`
	INN         string `required:"" name:"inn" help:"Taxpayer number."`
	City        string `required:"" help:"City of the catalogue."`
	Region      string `help:"Its region, where several have a city of that name."`
	Address     string
	Phone       string
	Email       string
	Boss        string
	ContractEnd string `placeholder:"dd.MM.yyyy"`
}

// Run implements the command.
func (c *AddUniversity) Run(ctx context.Context) error {
	return withApp(ctx, c.Store, func(a *App) error {
		_, err := a.Catalog.AddUniversity(ctx, catalog.NewUniversity{
			ShortName: c.ShortName, FullName: c.FullName, INN: c.INN, City: c.City, Region: c.Region,
			Address: c.Address, Phone: c.Phone, Email: c.Email, Boss: c.Boss, ContractEnd: c.ContractEnd,
		})
		return err
	})
}

// ImportCatalogue is the command import.
type ImportCatalogue struct {
	Store
	Kind catalog.Kind `arg:"" enum:"cities,partner-categories,knowledge-categories,faculties" help:"cities (name, region, latitude, longitude, population), partner-categories or knowledge-categories (name), faculties (inn, faculty). The first line names the columns."`
	File string       `arg:"" type:"existingfile" help:"The csv, in UTF-8."`
}

// Run implements the command.
func (c *ImportCatalogue) Run(ctx context.Context) error {
	return withApp(ctx, c.Store, func(a *App) error {
		f, err := os.Open(c.File)
		if err != nil {
			return err
		}
		defer f.Close() //nolint:errcheck // only read
		done, err := a.Catalog.Import(ctx, c.Kind, f)
		for _, s := range done.Skipped {
			_, _ = fmt.Fprintln(os.Stderr, s)
		}
		_, _ = fmt.Printf("Принято строк: %d, пропущено: %d.\n", done.Rows, len(done.Skipped))
		return err
	})
}

// MakeDemo is the command demo.
type MakeDemo struct {
	Store
	Students int `help:"Go on until there are so many students, for measurements." placeholder:"N"`
	Partners int `help:"Go on until there are so many partners, with ten trade points each." placeholder:"N"`
}

// Run implements the command.
func (c *MakeDemo) Run(ctx context.Context) error {
	return withApp(ctx, c.Store, func(a *App) error {
		if err := a.AddDemoStudents(ctx, c.Students); err != nil {
			return err
		}
		return a.AddDemoPartners(ctx, c.Partners)
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
