package db

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/jackc/pgx/v5/pgxpool"
)

func TestPlaceholdersAreTranslatedPerEngine(t *testing.T) {
	for _, c := range []struct {
		name, text       string
		args             []any
		sqlite, postgres string
		bound            []any // nil: the arguments as they are
	}{
		{name: "plain values are numbered", text: "a = ? AND b = ?", args: []any{1, "x"}, sqlite: "a = ? AND b = ?", postgres: "a = $1 AND b = $2"},
		{name: "a question in quotes is text", text: "a = 'what?' AND b = ?", args: []any{1}, sqlite: "a = 'what?' AND b = ?", postgres: "a = 'what?' AND b = $1"},
		{name: "a doubled quote does not end the text", text: "a = 'it''s ?' AND b = ?", args: []any{1}, sqlite: "a = 'it''s ?' AND b = ?", postgres: "a = 'it''s ?' AND b = $1"},
		{name: "a list is spread", text: "id IN (?)", args: []any{[]int64{7, 8, 9}}, sqlite: "id IN (?,?,?)", postgres: "id IN ($1,$2,$3)", bound: []any{int64(7), int64(8), int64(9)}},
		{
			name: "what follows a list is numbered on", text: "a = ? AND id IN (?) AND b = ?", args: []any{"x", []string{"p", "q"}, 5},
			sqlite: "a = ? AND id IN (?,?) AND b = ?", postgres: "a = $1 AND id IN ($2,$3) AND b = $4", bound: []any{"x", "p", "q", 5},
		},
		{name: "an empty list holds for nothing", text: "id IN (?) AND b = ?", args: []any{[]int64{}, 5}, sqlite: "id IN (NULL) AND b = ?", postgres: "id IN (NULL) AND b = $1", bound: []any{5}},
		{name: "a nil list is an empty one", text: "id IN (?)", args: []any{[]string(nil)}, sqlite: "id IN (NULL)", postgres: "id IN (NULL)", bound: []any{}},
		{name: "a list beside a quoted question", text: "a <> '?' AND id IN (?)", args: []any{[]string{"p"}}, sqlite: "a <> '?' AND id IN (?)", postgres: "a <> '?' AND id IN ($1)", bound: []any{"p"}},
		{name: "bytes are one value", text: "hash = ?", args: []any{[]byte("abc")}, sqlite: "hash = ?", postgres: "hash = $1"},
		{name: "nil is a value", text: "a = ? AND b = ?", args: []any{nil, 1}, sqlite: "a = ? AND b = ?", postgres: "a = $1 AND b = $2"},
		{name: "a question beyond the arguments stays", text: "a ? 'key' AND b = 1", sqlite: "a ? 'key' AND b = 1", postgres: "a ? 'key' AND b = 1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.bound == nil {
				c.bound = c.args
			}
			for d, want := range map[*DB]string{{}: c.sqlite, {pool: &pgxpool.Pool{}}: c.postgres} {
				for _, round := range []string{"first", "remembered"} {
					text, args := d.bind(c.text, c.args)
					if text != want {
						t.Errorf("%s: %q, want %q", round, text, want)
					}
					if diff := cmp.Diff(c.bound, args); diff != "" {
						t.Errorf("%s, %q: arguments (-want +got):\n%s", round, text, diff)
					}
				}
			}
		})
	}
}
