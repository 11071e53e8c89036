package auth_test

import (
	"fmt"
	"strings"
	"testing"

	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

const resetSubject = "Сброс пароля в СтудБонус"

// nothingKept fails if a text column of the database contains a secret.
func nothingKept(t *testing.T, a *kit.App, secrets ...string) {
	t.Helper()
	tables := "SELECT name FROM sqlite_master WHERE type = 'table'"
	if a.DB.Postgres() {
		tables = "SELECT table_name FROM information_schema.tables WHERE table_schema = 'public' AND table_type = 'BASE TABLE'"
	}
	names, err := db.All[string](t.Context(), a.DB, tables)
	if err != nil {
		t.Fatal(err)
	}
	for _, table := range names {
		for _, row := range rowsAsText(t, a, table) {
			for _, s := range secrets {
				if strings.Contains(row, s) {
					t.Errorf("table %s keeps a secret: %s", table, row)
				}
			}
		}
	}
}

func rowsAsText(t *testing.T, a *kit.App, table string) []string {
	t.Helper()
	rows, err := db.Query(t.Context(), a.DB, `SELECT * FROM "`+table+`"`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close() //nolint:errcheck // a test
	columns, err := rows.Columns()
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for rows.Next() {
		values, at := make([]any, len(columns)), make([]any, len(columns))
		for i := range values {
			at[i] = &values[i]
		}
		if err := rows.Scan(at...); err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, v := range values {
			if raw, ok := v.([]byte); ok {
				v = string(raw)
			}
			fmt.Fprint(&text, v, " ")
		}
		out = append(out, text.String())
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return out
}
