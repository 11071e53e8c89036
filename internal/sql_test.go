package internal_test

import (
	"go/ast"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// tableOwners are the packages outside areas that own tables; they may keep SQL in any file.
var tableOwners = []string{
	"internal/platform/audit", "internal/platform/db", "internal/platform/files", "internal/platform/geo", "internal/platform/jobs",
	"internal/platform/leases", "internal/platform/listengine", "internal/platform/rest", "internal/platform/undo",
}

var (
	looksLikeSQL = regexp.MustCompile(`\b(SELECT|INSERT INTO|DELETE FROM|UPDATE [a-z_]+ SET|LOCK TABLE|PRAGMA)\s`)
	writtenTable = regexp.MustCompile(`\b(?:INSERT (?:OR [A-Z]+ )?INTO|DELETE FROM|UPDATE|TRUNCATE)\s+([a-z_]+)\b`)
	tableName    = regexp.MustCompile(`^[a-z_]+$`)
	namedByValue = regexp.MustCompile(`\b(?:INSERT INTO|DELETE FROM|UPDATE) $`) // continued by a table's name
	createTable  = regexp.MustCompile(`CREATE TABLE ([a-z_]+)`)
)

// literals returns the string literals of a file.
func literals(f *ast.File) (texts []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			texts = append(texts, text)
		}
		return true
	})
	return texts
}

func isStore(name string) bool { return name == "store.go" || strings.HasSuffix(name, "_store.go") }

func TestSQLIsOnlyInStores(t *testing.T) {
	found := 0
	for _, s := range house(t) {
		if s.isTest || layerOf(s.pkg) == testsOnly || s.pkg == "internal/demo" { // demo only reads
			continue
		}
		for _, text := range literals(s.File) {
			switch {
			case !looksLikeSQL.MatchString(text):
			case isStore(s.name) || slices.Contains(tableOwners, s.pkg):
				found++
			default:
				t.Errorf("%s/%s: move to a store: %.80q", s.pkg, s.name, text)
			}
		}
	}
	if found < 100 {
		t.Errorf("control: only %d queries found", found)
	}
}

// schemaTables returns the tables that migrations create.
func schemaTables(t *testing.T) map[string]bool {
	t.Helper()
	tables := map[string]bool{}
	err := filepath.WalkDir("platform/db/migrations", func(path string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, m := range createTable.FindAllStringSubmatch(string(text), -1) {
			tables[m[1]] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return tables
}

// namedTables returns the tables that a file names in constants, fields and loops, if it writes a table that is not in its SQL.
func namedTables(f *ast.File, all map[string]bool) (tables []string) {
	add := func(n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if name, _ := strconv.Unquote(lit.Value); all[name] {
					tables = append(tables, name)
				}
			}
			return true
		})
	}
	if !slices.ContainsFunc(literals(f), namedByValue.MatchString) {
		return nil
	}
	ast.Inspect(f, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.ValueSpec:
			for _, value := range n.Values {
				if lit, ok := value.(*ast.BasicLit); ok {
					add(lit)
				}
			}
		case *ast.KeyValueExpr:
			if key, ok := n.Key.(*ast.Ident); ok && (key.Name == "table" || key.Name == "name") {
				add(n.Value)
			}
		case *ast.RangeStmt:
			add(n.X)
		}
		return true
	})
	return tables
}

// written returns the tables that a file writes, in SQL or by a call with the table's name.
func written(f *ast.File, all map[string]bool) map[string]bool {
	tables := map[string]bool{}
	for _, table := range namedTables(f, all) {
		tables[table] = true
	}
	for _, text := range literals(f) {
		for _, m := range writtenTable.FindAllStringSubmatch(text, -1) {
			tables[m[1]] = true
		}
	}
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok || len(call.Args) < 2 {
			return true
		}
		fn, ok := call.Fun.(*ast.SelectorExpr)
		if !ok || !slices.Contains([]string{"Bulk", "Insert", "Update"}, fn.Sel.Name) {
			return true
		}
		for _, arg := range call.Args[1:min(3, len(call.Args))] { // db.Insert takes the transaction before the table name
			if lit, ok := arg.(*ast.BasicLit); ok {
				if name, _ := strconv.Unquote(lit.Value); tableName.MatchString(name) {
					tables[name] = true
				}
			}
		}
		return true
	})
	return tables
}

func TestATableIsWrittenByOnePackage(t *testing.T) {
	writers, all := map[string]map[string]bool{}, schemaTables(t)
	for _, s := range house(t) {
		if s.isTest || layerOf(s.pkg) == testsOnly {
			continue
		}
		for table := range written(s.File, all) {
			if writers[table] == nil {
				writers[table] = map[string]bool{}
			}
			writers[table][s.pkg] = true
		}
	}
	for table, pkgs := range writers {
		if len(pkgs) > 1 {
			t.Errorf("%s is written by %v: the owner hands functions over in app", table, slices.Sorted(maps.Keys(pkgs)))
		}
	}
	for table, want := range map[string]string{
		"students": "internal/students", "operators": "internal/operators", "universities": "internal/catalog", "audit_log": "internal/platform/audit",
		"idempotency_keys": "internal/platform/rest", "meta": "internal/platform/db", "discounts": "internal/partners", "regions": "internal/catalog",
		"known_devices": "internal/members", "partner_categories": "internal/catalog", "trade_points": "internal/partners",
	} {
		if !writers[table][want] {
			t.Errorf("control: %s does not write %s", want, table)
		}
	}
	control := parse(t, "internal/x", "x.go", "package x\n\nvar a = \"INSERT INTO a (b) VALUES (?)\"\nvar b = `WITH g AS (DELETE FROM b RETURNING c) INSERT OR IGNORE INTO c SELECT 1`\nvar _ = d.Bulk(ctx, \"d\", nil)\nvar _, _ = db.Insert(ctx, tx, \"f\", c), db.Update(ctx, tx, \"g\", 1, c)\nvar e = \"UPDATE e SET x = 1 FOR UPDATE\"\n")
	if diff := cmp.Diff([]string{"a", "b", "c", "d", "e", "f", "g"}, slices.Sorted(maps.Keys(written(control.File, nil)))); diff != "" {
		t.Errorf("control (-want +got):\n%s", diff)
	}
	control = parse(t, "internal/x", "x.go", "package x\n\nconst a = \"news\"\n\nvar b = shelf{table: \"cities\", key: \"files\"}\n\nfunc c() {\n\tfor _, t := range []string{\"notices\"} {\n\t\texec(\"DELETE FROM \" + t)\n\t}\n\tids(\"partners\")\n}\n")
	if diff := cmp.Diff([]string{"cities", "news", "notices"}, slices.Sorted(maps.Keys(written(control.File, all)))); diff != "" {
		t.Errorf("control of names (-want +got):\n%s", diff)
	}
}
