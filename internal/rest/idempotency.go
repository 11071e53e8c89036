package rest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime/multipart"
	"slices"
	"strings"
	"time"

	"studbonus/internal/access"
	"studbonus/internal/db"
	"studbonus/internal/fault"
)

const maxKeyLength = 128

// errKeyTaken says that the same key has been used meanwhile: its answer is in the table now.
var errKeyTaken = errors.New("idempotency key taken")

// Multipart is implemented by inputs that carry files, which JSON cannot compare.
type Multipart interface{ MultipartForm() *multipart.Form }

// Aimed is implemented by uploads whose headers say what they are for: that tells requests apart like the form does.
type Aimed interface{ Aim() string }

// OnReplay says what of an answer must be made anew when it is given again: signed links.
func OnReplay[Out any](r Route, again func(context.Context, Out) Out) Route {
	r.again = again
	return r
}

// run calls the handler; with an Idempotency-Key the change and its answer commit together,
// and the same key gives the first answer again (security §1.11).
func run[In, Out any](ctx context.Context, a *API, r Route, in *In, h func(context.Context, *In) (Out, error)) (Out, error) {
	if form, ok := any(in).(Multipart); ok {
		defer form.MultipartForm().RemoveAll() //nolint:errcheck // temporary files; the system clears its folder too
	}
	key := keyFrom(ctx)
	if key == "" || !r.Policy.Idempotent {
		return h(ctx, in)
	}
	var none Out
	if len(key) > maxKeyLength || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return none, fault.Invalid("Idempotency-Key", "Ключ запроса слишком длинный или содержит недопустимые символы.")
	}
	hash, err := requestHash(r, in)
	if err != nil {
		return none, err
	}
	use := keyUse{operator: access.From(ctx).Operator, key: key, hash: hash, now: a.clock()}
	const tries = 2 // a second one finds the answer of the request that took the key first
	for range tries {
		known, found, err := use.answer(ctx, a.db)
		if err != nil {
			return none, err
		}
		if found {
			return replay[Out](ctx, r, known)
		}
		out, err := runOnce(ctx, a.db, use, func(ctx context.Context) (Out, error) { return h(ctx, in) })
		if !errors.Is(err, errKeyTaken) {
			return out, err
		}
	}
	busy := fault.Conflict("Этот запрос уже выполняется.")
	busy.RetryAfter = time.Second
	return none, busy
}

func runOnce[Out any](ctx context.Context, d *db.DB, use keyUse, h func(context.Context) (Out, error)) (Out, error) {
	var none Out
	unit := d.NewUnit(use.claim)
	defer unit.Close()
	out, err := h(unit.With(ctx))
	if err != nil || !unit.Begun() {
		return out, err
	}
	answer, err := json.Marshal(out)
	if err != nil {
		return none, fmt.Errorf("keep answer: %w", err)
	}
	err = unit.Commit(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "UPDATE idempotency_keys SET answer = ? WHERE operator_id = ? AND key = ?", answer, use.operator, use.key)
		return err
	})
	if err != nil {
		return none, err
	}
	return out, nil
}

func replay[Out any](ctx context.Context, r Route, answer []byte) (Out, error) {
	var out Out
	if err := json.Unmarshal(answer, &out); err != nil {
		return out, fmt.Errorf("read kept answer: %w", err)
	}
	if again, ok := r.again.(func(context.Context, Out) Out); ok {
		out = again(ctx, out)
	}
	return out, nil
}

type keyUse struct {
	operator int64
	key      string
	hash     []byte
	now      time.Time
}

func (u keyUse) answer(ctx context.Context, q db.Querier) ([]byte, bool, error) {
	type kept struct {
		Hash   []byte `db:"request_hash"`
		Answer []byte `db:"answer"`
	}
	row, err := db.One[kept](ctx, q, "SELECT request_hash, answer FROM idempotency_keys WHERE operator_id = ? AND key = ?", u.operator, u.key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if !bytes.Equal(row.Hash, u.hash) {
		return nil, false, fault.Invalid("Idempotency-Key", "Этот ключ запроса уже использован с другими данными.")
	}
	return row.Answer, true, nil
}

func (u keyUse) claim(ctx context.Context, tx db.Tx) error {
	n, err := tx.Exec(ctx, "INSERT INTO idempotency_keys (operator_id, key, request_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		u.operator, u.key, u.hash, u.now)
	if err == nil && n == 0 || db.IsLockTimeout(err) { // taken, or just being taken
		return errKeyTaken
	}
	return err
}

// requestHash compares requests decoded: JSON by value, multipart by field, file name and content.
func requestHash(r Route, in any) ([]byte, error) {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, r.Method, r.Path)
	var err error
	if form, ok := in.(Multipart); ok {
		if aimed, ok := in.(Aimed); ok {
			_, _ = fmt.Fprintf(h, "%q\n", aimed.Aim())
		}
		err = hashForm(h, form.MultipartForm())
	} else {
		err = json.NewEncoder(h).Encode(in)
	}
	return h.Sum(nil), err
}

func hashForm(h io.Writer, form *multipart.Form) error {
	names := make([]string, 0, len(form.Value)+len(form.File))
	for name := range form.Value {
		names = append(names, name)
	}
	for name := range form.File {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		_, _ = fmt.Fprintf(h, "%q %q\n", name, form.Value[name])
		for _, file := range form.File[name] {
			_, _ = fmt.Fprintf(h, "%q %d\n", file.Filename, file.Size)
			if err := hashFile(h, file); err != nil {
				return err
			}
		}
	}
	return nil
}

func hashFile(h io.Writer, header *multipart.FileHeader) error {
	f, err := header.Open()
	if err != nil {
		return err
	}
	defer f.Close() //nolint:errcheck // only read
	_, err = io.Copy(h, f)
	return err
}
