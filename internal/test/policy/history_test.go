package policy

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// decisions are the statuses that a decision can set, by area: their actions are built as "students." + status.
var decisions = map[string][]string{
	"students":   {"active", "blocked", "rejected"},
	"partners":   {"active", "blocked"},
	"promotions": {"active", "blocked"},
	"reviews":    {"public", "rejected"},
	"news":       {"approved", "blocked", "declined", "wait"},
	"operators":  {"active", "blocked"},
}

// historyElsewhere lists sources of other areas that write to the history of an area's cards.
var historyElsewhere = map[string]string{"students": "cards/device*.go", "partners": "cards/till*.go", "operators": "settings/se*.go"}

// consoleNames maps areas to their folders in the console, where they differ.
var consoleNames = map[string]string{"catalog": "catalogues"}

// TestHistoryVocabulary lists every action and field that the areas with a history write to the audit log. The test
// web/console/test/history.test.ts reads the list and fails on one without a text.
func TestHistoryVocabulary(t *testing.T) {
	var lines []string
	for _, area := range historyAreas(t) {
		for _, line := range vocabularyOf(t, area, decisions[area]) {
			lines = append(lines, cmp.Or(consoleNames[area], area)+" "+line)
		}
	}
	slices.Sort(lines)
	golden(t, "history.txt", strings.Join(slices.Compact(lines), "\n")+"\n")
}

// historyAreas returns the areas that serve the history of a card.
func historyAreas(t *testing.T) (areas []string) {
	t.Helper()
	names, err := filepath.Glob("../../*/*http.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		text, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if strings.Contains(string(text), `"GET /v1/audit/`) {
			areas = append(areas, filepath.Base(filepath.Dir(name)))
		}
	}
	return slices.Compact(areas)
}

func vocabularyOf(t *testing.T, area string, statuses []string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join("../..", area, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	if elsewhere := historyElsewhere[area]; elsewhere != "" {
		more, err := filepath.Glob(filepath.Join("../..", elsewhere))
		if err != nil || len(more) == 0 {
			t.Fatalf("nothing in %s: %v", elsewhere, err)
		}
		names = append(names, more...)
	}
	var found []string
	for _, name := range names {
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if field, ok := n.(*ast.Field); ok && field.Tag != nil {
				tag, _ := strconv.Unquote(field.Tag.Value)
				if name := reflect.StructTag(tag).Get("form"); name != "" {
					found = append(found, "field "+name)
				}
			}
			if importsAudit(file) { // other files have maps that are not audit fields
				for _, field := range auditFields(n) {
					found = append(found, "field "+field)
				}
			}
			if action := actionOf(n); strings.HasSuffix(action, ".") {
				for _, status := range statuses {
					found = append(found, "action "+action+status)
				}
			} else if action != "" {
				found = append(found, "action "+action)
			}
			return true
		})
	}
	return found
}

func importsAudit(file *ast.File) bool {
	return slices.ContainsFunc(file.Imports, func(i *ast.ImportSpec) bool { return strings.HasSuffix(i.Path.Value, `/platform/audit"`) })
}

// actionOf returns the value of Action in an audit.Entry; "students." if a status is appended to it, as record.Statuses does
// with its Area.
func actionOf(n ast.Node) string {
	pair, ok := n.(*ast.KeyValueExpr)
	if !ok {
		return ""
	}
	key, ok := pair.Key.(*ast.Ident)
	if ok && key.Name == "Area" {
		area, isText := textOf(pair.Value)
		if !isText { // the area of a route or an export
			return ""
		}
		return area + "."
	}
	if !ok || !strings.HasSuffix(strings.ToLower(key.Name), "action") { // Action of an entry, or addAction of a table
		return ""
	}
	value := pair.Value
	if sum, ok := value.(*ast.BinaryExpr); ok {
		value = sum.X
	}
	text, _ := textOf(value)
	return text
}

// auditFields returns the keys of a map literal, the key of an assignment to a map, or what record.Statuses writes.
func auditFields(n ast.Node) []string {
	var keys []ast.Expr
	switch n := n.(type) {
	case *ast.KeyValueExpr:
		if key, ok := n.Key.(*ast.Ident); ok && key.Name == "Reasons" {
			reason, _ := textOf(n.Value)
			return []string{"status", reason}
		}
	case *ast.CompositeLit:
		if _, ok := n.Type.(*ast.MapType); !ok {
			return nil
		}
		for _, e := range n.Elts {
			keys = append(keys, e.(*ast.KeyValueExpr).Key)
		}
	case *ast.AssignStmt:
		for _, left := range n.Lhs {
			if index, ok := left.(*ast.IndexExpr); ok {
				keys = append(keys, index.Index)
			}
		}
	}
	var out []string
	for _, key := range keys {
		if text, ok := textOf(key); ok {
			out = append(out, text)
		}
	}
	return out
}

// textOf returns the value of a string literal.
func textOf(n ast.Node) (string, bool) {
	literal, ok := n.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	text, err := strconv.Unquote(literal.Value)
	return text, err == nil
}
