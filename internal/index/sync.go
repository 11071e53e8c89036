package index

import (
	"context"
	"fmt"
	"log/slog"
	"strconv"
	"strings"
	"sync"
	"time"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/heap"
)

const (
	everything  = 0                // a change of this row means: load the list anew
	reloadPast  = 20_000           // so many changes at once are dearer than a new load
	keepChanges = time.Hour        // how long the feed remembers
	trustFeed   = 50 * time.Minute // an index that has not followed for so long may have missed some
	followEvery = 5 * time.Second
	manyRows    = 50_000
	sqlTurns    = 2 // so many are answered by SQL at once
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

// TouchAll tells that so much has changed that the list should be loaded anew: after a bulk load.
func TouchAll(ctx context.Context, tx db.Tx, name string, now time.Time) error {
	return Touch(ctx, tx, name, now, everything)
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

// CleanUp forgets changes that every instance has followed, and sums up counters.
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
	applied map[int64]struct{} // changes past the horizon that are in the index too
	at      time.Time
}

// Live is an index that follows its list. Until it is loaded, and if it ever cannot be, the list is
// answered by plain SQL: slower, never wrong.
type Live struct {
	db     *db.DB
	source prepared
	clock  clock.Clock
	log    *slog.Logger

	mu    sync.RWMutex // guards index and state together: a page is taken at a known state
	index *Index
	state followed

	turns  chan struct{} // held by those who are answered by SQL
	loaded chan struct{} // closed when the index has been loaded for the first time
	once   sync.Once

	following sync.Mutex // one follower at a time
	stop      context.CancelFunc
	done      chan struct{}
}

// Open makes a live index of a list; Start loads it.
func Open(d *db.DB, s Source, now clock.Clock, log *slog.Logger) *Live {
	return &Live{db: d, source: prepare(s, d.Postgres()), clock: now, log: log, turns: make(chan struct{}, sqlTurns), loaded: make(chan struct{})}
}

// Start loads the index in the background and then follows the list.
func (l *Live) Start(ctx context.Context) {
	ctx, l.stop = context.WithCancel(db.InBackground(ctx))
	l.done = make(chan struct{})
	go func() {
		defer close(l.done)
		tick := time.NewTicker(followEvery)
		defer tick.Stop()
		for {
			if err := l.Follow(ctx); err != nil && ctx.Err() == nil {
				l.log.Warn("list index does not follow", "list", l.source.Name, "cause", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-tick.C:
			}
		}
	}()
}

// Stop ends following.
func (l *Live) Stop() {
	if l.stop != nil {
		l.stop()
		<-l.done
	}
}

// Follow brings the index up to date, loading it if need be.
func (l *Live) Follow(ctx context.Context) error {
	l.following.Lock()
	defer l.following.Unlock()
	index, state := l.now()
	if index == nil || l.clock().Sub(state.at) > trustFeed {
		return l.load(ctx)
	}
	feed, err := l.read(ctx, state)
	if err != nil {
		return err
	}
	return l.apply(ctx, index, state, feed)
}

func (l *Live) now() (*Index, followed) {
	l.mu.RLock()
	defer l.mu.RUnlock()
	return l.index, l.state
}

// loading is held by the list that loads: one at a time, so that a core is left for those who ask meanwhile.
var loading = make(chan struct{}, 1)

// load reads the whole list. What changes meanwhile is in the feed after the horizon that was taken first.
func (l *Live) load(ctx context.Context) error {
	select {
	case loading <- struct{}{}:
		defer func() { <-loading }()
	case <-ctx.Done():
		return ctx.Err()
	}
	feed, err := l.read(ctx, followed{})
	if err != nil {
		return err
	}
	started := time.Now()
	fresh := New(l.source.shape)
	err = fresh.Load(func(add func(Row)) error { return l.source.loadAll(ctx, l.db, add) })
	if err != nil {
		return err
	}
	l.mu.Lock()
	l.index, l.state = fresh, followed{horizon: feed.horizon, at: l.clock()}
	l.mu.Unlock()
	l.once.Do(func() { close(l.loaded) })
	if fresh.Len() > manyRows {
		heap.GiveBack() // what the loading needed, and the index before this one
	}
	l.log.Info("list index loaded", "list", l.source.Name, "rows", fresh.Len(), "took", time.Since(started))
	return nil
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

// query reads the feed in one statement, so that it can be read in the same snapshot as the rows of a page.
// On PostgreSQL numbers are given out before they are committed, so a later number may become visible
// first; transaction ids tell which changes can still come: those from the oldest running one on.
func (l *Live) query(from followed) (text string, args []any) {
	if l.db.Postgres() {
		// A subquery hides the number from the planner, who would otherwise plan every page anew; the order keeps him to
		// the index, since he takes the changes for more than they are.
		return `SELECT coalesce(string_agg(seq || ':' || row_id, ','), '') AS feed_changes,
			CAST(CAST(pg_snapshot_xmin(pg_current_snapshot()) AS TEXT) AS BIGINT) AS feed_horizon
			FROM (SELECT seq, row_id FROM list_changes WHERE list = ? AND xid >= (SELECT CAST(CAST(? AS TEXT) AS xid8)) ORDER BY list, xid) new_ones`,
			[]any{l.source.Name, strconv.FormatInt(from.horizon, 10)}
	}
	return `SELECT coalesce(group_concat(seq || ':' || row_id, ','), '') AS feed_changes, coalesce(max(seq), ?) AS feed_horizon
		FROM list_changes WHERE list = ? AND seq > ?`, []any{from.horizon, l.source.Name, from.horizon}
}

func (l *Live) read(ctx context.Context, from followed) (feed, error) {
	text, args := l.query(from)
	c, err := db.One[feedColumns](ctx, l.db, text, args...)
	if err != nil {
		return feed{}, fmt.Errorf("read changes of %s: %w", l.source.Name, err)
	}
	return c.parse(), nil
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

// apply takes over what the feed says. The caller holds following.
func (l *Live) apply(ctx context.Context, index *Index, state followed, f feed) error {
	rows := state.unseen(f)
	if len(rows) > reloadPast {
		return l.load(ctx)
	}
	present := map[int64]Row{}
	if len(rows) > 0 {
		for _, row := range rows {
			if row == everything {
				return l.load(ctx)
			}
		}
		err := l.source.loadThese(ctx, l.db, rows, func(r Row) { present[r.ID] = r.clone() })
		if err != nil {
			return err
		}
	}
	next := followed{horizon: f.horizon, applied: make(map[int64]struct{}, len(f.changes)), at: l.clock()}
	for seq := range f.changes {
		next.applied[seq] = struct{}{}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, row := range rows {
		if r, ok := present[row]; ok {
			index.Put(r)
		} else {
			index.Remove(row)
		}
	}
	l.state = next
	return nil
}

// clone: load reuses its row.
func (r *Row) clone() Row {
	c := *r
	c.Facets, c.Texts, c.Numbers = append([]int64{}, r.Facets...), append([]string{}, r.Texts...), append([]int64{}, r.Numbers...)
	c.Sets = append([][]int64{}, r.Sets...)
	return c
}
