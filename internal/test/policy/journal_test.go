package policy

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"studbonus/internal/journal"
)

// formerActions are in logs of former versions alone.
var formerActions = []string{"students.export", "students.exported"}

// actionShape is how actions look: they begin with the name of an area. A status is appended to one that ends with a point.
var actionShape = func() *regexp.Regexp {
	begin := []string{"access", "applications", "codes", "files", "participants", "universities"} // not named after the folder of their area
	folders, _ := os.ReadDir("../..")                                                             // without folders the test finds no action, and fails
	for _, folder := range folders {
		if folder.IsDir() && !slices.Contains([]string{"app", "demo", "platform", "simulation", "test"}, folder.Name()) {
			begin = append(begin, folder.Name())
		}
	}
	return regexp.MustCompile(`^(` + strings.Join(begin, "|") + `)(\.[a-zA-Z]+)*\.?$`)
}()

// notActions look like actions: the name of a fact that a clean-up keeps.
var notActions = []string{"files.swept"}

// The journal has a word for every action and every kind of object that the server can write, and for no others.
func TestTheJournalHasAWordForEverything(t *testing.T) {
	var actions, kinds []string
	for _, folder := range auditingPackages(t) {
		p := parsePackage(t, folder)
		area := filepath.Base(folder)
		for _, file := range p.files {
			ast.Inspect(file, func(n ast.Node) bool {
				if namesJob(n) {
					return false
				}
				actions = append(actions, p.actionsAt(n, area)...)
				kinds = append(kinds, p.kindsAt(n)...)
				if call, ok := n.(*ast.CallExpr); ok && isView(call) {
					for _, kind := range p.textsOf(call.Args[1]) {
						kinds, actions = append(kinds, kind), append(actions, kind+".view")
					}
				}
				return true
			})
		}
	}
	compareWords(t, "action", journal.Actions, append(actions, formerActions...))
	titles := map[string]string{}
	for kind, k := range journal.Kinds {
		titles[kind] = k.Title
	}
	compareWords(t, "kind of object", titles, kinds)
}

func compareWords(t *testing.T, what string, words map[string]string, written []string) {
	t.Helper()
	for _, name := range slices.Compact(slices.Sorted(slices.Values(written))) {
		if words[name] == "" {
			t.Errorf("no word for the %s %q", what, name)
		}
	}
	for name, word := range words {
		if !slices.Contains(written, name) {
			t.Errorf("nothing writes the %s %q (%s)", what, name, word)
		}
	}
}

// auditingPackages are the folders with a file that writes to the log.
func auditingPackages(t *testing.T) (folders []string) {
	t.Helper()
	for _, pattern := range []string{"../../*/*.go", "../../platform/*/*.go"} {
		names, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range names {
			if strings.HasSuffix(name, "_test.go") || strings.Contains(name, "/test/") || strings.Contains(name, "/app/") {
				continue
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
			if err != nil {
				t.Fatal(err)
			}
			if importsAudit(file) || filepath.Base(filepath.Dir(name)) == "audit" {
				folders = append(folders, filepath.Dir(name))
			}
		}
	}
	return slices.Compact(folders)
}

// source is a package with the values of its text constants.
type source struct {
	files     []*ast.File
	constants map[string]string
}

func parsePackage(t *testing.T, folder string) source {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	p := source{constants: map[string]string{}}
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		p.files = append(p.files, file)
		ast.Inspect(file, func(n ast.Node) bool {
			if spec, ok := n.(*ast.ValueSpec); ok && len(spec.Values) == len(spec.Names) {
				for i, name := range spec.Names {
					if text, isText := textOf(spec.Values[i]); isText {
						p.constants[name.Name] = text
					}
				}
			}
			return true
		})
	}
	return p
}

// textsOf returns the value of a literal or a constant.
func (p source) textsOf(n ast.Expr) []string {
	if text, ok := textOf(n); ok {
		return []string{text}
	}
	if name, ok := n.(*ast.Ident); ok && p.constants[name.Name] != "" {
		return []string{p.constants[name.Name]}
	}
	return nil
}

// actionsAt returns the actions that a literal names, anywhere in the package: some are arguments.
func (p source) actionsAt(n ast.Node, area string) (out []string) {
	if area == "journal" { // its words are no proof that something writes them
		if name := actionOf(n); name != "" {
			return []string{name}
		}
		return nil
	}
	if status := actionOf(n); strings.HasSuffix(status, ".") && status != "." {
		for _, to := range decisions[strings.TrimSuffix(status, ".")] {
			out = append(out, status+to)
		}
	}
	literal, ok := n.(*ast.BasicLit)
	if !ok {
		return out
	}
	text, _ := textOf(literal)
	if strings.Contains(text, ".") && !strings.HasSuffix(text, ".") && actionShape.MatchString(text) && !slices.Contains(notActions, text) {
		out = append(out, text)
	}
	return out
}

// kindsAt returns the kinds of objects that an entry, a log of changes or an assignment to an entry names.
func (p source) kindsAt(n ast.Node) (out []string) {
	switch n := n.(type) {
	case *ast.CompositeLit:
		if !slices.Contains([]string{"Entry", "Log", "Statuses", "PageSeen", "shelf"}, typeName(n.Type)) {
			return nil
		}
		for _, e := range n.Elts {
			if pair, ok := e.(*ast.KeyValueExpr); ok && typeName(pair.Key) == "Kind" {
				out = append(out, p.textsOf(pair.Value)...)
			}
		}
	case *ast.KeyValueExpr:
		if typeName(n.Key) == "object" { // of a shelf of the catalogue
			out = p.textsOf(n.Value)
		}
	case *ast.AssignStmt:
		for i, left := range n.Lhs {
			if s, ok := left.(*ast.SelectorExpr); ok && s.Sel.Name == "Kind" && typeName(s.X) == "e" && i < len(n.Rhs) {
				out = append(out, p.textsOf(n.Rhs[i])...)
			}
		}
	}
	return out
}

// typeName returns the last part of a name.
func typeName(n ast.Expr) string {
	switch n := n.(type) {
	case *ast.Ident:
		return n.Name
	case *ast.SelectorExpr:
		return n.Sel.Name
	case *ast.IndexExpr:
		return typeName(n.X)
	}
	return ""
}

func isView(call *ast.CallExpr) bool {
	name, ok := call.Fun.(*ast.SelectorExpr)
	return ok && len(call.Args) == 3 && slices.Contains([]string{"Viewed", "ViewedPerson"}, name.Sel.Name)
}

// namesJob reports whether a part of a source names a kind of job, which looks like an action.
func namesJob(n ast.Node) bool {
	switch n := n.(type) {
	case *ast.FuncDecl:
		return n.Name.Name == "Kind" || n.Name.Name == "KindAliases"
	case *ast.ValueSpec:
		return strings.HasSuffix(n.Names[0].Name, "Kind")
	}
	return false
}
