package audit

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"slices"
	"time"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/idset"
)

const (
	noteOnce = 10 * time.Minute // the same page or question of an operator is one row within it
	maxNotes = 10_000           // per instance; with more, rows may repeat
)

// PageSeen is a page of a list of people that an operator was shown.
type PageSeen struct {
	Action     string // "students.list"
	Kind       string // of the people
	University int64  // of all of them; 0 if they may be of several
	Search     string // what was typed; it may name a person, and so is kept apart
	Question   any    // a struct or map of what else was asked; nothing personal
	IDs        []int64
}

// note is a line that is written once in ten minutes, with what is stored beside it.
type note struct {
	line
	personal *personal
	ids      []int64 // of a page
}

// noteKey is an operator's question.
type noteKey struct {
	operator int64
	question string
}

// noted is when a question was last written, and with which ids.
type noted struct {
	at  time.Time
	ids []int64
}

// Listed records a page of people. The same page is recorded again within ten minutes only if it shows other people.
func (q *Queue) Listed(ctx context.Context, p PageSeen) {
	if len(p.IDs) == 0 {
		return
	}
	asked, err := json.Marshal(diff(nil, p.Question))
	if err != nil {
		q.log.Error("audit of a list page", "action", p.Action, "cause", err)
		return
	}
	l := newLine(ctx, q.clock(), Entry{Action: p.Action, Kind: p.Kind})
	l.changes = string(asked)
	if p.University != 0 {
		l.subjectUniversity = &p.University
	}
	n := note{line: l, ids: p.IDs}
	if p.Search != "" {
		said, err := json.Marshal(map[string]Change{searchField: {To: p.Search}})
		if err != nil {
			q.log.Error("audit of a list page", "action", p.Action, "cause", err)
			return
		}
		kept := line{changes: string(said)}
		apart, err := kept.detach()
		if err != nil {
			q.log.Error("audit of a list page", "action", p.Action, "cause", err)
			return
		}
		n.personal, n.personalHash = &apart, kept.personalHash
	}
	q.note(access.From(ctx).Operator, p.Action+"\n"+p.Search+"\n"+l.changes, n)
}

// searchField names the search text in a page's payload.
const searchField = "search"

// Asked records a question that reads personal data: an entry without a change, once in ten minutes.
func (q *Queue) Asked(ctx context.Context, e Entry) {
	l, p, err := compose(ctx, q.clock(), e)
	if err != nil {
		q.log.Error("audit of a question", "action", e.Action, "cause", err)
		return
	}
	asked, _ := json.Marshal(diff(e.Before, e.After)) // compose has marshalled it
	q.note(access.From(ctx).Operator, e.Action+"\n"+e.Object+"\n"+e.About.UUID+"\n"+string(asked), note{line: l, personal: p})
}

func (q *Queue) note(operator int64, question string, n note) {
	key := noteKey{operator, question}
	q.mu.Lock()
	defer q.mu.Unlock()
	if was, ok := q.noted[key]; ok && n.at.Sub(was.at) < noteOnce {
		if covers(was.ids, n.ids) {
			return
		}
	}
	if len(q.noted) >= maxNotes {
		clear(q.noted)
	}
	q.noted[key] = noted{n.at, n.ids}
	if len(q.lines)+len(q.notes) >= queueLimit {
		q.lost++
		return
	}
	q.notes = append(q.notes, n)
}

// covers reports whether every id of a page was on the earlier one.
func covers(earlier, ids []int64) bool {
	if slices.Equal(earlier, ids) {
		return true
	}
	for _, id := range ids {
		if !slices.Contains(earlier, id) {
			return false
		}
	}
	return true
}

// forget drops the questions of more than ten minutes ago.
func (q *Queue) forget(now time.Time) {
	if now.Sub(q.forgotten) < time.Minute {
		return
	}
	q.forgotten = now
	for key, was := range q.noted {
		if now.Sub(was.at) >= noteOnce {
			delete(q.noted, key)
		}
	}
}

func (q *Queue) writeNotes(ctx context.Context, notes []note) error {
	ctx, cancel := context.WithTimeout(db.InBackground(ctx), 10*time.Second)
	defer cancel()
	return q.db.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		for _, n := range notes {
			if err := insertNote(ctx, tx, n); err != nil {
				return err
			}
		}
		return nil
	})
}

// pack packs the ids of a page and puts their hash into the line, where seals cover it.
func (n *note) pack() ([]byte, error) {
	var set idset.Set
	for _, id := range n.ids {
		set.Add(id)
	}
	packed := set.Pack()
	asked := map[string]Change{}
	if err := json.Unmarshal([]byte(n.changes), &asked); err != nil {
		return nil, err
	}
	asked[idsField], asked["rows"] = Change{To: pageHash(packed)}, Change{To: set.Len()}
	changes, err := json.Marshal(asked)
	n.changes = string(changes)
	return packed, err
}

// idsField names the hash of a page's ids in its line.
const idsField = "ids"

func pageHash(packed []byte) string {
	sum := sha256.Sum256(packed)
	return hex.EncodeToString(sum[:])
}

const insertPersonalOf = "INSERT INTO audit_personal (seq, subject, salt, payload) VALUES (?, ?, ?, ?)"

func insertNote(ctx context.Context, tx db.Tx, n note) error {
	var packed []byte
	if len(n.ids) > 0 {
		var err error
		if packed, err = n.pack(); err != nil {
			return err
		}
	}
	seq, err := db.One[int64](ctx, tx, insertLine+" RETURNING seq", n.values()...)
	if err != nil {
		return err
	}
	if packed != nil {
		if _, err := tx.Exec(ctx, "INSERT INTO audit_pages (seq, ids) VALUES (?, ?)", seq, packed); err != nil {
			return err
		}
	}
	if n.personal != nil {
		_, err = tx.Exec(ctx, insertPersonalOf, seq, n.subject, n.personal.salt, n.personal.payload)
	}
	return err
}

// pageRow is a page with what its line says of it.
type pageRow struct {
	Seq     int64  `db:"seq"`
	IDs     []byte `db:"ids"`
	Changes string `db:"changes"`
}

// verifyPages compares the pages with the hashes in the log, and looks for pages that are missing.
func verifyPages(ctx context.Context, d *db.DB, since time.Time, wrong func(string, ...any)) error {
	err := db.Each(ctx, d, func(p pageRow) error {
		if (Record{Raw: p.Changes}).Changes()[idsField].To != pageHash(p.IDs) {
			wrong("список студентов записи %d не сходится с журналом", p.Seq)
		}
		return nil
	}, "SELECT p.seq, p.ids, coalesce(l.changes, '{}') AS changes FROM audit_pages p LEFT JOIN audit_log l ON l.seq = p.seq ORDER BY p.seq")
	if err != nil {
		return err
	}
	return db.Each(ctx, d, func(seq int64) error {
		wrong("у записи %d нет списка студентов, который она показала", seq)
		return nil
	}, "SELECT l.seq FROM audit_log l WHERE l.action IN (?) AND l.at > ? AND NOT EXISTS (SELECT 1 FROM audit_pages p WHERE p.seq = l.seq) ORDER BY l.seq", listActions, since)
}

// The actions of pages.
const (
	StudentsListed     = "students.list"
	ApplicationsListed = "applications.list"
	TwinsShown         = "students.twins"    // who looks like the student of a card
	ParticipantsListed = "participants.list" // of an event
	CodesListed        = "codes.list"        // who has a promotion's codes
	ReviewsListed      = "reviews.list"      // who wrote reviews, also on a partner's card
	ComplaintsListed   = "reviews.complaints"
)

var listActions = []string{StudentsListed, ApplicationsListed, TwinsShown, ParticipantsListed, CodesListed, ReviewsListed, ComplaintsListed}
