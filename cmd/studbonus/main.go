// Command studbonus is the server with the embedded console, and the commands for its administrator.
package main

import (
	"context"
	"fmt"
	"os"

	"github.com/alecthomas/kong"

	"studbonus/internal/app"
)

type cli struct {
	Serve      serveCmd         `cmd:"" help:"Запустить сервер с консолью; где установки нет, создать её."`
	Init       app.Init         `cmd:"" help:"Создать установку: базу данных, папки и секретные ключи."`
	Migrate    migrateCmd       `cmd:"" help:"Обновить схему базы данных и остановиться."`
	Operator   operatorCmd      `cmd:"" help:"Учётные записи операторов."`
	University universityCmd    `cmd:"" help:"Университеты."`
	Import     importCmd        `cmd:"" help:"Загрузить csv в каталог."`
	Demo       demoCmd          `cmd:"" help:"Заполнить пустую базу демонстрационными данными."`
	Simulate   app.Simulate     `cmd:"" help:"Вести себя как студенты: входить, подавать заявки, получать промокоды у работающей установки."`
	Keys       keysCmd          `cmd:"" help:"Секретные ключи."`
	Backup     backupCmd        `cmd:"" help:"Скопировать базу данных и файлы, пока сервер работает."`
	Restore    restoreCmd       `cmd:"" help:"Развернуть резервную копию в пустую папку данных."`
	Health     app.AskHealth    `cmd:"" help:"Спросить экземпляр на этой машине, готов ли он."`
	Verify     verifyCmd        `cmd:"" help:"Проверить, что ничего не потеряно: целостность, счётчики, файлы, задания."`
	OpenAPI    openapiCmd       `cmd:"" name:"openapi" help:"Напечатать документ OpenAPI."`
	Version    kong.VersionFlag `help:"Напечатать версию."`
	VersionCmd versionCmd       `cmd:"" name:"version" help:"Напечатать версию."`
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
	Add         app.AddOperator   `cmd:"" help:"Добавить оператора; пароль спрашивается или читается из стандартного ввода."`
	List        app.ListOperators `cmd:"" help:"Показать операторов."`
	Role        app.SetRole       `cmd:"" help:"Задать оператору роль и флаги и завершить его сеансы."`
	Move        app.MoveOperator  `cmd:"" help:"Перевести оператора в другой университет и завершить его сеансы."`
	Block       app.BlockOperator `cmd:"" help:"Заблокировать оператора и завершить его сеансы."`
	ResetFactor app.ResetFactor   `cmd:"" help:"Сбросить вход по коду оператору, который потерял телефон."`
	SetPassword app.SetPassword   `cmd:"" help:"Задать оператору пароль; он спрашивается или читается из стандартного ввода."`
}

type universityCmd struct {
	Add app.AddUniversity `cmd:"" help:"Добавить университет."`
}

type importCmd struct{ app.ImportCatalogue }

type demoCmd struct{ app.MakeDemo }

type keysCmd struct {
	Rotate rotateCmd `cmd:"" help:"Добавить новый ключ подписи; затем перезапустить экземпляры с новым файлом."`
	Adopt  adoptCmd  `cmd:"" help:"Признать файл ключей ключами этой базы данных; если файла нет, создать новый. Операторам придётся войти заново."`
}

type rotateCmd struct{ app.Store }

// Run implements the command.
func (c *rotateCmd) Run(ctx context.Context) error { return app.RotateKeys(ctx, c.Store) }

type adoptCmd struct{ app.Store }

// Run implements the command.
func (c *adoptCmd) Run(ctx context.Context) error { return app.AdoptKeys(ctx, c.Store) }

type backupCmd struct{ app.Backup }

type restoreCmd struct{ app.Restore }

type verifyCmd struct{ app.Verify }

type openapiCmd struct {
	Students bool `help:"Документ для студентов и касс, а не для консоли."`
}

// Run implements the command.
func (c openapiCmd) Run() error { return app.PrintOpenAPI(os.Stdout, c.Students) }

type versionCmd struct{}

// Run implements the command.
func (versionCmd) Run() error {
	_, err := fmt.Println(app.Version)
	return err
}

func main() {
	var c cli
	parser := kong.Must(&c,
		kong.Name("studbonus"),
		kong.Description("СтудБонус: консоль программы скидок для студентов. Каждый флаг можно задать и переменной STUDBONUS_…"),
		kong.Vars{"version": app.Version},
		kong.BindTo(context.Background(), (*context.Context)(nil)),
		kong.Help(russianHelp), kong.PostBuild(russianFlags),
	)
	k, err := parser.Parse(os.Args[1:])
	if err == nil {
		err = k.Run()
	}
	if err != nil {
		os.Exit(report(err))
	}
}
