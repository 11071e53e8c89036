package listengine

import (
	"context"
	"fmt"
	"math"
	"strconv"
	"strings"
	"time"

	"studbonus/internal/platform/db"
)

const (
	reloadAll   = 0         // row id 0 in list_changes means "load the whole list again"
	keepChanges = time.Hour // how long list_changes keeps a change
)

// Touch adds rows to the change feed, in the transaction that inserts, changes or deletes them.
func (x *Index) Touch(ctx context.Context, tx db.Tx, ids ...int64) error {
	for _, id := range ids {
		if _, err := tx.Exec(ctx, "INSERT INTO list_changes (list, row_id, at) VALUES (?, ?, ?)", x.sql.Table, id, x.clock()); err != nil {
			return fmt.Errorf("touch %s: %w", x.sql.Table, err)
		}
	}
	return nil
}

// TouchAll makes every instance reload the list: for bulk loads.
func (x *Index) TouchAll(ctx context.Context, tx db.Tx) error { return x.Touch(ctx, tx, reloadAll) }

// TouchWhere touches the rows whose ids a query selects, in one statement.
func (x *Index) TouchWhere(ctx context.Context, tx db.Tx, selectIDs string, args ...any) error {
	_, err := tx.Exec(ctx, "INSERT INTO list_changes (list, row_id, at) SELECT ?, id, ? FROM ("+selectIDs+") changed", append([]any{x.sql.Table, x.clock()}, args...)...)
	return err
}

// CleanUp deletes changes that every instance has applied, and merges counters.
func CleanUp(ctx context.Context, d *db.DB, now time.Time) error {
	return d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		if _, err := tx.Exec(ctx, "DELETE FROM list_changes WHERE at < ?", now.Add(-keepChanges)); err != nil {
			return err
		}
		return mergeCounters(ctx, tx)
	})
}

// watermark is how far an index has applied the feed.
type watermark struct {
	// horizon: on PostgreSQL, all transactions with a lower id have ended and are applied; on SQLite, all changes up to
	// this seq are.
	horizon int64
	applied map[int64]int64 // changes past the horizon that are applied too: seq → row id
	readAt  time.Time
}

// changes is what the feed has past a watermark.
type changes struct {
	horizon int64
	rows    map[int64]int64 // seq → row id
}

// missing returns the rows of changes that are not applied yet.
func (w watermark) missing(c changes) []int64 {
	var rows []int64
	for seq, row := range c.rows {
		if _, known := w.applied[seq]; !known {
			rows = append(rows, row)
		}
	}
	return rows
}

// markAfter returns the watermark of an index that has applied all of the changes.
func (x *Index) markAfter(c changes) watermark {
	return watermark{horizon: c.horizon, applied: c.rows, readAt: x.clock()}
}

// currentMark returns the watermark for a load that starts now: what is committed will be in the rows. Changes past the
// horizon count as applied; otherwise one long transaction on PostgreSQL would make every load look stale.
func (x *Index) currentMark(ctx context.Context) (watermark, error) {
	text, args := "SELECT coalesce(max(seq), 0) FROM list_changes WHERE list = ?", []any{x.sql.Table}
	if x.db.Postgres() {
		text, args = "SELECT "+oldestRunning, nil
	}
	horizon, err := db.One[int64](ctx, x.db, text, args...)
	if err != nil {
		return watermark{}, fmt.Errorf("read horizon of %s: %w", x.sql.Table, err)
	}
	c, err := x.readFeed(ctx, watermark{horizon: horizon}, math.MaxInt32)
	return x.markAfter(c), err
}

func (x *Index) readFeed(ctx context.Context, from watermark, most int) (changes, error) {
	text, args := x.feedQuery(from, most)
	c, err := db.One[feedColumns](ctx, x.db, text, args...)
	if err != nil {
		return changes{}, fmt.Errorf("read changes of %s: %w", x.sql.Table, err)
	}
	return c.parse(), nil
}

// oldestRunning is the id of the oldest PostgreSQL transaction that may still commit changes.
const oldestRunning = "CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT)"

// feedQuery reads the feed past a watermark as one row, so that it can be joined to the rows of a page and share their
// snapshot. It returns at most one missing change more than most, because every row of the page repeats them.
//
// On PostgreSQL a higher seq may become visible before a lower one, because seq is assigned before the commit. The feed
// is therefore read by transaction id, from the oldest one that was still running.
func (x *Index) feedQuery(from watermark, most int) (text string, args []any) {
	limit := int64(len(from.applied)) + int64(most) + 1
	if x.db.Postgres() {
		// The subquery keeps the constant out of the plan so PostgreSQL reuses the generic plan; ORDER BY forces the
		// (list, xid) index, because the row estimate for recent changes is too high.
		return `SELECT coalesce(string_agg(seq || ':' || row_id, ','), '') AS feed_changes, ` + oldestRunning + ` AS feed_horizon
			FROM (SELECT seq, row_id FROM list_changes WHERE list = ? AND xid >= (SELECT CAST(CAST(? AS TEXT) AS xid8)) ORDER BY list, xid LIMIT ?) recent`,
			[]any{x.sql.Table, strconv.FormatInt(from.horizon, 10), limit}
	}
	return `SELECT coalesce(group_concat(seq || ':' || row_id, ','), '') AS feed_changes, coalesce(max(seq), ?) AS feed_horizon
		FROM (SELECT seq, row_id FROM list_changes WHERE list = ? AND seq > ? ORDER BY seq LIMIT ?) recent`, []any{from.horizon, x.sql.Table, from.horizon, limit}
}

// feedColumns is a row of feedQuery: the changes as "seq:row,seq:row".
type feedColumns struct {
	Changes string `db:"feed_changes"`
	Horizon int64  `db:"feed_horizon"`
}

func (f feedColumns) parse() changes {
	c := changes{horizon: f.Horizon, rows: map[int64]int64{}}
	for change := range strings.SplitSeq(f.Changes, ",") {
		seq, row, ok := strings.Cut(change, ":")
		if !ok {
			continue
		}
		number, _ := strconv.ParseInt(seq, 10, 64)
		c.rows[number], _ = strconv.ParseInt(row, 10, 64)
	}
	return c
}
