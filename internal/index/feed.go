package index

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"studbonus/internal/db"
)

const (
	reloadAll   = 0         // row id 0 in list_changes means "load the whole list again"
	keepChanges = time.Hour // how long list_changes keeps a change
)

// Touch tells every instance's index that rows of a list have changed, in the transaction that changes them.
func Touch(ctx context.Context, tx db.Tx, name string, now time.Time, ids ...int64) error {
	for _, id := range ids {
		if err := tx.Then(ctx, "INSERT INTO list_changes (list, row_id, at) VALUES (?, ?, ?)", name, id, now); err != nil {
			return fmt.Errorf("touch %s: %w", name, err)
		}
	}
	return nil
}

// TouchAll makes every instance load the whole list again: after a bulk load.
func TouchAll(ctx context.Context, tx db.Tx, name string, now time.Time) error {
	return Touch(ctx, tx, name, now, reloadAll)
}

// TouchWhere touches the rows that a query selects.
func TouchWhere(ctx context.Context, tx db.Tx, name string, now time.Time, rows Rows) error {
	_, err := tx.Exec(ctx, "INSERT INTO list_changes (list, row_id, at) SELECT ?, id, ? FROM ("+rows.Text+") changed", append([]any{name, now}, rows.Args...)...)
	return err
}

// Rows is a query that selects ids.
type Rows struct {
	Text string
	Args []any
}

// CleanUp deletes changes that every instance has followed, and sums up counters.
func CleanUp(ctx context.Context, d *db.DB, now time.Time) error {
	return d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM list_changes WHERE at < ?", now.Add(-keepChanges)); err != nil {
			return err
		}
		return sumUp(ctx, tx)
	})
}

// followed is how far an index has followed the feed.
type followed struct {
	// horizon: PostgreSQL: transactions before this one have ended, and their changes are in the index.
	// SQLite: changes up to this number are.
	horizon int64
	applied map[int64]int64 // changes past the horizon that are in the index too: number → row
	at      time.Time
}

// feed is what the feed of changes says at one moment.
type feed struct {
	horizon int64
	changes map[int64]int64 // number → row
}

type feedColumns struct {
	Changes string `db:"feed_changes"`
	Horizon int64  `db:"feed_horizon"`
}

func (c feedColumns) parse() feed {
	f := feed{horizon: c.Horizon, changes: map[int64]int64{}}
	for change := range strings.SplitSeq(c.Changes, ",") {
		seq, row, ok := strings.Cut(change, ":")
		if !ok {
			continue
		}
		number, _ := strconv.ParseInt(seq, 10, 64)
		f.changes[number], _ = strconv.ParseInt(row, 10, 64)
	}
	return f
}

// oldestRunning is the first transaction of PostgreSQL that may still commit changes.
const oldestRunning = "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)"

// query reads the feed in one statement, so that it can be read in the same snapshot as the rows of a page. Of changes
// that the index does not have it gives at most one more than asked for: each row of the page carries them all.
// On PostgreSQL numbers are given out before they are committed, so a later number may become visible
// first; transaction ids tell which changes can still come: those from the oldest running one on.
func (l *Live) query(from followed, most int) (text string, args []any) {
	limit := int64(len(from.applied)) + int64(most) + 1
	if l.db.Postgres() {
		// The subquery keeps the constant out of the plan so PostgreSQL reuses the generic plan; ORDER BY forces the
		// (list, xid) index, because the row estimate for recent changes is too high.
		return `SELECT coalesce(string_agg(seq || ':' || row_id, ','), '') AS feed_changes, ` + oldestRunning + ` AS feed_horizon
			FROM (SELECT seq, row_id FROM list_changes WHERE list = ? AND xid >= (SELECT CAST(CAST(? AS TEXT) AS xid8)) ORDER BY list, xid LIMIT ?) new_ones`,
			[]any{l.source.Name, strconv.FormatInt(from.horizon, 10), limit}
	}
	return `SELECT coalesce(group_concat(seq || ':' || row_id, ','), '') AS feed_changes, coalesce(max(seq), ?) AS feed_horizon
		FROM (SELECT seq, row_id FROM list_changes WHERE list = ? AND seq > ? ORDER BY seq LIMIT ?) new_ones`, []any{from.horizon, l.source.Name, from.horizon, limit}
}

func (l *Live) read(ctx context.Context, from followed, most int) (feed, error) {
	text, args := l.query(from, most)
	c, err := db.One[feedColumns](ctx, l.db, text, args...)
	if err != nil {
		return feed{}, fmt.Errorf("read changes of %s: %w", l.source.Name, err)
	}
	return c.parse(), nil
}

// start is how far an index has followed the feed that is loaded after this: what is committed by now is in the rows.
// Changes past the horizon count as applied, or on PostgreSQL one long transaction would make each load look outdated.
func (l *Live) start(ctx context.Context) (followed, error) {
	text, args := "SELECT coalesce(max(seq), 0) FROM list_changes WHERE list = ?", []any{l.source.Name}
	if l.db.Postgres() {
		text, args = "SELECT "+oldestRunning, nil
	}
	horizon, err := db.One[int64](ctx, l.db, text, args...)
	if err != nil {
		return followed{}, fmt.Errorf("read horizon of %s: %w", l.source.Name, err)
	}
	f, err := l.read(ctx, followed{horizon: horizon}, math.MaxInt32)
	return l.after(f), err
}

// after is how far an index has followed that has applied all of a feed.
func (l *Live) after(f feed) followed {
	return followed{horizon: f.horizon, applied: f.changes, at: l.clock()}
}

// unseen are the rows of changes that the index does not have yet.
func (s followed) unseen(f feed) []int64 {
	var rows []int64
	for seq, row := range f.changes {
		if _, known := s.applied[seq]; !known {
			rows = append(rows, row)
		}
	}
	return rows
}
