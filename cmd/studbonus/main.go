// Command studbonus is the whole product: the server with the console inside, and the commands of its administrator.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"studbonus/internal/app"
)

type cli struct {
	Serve      serveCmd         `cmd:"" default:"withargs" help:"Run the server with the console."`
	Migrate    migrateCmd       `cmd:"" help:"Bring the database schema up to date and stop."`
	Operator   operatorCmd      `cmd:"" help:"Accounts of operators."`
	University universityCmd    `cmd:"" help:"Universities."`
	Import     importCmd        `cmd:"" help:"Read a csv into the catalogue."`
	Demo       demoCmd          `cmd:"" help:"Fill an empty database with demo data."`
	Keys       keysCmd          `cmd:"" help:"Secret keys."`
	Backup     backupCmd        `cmd:"" help:"Copy the database and the files while the server runs."`
	Restore    restoreCmd       `cmd:"" help:"Put a backup into an empty data folder."`
	Health     app.AskHealth    `cmd:"" help:"Ask the instance on this machine whether it is ready."`
	Verify     verifyCmd        `cmd:"" help:"Check that nothing is lost: integrity, counters, files, jobs."`
	OpenAPI    openapiCmd       `cmd:"" name:"openapi" help:"Print the OpenAPI document."`
	Version    kong.VersionFlag `help:"Print the version."`
	VersionCmd versionCmd       `cmd:"" name:"version" help:"Print the version."`
}

type serveCmd struct {
	app.Store
	app.Serving
}

// Run implements the command.
func (c *serveCmd) Run(ctx context.Context) error {
	return app.Serve(ctx, app.Config{Store: c.Store, Serving: c.Serving}, os.Stdout)
}

type migrateCmd struct{ app.Store }

// Run implements the command.
func (c *migrateCmd) Run(ctx context.Context) error { return app.Migrate(ctx, c.Store) }

type operatorCmd struct {
	Add         app.AddOperator   `cmd:"" help:"Add an operator; the password is read from standard input."`
	List        app.ListOperators `cmd:"" help:"List operators."`
	Block       app.BlockOperator `cmd:"" help:"Block an operator and end his sessions."`
	SetPassword app.SetPassword   `cmd:"" help:"Set an operator's password, read from standard input."`
}

type universityCmd struct {
	Add app.AddUniversity `cmd:"" help:"Add a university."`
}

type importCmd struct{ app.ImportCatalogue }

type demoCmd struct{ app.MakeDemo }

type keysCmd struct {
	Rotate rotateCmd `cmd:"" help:"Add a new signing key; restart the instances with the new file."`
}

type rotateCmd struct{ app.Store }

// Run implements the command.
func (c *rotateCmd) Run(ctx context.Context) error { return app.RotateKeys(ctx, c.Store) }

type backupCmd struct{ app.Backup }

type restoreCmd struct{ app.Restore }

type verifyCmd struct{ app.Verify }

type openapiCmd struct{}

// Run implements the command.
func (openapiCmd) Run() error { return app.PrintOpenAPI(os.Stdout) }

type versionCmd struct{}

// Run implements the command.
func (versionCmd) Run() error {
	_, err := fmt.Println(app.Version)
	return err
}

func main() {
	var c cli
	k := kong.Parse(&c,
		kong.Name("studbonus"),
		kong.Description("СтудБонус: the back-office console of a student discount programme. Every flag can also be set by its STUDBONUS_ variable."),
		kong.UsageOnError(), kong.Vars{"version": app.Version},
		kong.BindTo(context.Background(), (*context.Context)(nil)),
	)
	k.FatalIfErrorf(k.Run())
}
