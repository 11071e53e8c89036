package main

import (
	"context"
	"database/sql"
	"strings"

	"github.com/jackc/pgx/v5"

	"studbonus/bench/dataset"
	"studbonus/internal/platform/listquery"
)

type seedCmd struct {
	Database string `arg:"" help:"postgres://… or a SQLite file; must be empty."`
	Rows     int    `help:"Rows of the data set." default:"1000000"`
}

// Run implements the command.
func (c *seedCmd) Run(ctx context.Context) error {
	if isPostgres(c.Database) {
		return seedPostgres(ctx, c.Database, c.Rows)
	}
	return seedSQLite(ctx, c.Database, c.Rows)
}

var seedColumns = []string{"id", "uuid", "code", "full_name", "name_key", "phone", "course", "faculty", "city", "status"}

func seedRow(i int) []any {
	s := dataset.Make(i)
	return []any{s.ID, s.UUID, s.Code, s.FullName, listquery.Fold(s.FullName), strings.TrimPrefix(s.Phone, "+"), s.Course, s.Faculty, s.City, s.Status}
}

// Search text with a leading blank, so that every word follows a blank.
const searched = `(' ' || name_key || ' ' || phone || ' ' || code)`

const pgTables = `CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE TABLE student (id int NOT NULL, uuid uuid NOT NULL, code text NOT NULL, full_name text NOT NULL, name_key text NOT NULL, phone text NOT NULL,
	course smallint NOT NULL, faculty smallint NOT NULL, city smallint NOT NULL, status smallint NOT NULL)`

const pgIndexes = `ALTER TABLE student ADD PRIMARY KEY (id) INCLUDE (status, city);
CREATE UNIQUE INDEX ON student (uuid);
CREATE UNIQUE INDEX ON student (code);
CREATE INDEX ON student (name_key, id) INCLUDE (status, city);
CREATE INDEX ON student (course, id) INCLUDE (status, city);
CREATE INDEX ON student (faculty, id) INCLUDE (status, city);
CREATE INDEX ON student (status, city);
CREATE INDEX ON student USING gin (` + searched + ` gin_trgm_ops) WITH (fastupdate = off);
CREATE TABLE operator (login text PRIMARY KEY, hash text NOT NULL);
CREATE TABLE session (id text PRIMARY KEY, login text NOT NULL)`

const liteTables = `CREATE TABLE student (id INTEGER PRIMARY KEY, uuid TEXT NOT NULL, code TEXT NOT NULL, full_name TEXT NOT NULL, name_key TEXT NOT NULL, phone TEXT NOT NULL,
	course INT NOT NULL, faculty INT NOT NULL, city INT NOT NULL, status INT NOT NULL)`

const liteIndexes = `CREATE UNIQUE INDEX s_uuid ON student (uuid);
CREATE UNIQUE INDEX s_code ON student (code);
CREATE INDEX s_name ON student (name_key, id, status, city);
CREATE INDEX s_course ON student (course, id, status, city);
CREATE INDEX s_faculty ON student (faculty, id, status, city);
CREATE INDEX s_id ON student (id, status, city);
CREATE INDEX s_status ON student (status, city);
CREATE VIRTUAL TABLE student_fts USING fts5(t, content='', columnsize=0, detail=full, tokenize='trigram');
INSERT INTO student_fts (rowid, t) SELECT id, ` + searched + ` FROM student;
CREATE TABLE operator (login TEXT PRIMARY KEY, hash TEXT NOT NULL);
CREATE TABLE session (id TEXT PRIMARY KEY, login TEXT NOT NULL);
ANALYZE;
PRAGMA wal_checkpoint(TRUNCATE)`

func seedPostgres(ctx context.Context, url string, n int) error {
	c, err := pgx.Connect(ctx, url)
	if err != nil {
		return err
	}
	defer c.Close(ctx) //nolint:errcheck // the statements' own errors count
	if _, err := c.Exec(ctx, pgTables); err != nil {
		return err
	}
	i := 0
	_, err = c.CopyFrom(ctx, pgx.Identifier{"student"}, seedColumns, pgx.CopyFromFunc(func() ([]any, error) {
		if i++; i > n {
			return nil, nil
		}
		return seedRow(i), nil
	}))
	if err != nil {
		return err
	}
	if _, err := c.Exec(ctx, "SET maintenance_work_mem = '512MB';"+pgIndexes); err != nil {
		return err
	}
	_, err = c.Exec(ctx, "VACUUM ANALYZE student")
	return err
}

func seedSQLite(ctx context.Context, path string, n int) error {
	// No fsync: an interrupted seed is repeated from the start.
	d, err := sql.Open("sqlite", path+"?_pragma=journal_mode(WAL)&_pragma=synchronous(OFF)&_pragma=cache_size(-400000)")
	if err != nil {
		return err
	}
	defer d.Close() //nolint:errcheck // the statements' own errors count
	d.SetMaxOpenConns(1)
	if _, err := d.ExecContext(ctx, liteTables); err != nil {
		return err
	}
	tx, err := d.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback() //nolint:errcheck // after a commit this does nothing
	insert, err := tx.PrepareContext(ctx, "INSERT INTO student VALUES (?,?,?,?,?,?,?,?,?,?)")
	if err != nil {
		return err
	}
	defer insert.Close() //nolint:errcheck // ends with the transaction
	for i := 1; i <= n; i++ {
		if _, err := insert.ExecContext(ctx, seedRow(i)...); err != nil {
			return err
		}
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	_, err = d.ExecContext(ctx, liteIndexes)
	return err
}
