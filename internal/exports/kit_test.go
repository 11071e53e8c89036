package exports_test

import (
	"bytes"
	"context"
	"strings"
	"testing"
	"time"

	"github.com/xuri/excelize/v2"

	"studbonus/internal/platform/access"
	"studbonus/internal/test/kit"
	"studbonus/internal/test/watch"
)

type object = map[string]any

type export struct {
	UUIDExport, Kind, Name, Status, CreatedAt string
	Filter, Purpose, EndedAt, Link, FileUntil *string
	Progress, Rows                            int
	CanRepeat                                 bool
}

func start(c *kit.Client, path string, filter object, headers ...string) string {
	var begun struct{ UUIDExport string }
	c.Post(path, filter, headers...).OK().Into(&begun)
	return begun.UUIDExport
}

func state(c *kit.Client, uuid string) (e export) {
	c.Get("/v1/exports/" + uuid).OK().Into(&e)
	return e
}

// ended waits until an export is no longer open.
func ended(t *testing.T, c *kit.Client, uuid string) (e export) {
	t.Helper()
	watch.Until(t, time.Minute, "the export ends", func() bool {
		e = state(c, uuid)
		return e.Status != "waiting" && e.Status != "running"
	})
	return e
}

// sheet returns the cells of a finished export, and fails on a formula.
func sheet(t *testing.T, c *kit.Client, e export) [][]string {
	t.Helper()
	if e.Status != "done" || e.Link == nil {
		t.Fatalf("no file: %+v", e)
	}
	book, err := excelize.OpenReader(bytes.NewReader(c.Get(*e.Link).OK().Body))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = book.Close() }()
	cells, err := book.GetRows(e.Name)
	if err != nil {
		t.Fatal(err)
	}
	for i := range cells {
		for j, text := range cells[i] {
			name, _ := excelize.CoordinatesToCellName(j+1, i+1)
			if formula, err := book.GetCellFormula(e.Name, name); err != nil || formula != "" || strings.HasPrefix(text, "=") {
				t.Errorf("%s %s: %q, a formula %q %v", e.Kind, name, text, formula, err)
			}
		}
	}
	return cells
}

// acting returns the context of an operator, as the service sees a call.
func acting(t *testing.T, a *kit.App, account string) context.Context {
	t.Helper()
	p, err := a.Auth.Principal(t.Context(), kit.One[int64](t, a, "SELECT id FROM operators WHERE login = ?", account+"@demo.studbonus.ru"))
	if err != nil {
		t.Fatal(err)
	}
	return access.WithPrincipal(t.Context(), p)
}
