package db_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"studbonus/internal/test/testdb"
)

// foreign lists tables of River, goose and SQLite.
const foreign = " NOT LIKE 'river_%' AND table_name NOT LIKE 'goose_%' AND table_name NOT LIKE 'sqlite_%' AND table_name NOT LIKE 'pg_%'"

// onlyOnPostgres are columns that one engine needs and the other does not, each with its reason.
var onlyOnPostgres = map[string]string{
	"list_changes.xid required": "several writers commit out of order; SQLite has one",
}

func TestBothEnginesHaveTheSameTablesAndColumns(t *testing.T) {
	sqlite, postgres := testdb.New(t, testdb.SQLite), testdb.New(t, testdb.PostgreSQL)
	inSQLite := all[string](t, sqlite, `SELECT table_name || '.' || name || needed FROM (
		SELECT m.name AS table_name, c.name, CASE WHEN c."notnull" OR c.pk > 0 THEN ' required' ELSE '' END AS needed
		FROM sqlite_master m JOIN pragma_table_info(m.name) c WHERE m.type = 'table') AS columns
		WHERE table_name`+foreign+` ORDER BY 1`)
	var inPostgres []string
	for _, column := range all[string](t, postgres, `SELECT table_name || '.' || column_name || CASE is_nullable WHEN 'NO' THEN ' required' ELSE '' END COLLATE "C"
		FROM information_schema.columns WHERE table_schema = 'public' AND table_name`+foreign+` ORDER BY 1`) {
		if onlyOnPostgres[column] == "" {
			inPostgres = append(inPostgres, column)
		}
	}
	if len(inSQLite) < 50 {
		t.Fatalf("only %d columns found", len(inSQLite))
	}
	if diff := cmp.Diff(inSQLite, inPostgres); diff != "" {
		t.Errorf("columns (-sqlite +postgres):\n%s", diff)
	}
}

func TestBothEnginesHaveTheSameIndexes(t *testing.T) {
	sqlite, postgres := testdb.New(t, testdb.SQLite), testdb.New(t, testdb.PostgreSQL)
	inSQLite := all[string](t, sqlite, `SELECT table_name || '.' || name FROM (SELECT tbl_name AS table_name, name FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL) AS indexes
		WHERE table_name`+foreign+` ORDER BY 1`)
	inPostgres := all[string](t, postgres, `SELECT table_name || '.' || name COLLATE "C" FROM (
		SELECT t.relname AS table_name, c.relname AS name FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid JOIN pg_class t ON t.oid = i.indrelid
		WHERE NOT EXISTS (SELECT 1 FROM pg_constraint WHERE conindid = i.indexrelid)) AS indexes
		WHERE table_name`+foreign+` ORDER BY 1`)
	if len(inSQLite) < 10 {
		t.Fatalf("only %d indexes found", len(inSQLite))
	}
	inSQLite = slices.DeleteFunc(inSQLite, func(index string) bool { return index == "students.students_status" }) // see baseline/students.sql
	if diff := cmp.Diff(inSQLite, inPostgres); diff != "" {
		t.Errorf("indexes (-sqlite +postgres):\n%s", diff)
	}
}
