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

	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
)

const maxKeyLength = 128

// errKeyTaken means that a parallel request with the same key has won; its response is stored or about to be.
var errKeyTaken = errors.New("idempotency key taken")

// Multipart is implemented by inputs with files, which cannot be compared as JSON.
type Multipart interface{ MultipartForm() *multipart.Form }

// Targeted is implemented by uploads whose path or headers name the object they are for. The target is part of the request's
// hash, like the form.
type Targeted interface{ UploadTarget() string }

// OnReplay sets a function that refreshes a stored response before it is sent again: signed links may have expired.
func OnReplay[Out any](r Route, refresh func(context.Context, Out) Out) Route {
	r.onReplay = func(ctx context.Context, out any) any {
		return refresh(ctx, *out.(*Out)) //nolint:forcetypeassert // the call's own type
	}
	return r
}

type idempotencyCtx struct{}

func keyFrom(ctx context.Context) string {
	key, _ := ctx.Value(idempotencyCtx{}).(string)
	return key
}

// runIdempotent calls the handler. With an Idempotency-Key the change and its response commit together, and a repeated key
// gets the first response (rules 1.8).
func (a *API) runIdempotent(ctx context.Context, r Route, in any, h handler) (any, error) {
	key := keyFrom(ctx)
	if key == "" || !r.Policy.Idempotent {
		return h.run(ctx, in)
	}
	if len(key) > maxKeyLength || strings.ContainsFunc(key, func(r rune) bool { return r <= ' ' || r > '~' }) {
		return nil, fault.Invalid("Idempotency-Key", "Ключ запроса слишком длинный или содержит недопустимые символы.")
	}
	hash, err := requestHash(r, in)
	if err != nil {
		return nil, err
	}
	request := keyedRequest{by: callerFrom(ctx), key: key, hash: hash, now: a.clock()}
	const tries = 2 // the second finds the response of the request that took the key first
	for range tries {
		stored, found, err := request.storedResponse(ctx, a.db)
		if err != nil {
			return nil, err
		}
		if found {
			return replay(ctx, r, stored, h.newOut())
		}
		out, err := runOnce(ctx, a.db, request, func(ctx context.Context) (any, error) { return h.run(ctx, in) })
		if !errors.Is(err, errKeyTaken) {
			return out, err
		}
	}
	busy := fault.Conflict("Этот запрос уже выполняется.")
	busy.RetryAfter = time.Second
	return nil, busy
}

func runOnce(ctx context.Context, d *db.DB, request keyedRequest, h func(context.Context) (any, error)) (any, error) {
	unit := d.NewUnit(request.claim)
	defer unit.Close()
	out, err := h(unit.With(ctx))
	if err != nil || !unit.Started() {
		return out, err
	}
	response, err := json.Marshal(out)
	if err != nil {
		return nil, fmt.Errorf("encode response: %w", err)
	}
	err = unit.Commit(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, request.statements().answer, response, request.by.id, request.key)
		return err
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

func replay(ctx context.Context, r Route, response []byte, out any) (any, error) {
	if err := json.Unmarshal(response, out); err != nil {
		return nil, fmt.Errorf("decode stored response: %w", err)
	}
	if r.onReplay != nil {
		out = r.onReplay(ctx, out)
	}
	return out, nil
}

// keyedRequest is a request with an Idempotency-Key.
type keyedRequest struct {
	by   callerKey
	key  string
	hash []byte
	now  time.Time
}

// keyStatements are the queries on the keys of one kind of caller. Members have a table of their own: their numbers are not
// the operators'.
type keyStatements struct{ find, claim, answer string }

var (
	operatorKeys = keyStatements{
		find:   "SELECT request_hash, answer FROM idempotency_keys WHERE operator_id = ? AND key = ?",
		claim:  "INSERT INTO idempotency_keys (operator_id, key, request_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		answer: "UPDATE idempotency_keys SET answer = ? WHERE operator_id = ? AND key = ?",
	}
	memberKeys = keyStatements{
		find:   "SELECT request_hash, answer FROM member_idempotency_keys WHERE member_id = ? AND key = ?",
		claim:  "INSERT INTO member_idempotency_keys (member_id, key, request_hash, created_at) VALUES (?, ?, ?, ?) ON CONFLICT DO NOTHING",
		answer: "UPDATE member_idempotency_keys SET answer = ? WHERE member_id = ? AND key = ?",
	}
)

func (k keyedRequest) statements() keyStatements {
	if k.by.kind == "member" {
		return memberKeys
	}
	return operatorKeys
}

func (k keyedRequest) storedResponse(ctx context.Context, q db.Querier) ([]byte, bool, error) {
	type stored struct {
		Hash   []byte `db:"request_hash"`
		Answer []byte `db:"answer"`
	}
	row, err := db.One[stored](ctx, q, k.statements().find, k.by.id, k.key)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, false, nil
	}
	if err != nil {
		return nil, false, err
	}
	if !bytes.Equal(row.Hash, k.hash) {
		return nil, false, fault.Invalid("Idempotency-Key", "Этот ключ запроса уже использован с другими данными.")
	}
	return row.Answer, true, nil
}

// claim inserts the key, or fails with errKeyTaken.
func (k keyedRequest) claim(ctx context.Context, tx db.Tx) error {
	n, err := tx.Exec(ctx, k.statements().claim, k.by.id, k.key, k.hash, k.now)
	if err == nil && n == 0 || db.IsLockTimeout(err) { // taken, or locked by a request that is inserting it
		return errKeyTaken
	}
	return err
}

// requestHash hashes the decoded request: JSON by value, multipart by field, file name and content.
func requestHash(r Route, in any) ([]byte, error) {
	h := sha256.New()
	_, _ = fmt.Fprintln(h, r.Method, r.Path)
	var err error
	if form, ok := in.(Multipart); ok {
		if targeted, ok := in.(Targeted); ok {
			_, _ = fmt.Fprintf(h, "%q\n", targeted.UploadTarget())
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

const keepAnswers = 24 * time.Hour // rules 1.8: how long a repeated request gets the first answer

// DeleteOldAnswers deletes the answers that are no longer replayed.
func DeleteOldAnswers(ctx context.Context, d *db.DB, now time.Time) error {
	return d.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM idempotency_keys WHERE created_at < ?", now.Add(-keepAnswers))
		if err == nil {
			_, err = tx.Exec(ctx, "DELETE FROM member_idempotency_keys WHERE created_at < ?", now.Add(-keepAnswers))
		}
		return err
	})
}
