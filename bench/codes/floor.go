package main

import (
	"bytes"
	"context"
	"database/sql"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"

	_ "studbonus/internal/platform/db/sqlite" // registers the driver
)

// floor is a minimal bulk load: no jobs, no report, no resume.
type floor struct {
	name string
	load func(where string, file []byte) (time.Duration, error)
}

func floors(where string) []floor {
	if strings.HasPrefix(where, "postgres") {
		return []floor{
			{"staged", func(where string, file []byte) (time.Duration, error) { return staged(where, file, "") }},
			{"sorted", func(where string, file []byte) (time.Duration, error) { return staged(where, file, " ORDER BY code") }},
		}
	}
	return []floor{{"sqlite", inOne}}
}

func lines(file []byte, use func(code string) error) error {
	first := true
	for line := range bytes.Lines(file) {
		if first {
			first = false
			continue
		}
		if err := use(string(bytes.TrimSpace(line))); err != nil {
			return err
		}
	}
	return nil
}

// staged copies into a temporary table and inserts from it in one statement.
func staged(where string, file []byte, order string) (time.Duration, error) {
	ctx := context.Background()
	c, err := pgx.Connect(ctx, where)
	if err != nil {
		return 0, err
	}
	defer c.Close(ctx) //nolint:errcheck // measured already
	if _, err := c.Exec(ctx, "DROP TABLE IF EXISTS promo; CREATE TABLE promo (id bigserial PRIMARY KEY, partner int NOT NULL, code text NOT NULL UNIQUE, taken int)"); err != nil {
		return 0, err
	}
	started := time.Now()
	tx, err := c.Begin(ctx)
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, "CREATE TEMP TABLE stage (partner int, code text) ON COMMIT DROP"); err != nil {
		return 0, err
	}
	codes := make(chan string, 1000)
	go func() {
		_ = lines(file, func(code string) error { codes <- code; return nil }) // the callback never fails
		close(codes)
	}()
	_, err = tx.CopyFrom(ctx, pgx.Identifier{"stage"}, []string{"partner", "code"}, pgx.CopyFromFunc(func() ([]any, error) {
		code, ok := <-codes
		if !ok {
			return nil, nil
		}
		return []any{7, code}, nil
	}))
	if err != nil {
		return 0, err
	}
	if _, err := tx.Exec(ctx, "INSERT INTO promo (partner, code) SELECT partner, code FROM stage"+order+" ON CONFLICT (code) DO NOTHING"); err != nil {
		return 0, err
	}
	err = tx.Commit(ctx)
	return time.Since(started), err
}

// inOne runs INSERT OR IGNORE line by line in one transaction.
func inOne(where string, file []byte) (time.Duration, error) {
	ctx := context.Background()
	d, err := sql.Open("sqlite", where+"?_pragma=journal_mode(WAL)&_pragma=synchronous(FULL)&_pragma=cache_size(-200000)")
	if err != nil {
		return 0, err
	}
	defer d.Close() //nolint:errcheck // measured already
	d.SetMaxOpenConns(1)
	for _, text := range []string{"DROP TABLE IF EXISTS promo", "CREATE TABLE promo (id INTEGER PRIMARY KEY, partner INT NOT NULL, code TEXT NOT NULL UNIQUE, taken INT)"} {
		if _, err := d.ExecContext(ctx, text); err != nil {
			return 0, err
		}
	}
	started := time.Now()
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return 0, err
	}
	st, err := tx.PrepareContext(ctx, "INSERT OR IGNORE INTO promo (partner, code) VALUES (7, ?)") //nolint:sqlclosecheck // closed below: the closure hides it
	if err != nil {
		return 0, err
	}
	defer st.Close() //nolint:errcheck // it ends with its transaction
	if err := lines(file, func(code string) error { _, err := st.ExecContext(ctx, code); return err }); err != nil {
		return 0, err
	}
	err = tx.Commit()
	return time.Since(started), err
}
