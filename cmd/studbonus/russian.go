package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/alecthomas/kong"

	"studbonus/internal/app"
)

// kong prints English, administrators read Russian, so its fixed phrases are replaced in the output. A test calls every
// command wrongly and finds phrases that a new version of kong words differently.

var headings = strings.NewReplacer(
	"Usage: ", "Использование: ", "Arguments:\n", "Аргументы:\n", "Flags:\n", "Флаги:\n", "Commands:\n", "Команды:\n",
	"<command>", "<команда>", "[flags]", "[флаги]", "[command]", "[команда]",
	"for more information on a command.", "расскажет о команде.", "for more information.", "расскажет подробнее.", `Run "`, `"`,
)

// russianHelp prints kong's help with Russian headings.
func russianHelp(options kong.HelpOptions, ctx *kong.Context) error {
	out := ctx.Stdout
	var text bytes.Buffer
	ctx.Stdout = &text
	options.WrapUpperBound = 120
	err := kong.DefaultHelpPrinter(options, ctx)
	ctx.Stdout = out
	_, _ = headings.WriteString(out, text.String())
	return err
}

func russianFlags(k *kong.Kong) error {
	k.Model.HelpFlag.Help = "Показать эту справку."
	return nil
}

var refusals = []struct {
	english *regexp.Regexp
	russian string
}{
	{regexp.MustCompile(`^(.*), did you mean (?:one of )?(.*)\?$`), "$1; возможно, $2"},
	{regexp.MustCompile(`^unexpected argument (\S+)`), "неизвестная команда или лишний аргумент $1"},
	{regexp.MustCompile(`^unknown flag (\S+)`), "неизвестный флаг $1"},
	{regexp.MustCompile(`^missing flags: `), "не хватает флагов: "},
	{regexp.MustCompile(`^missing positional arguments `), "не хватает аргументов: "},
	{regexp.MustCompile(`^expected one of `), "не хватает команды, например "},
	{regexp.MustCompile(`^expected "(<.*)"$`), "не хватает аргументов: $1"},
	{regexp.MustCompile(`^expected "(.*)"$`), "не хватает команды $1"},
	{regexp.MustCompile(`(\S+) must be one of (.*) but got (.*)$`), "$1: есть $2, а не $3"},
	{regexp.MustCompile(`expected duration but got ("[^"]*").*$`), "нужно время, например 24h или 30m, а не $1"},
	{regexp.MustCompile(`expected a valid \d+ bit u?int but got (.*)$`), "нужно целое число, а не $1"},
	{regexp.MustCompile(`bool value must be .* but got (.*)$`), "нужно true или false, а не $1"},
	{regexp.MustCompile(`expected \w+ value but got "EOL" \(<?EOL>?\)`), "нужно значение"},
	{regexp.MustCompile(`missing value, expecting .*$`), "нужно значение"},
	{regexp.MustCompile(`netip\.ParsePrefix\((.*)\): .*$`), "нужна сеть вида 10.0.0.0/8, а не $1"},
	{regexp.MustCompile(`(".*") exists but is a directory`), "$1 папка, а нужен файл"},
	{regexp.MustCompile(`(".*") exists but is not a directory`), "$1 файл, а нужна папка"},
	{regexp.MustCompile(`\(from envar (\S+?)=.*\)`), "(из переменной $1)"},
}

// report prints the error to standard error and returns the exit code.
func report(err error) int {
	text, code := err.Error(), 1
	for _, r := range refusals {
		text = r.english.ReplaceAllString(text, r.russian)
	}
	text = app.SystemErrors(text)
	if bad, ok := errors.AsType[*kong.ParseError](err); ok {
		code = bad.ExitCode()
		text += "\n" + usage(bad.Context)
	}
	_, _ = fmt.Fprintf(os.Stderr, "studbonus: %s\n", text)
	return code
}

// usage returns one line; listing all flags of a command would fill a page.
func usage(ctx *kong.Context) string {
	name, summary := ctx.Model.Name, ctx.Model.Summary()
	if cmd := ctx.Selected(); cmd != nil {
		name, summary = cmd.FullPath(), " "+cmd.Summary()
	}
	return headings.Replace(fmt.Sprintf("Usage: %s%s\n\"%s --help\" for more information.", ctx.Model.Name, summary, name))
}
