// Command floor is what the machine and the database can give: hand-written SQL with counters, or an index in memory,
// behind a bare handler that speaks the product's calls. There is no audit, no scope and no error for people around it;
// the product is measured as a multiple of this (bench/compare).
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
