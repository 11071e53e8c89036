// Command floor measures what the machine and the database can do. It answers the product's calls with hand-written SQL and
// counters, or from an index in memory, behind a bare handler without audit, scopes and error messages. bench/compare
// reports the product as a multiple of it.
package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"time"

	"github.com/alecthomas/kong"
)

func main() {
	var c struct {
		Seed   seedCmd   `cmd:"" help:"Load the students."`
		Serve  serveCmd  `cmd:"" help:"Answer the product's calls."`
		Export exportCmd `cmd:"" help:"Write the students to a spreadsheet."`
	}
	k := kong.Parse(&c, kong.Name("floor"), kong.BindTo(context.Background(), (*context.Context)(nil)))
	k.FatalIfErrorf(k.Run())
}

type serveCmd struct {
	Database string `arg:"" help:"postgres://… or a SQLite file."`
	Listen   string `help:"Loopback address." default:"127.0.0.1:8150"`
	Memory   bool   `help:"Answer lists and searches from an index in memory; rows are read by key."`
}

// Run implements the command.
func (c *serveCmd) Run(ctx context.Context) error {
	db, err := open(ctx, c.Database)
	if err != nil {
		return err
	}
	s := &server{db: db}
	if err := s.addOperator(ctx); err != nil {
		return err
	}
	if err := s.countRows(ctx); err != nil {
		return err
	}
	if c.Memory {
		if s.memory, err = loadMemory(ctx, db); err != nil {
			return err
		}
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", c.Listen)
	if err != nil {
		return err
	}
	fmt.Println("ready")
	return (&http.Server{Handler: s.handler(), ReadHeaderTimeout: 5 * time.Second}).Serve(listener)
}
