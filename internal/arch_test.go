// Package internal_test holds the rules of the house (docs/architecture) that a machine can check. It parses the
// files itself: what `go list` says would be answered from the test cache.
package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"
)

const module = "studbonus/"

// layer is a floor of the house: a package imports its own floor and those below, areas not even their own.
type layer int

const (
	leaf layer = iota
	infrastructure
	area
	demonstration
	composition
	commandLine
	testsOnly // imported by tests alone
)

// layers is where each package stands; one that is missing here fails the test.
var layers = map[string]layer{
	"internal/access": leaf, "internal/clock": leaf, "internal/cores": leaf, "internal/db/sqlite": leaf, "internal/fault": leaf, "internal/form": leaf, "internal/heap": leaf, "internal/list": leaf, "internal/spool": leaf,

	"internal/audit": infrastructure, "internal/blob": infrastructure, "internal/db": infrastructure, "internal/files": infrastructure,
	"internal/geo": infrastructure, "internal/index": infrastructure, "internal/jobs": infrastructure, "internal/mail": infrastructure,
	"internal/rest": infrastructure, "internal/richtext": infrastructure, "internal/xlsx": infrastructure, "web": infrastructure,

	"internal/auth": area, "internal/catalog": area, "internal/knowledge": area, "internal/news": area, "internal/partners": area,
	"internal/promotions": area, "internal/reviews": area, "internal/settings": area, "internal/statistics": area,
	"internal/structure": area, "internal/students": area,

	"internal/demo": demonstration, "internal/app": composition, "cmd/studbonus": commandLine,

	"internal": testsOnly, "internal/blob/s3test": testsOnly, "internal/policytest": testsOnly, "internal/testkit": testsOnly, "internal/testkit/pgserver": testsOnly, "internal/testkit/testdb": testsOnly,
}

// source is one parsed file.
type source struct {
	pkg, name string // "internal/students", "store.go"
	lines     int
	isTest    bool
	fset      *token.FileSet
	*ast.File
}

func parse(t *testing.T, pkg, name string, text any) source {
	t.Helper()
	fset := token.NewFileSet()
	path := filepath.Join("..", filepath.FromSlash(pkg), name)
	f, err := parser.ParseFile(fset, path, text, parser.ParseComments)
	if err != nil {
		t.Fatal(err)
	}
	return source{pkg: pkg, name: name, lines: fset.File(f.Pos()).LineCount(), isTest: strings.HasSuffix(name, "_test.go"), fset: fset, File: f}
}

// house is every Go file of the product.
func house(t *testing.T) (all []source) {
	t.Helper()
	for _, root := range []string{"internal", "cmd", "web"} {
		err := filepath.WalkDir(filepath.Join("..", root), func(path string, e fs.DirEntry, err error) error {
			switch {
			case err != nil:
				return err
			case e.IsDir() && (e.Name() == "node_modules" || e.Name() == "testdata" || strings.HasPrefix(e.Name(), ".") && e.Name() != ".."):
				return fs.SkipDir
			case strings.HasSuffix(e.Name(), ".go"):
				pkg, err := filepath.Rel("..", filepath.Dir(path))
				if err != nil {
					return err
				}
				all = append(all, parse(t, filepath.ToSlash(pkg), e.Name(), nil))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if len(all) < 100 {
		t.Fatalf("only %d files found", len(all))
	}
	return all
}

func (s source) imports() (ours []string) {
	for _, i := range s.Imports {
		if name, _ := strconv.Unquote(i.Path.Value); strings.HasPrefix(name, module) {
			ours = append(ours, strings.TrimPrefix(name, module))
		}
	}
	return ours
}

// mayImport tells what is wrong with an import; empty when nothing is.
func mayImport(from, to string, inTest bool) string {
	f, known := layers[from]
	t, knownToo := layers[to]
	switch {
	case !known || !knownToo:
		return "a package is missing from the table of layers"
	case inTest || f == testsOnly:
		return ""
	case t == testsOnly:
		return "only tests import it"
	case t > f:
		return "it stands above"
	case f == area && t == area:
		return "areas never import each other: app hands functions over"
	case f == commandLine && t != composition:
		return "the command line knows app alone"
	}
	return ""
}

func TestImportsGoDownwardsOnly(t *testing.T) {
	for _, s := range house(t) {
		if _, known := layers[s.pkg]; !known {
			t.Errorf("%s is missing from the table of layers", s.pkg)
		}
		for _, to := range s.imports() {
			if wrong := mayImport(s.pkg, to, s.isTest); wrong != "" {
				t.Errorf("%s/%s imports %s: %s", s.pkg, s.name, to, wrong)
			}
		}
	}
}

func TestTheImportRulesSeeWhatTheyShould(t *testing.T) {
	for _, c := range []struct {
		from, to string
		inTest   bool
		allowed  bool
	}{
		{"internal/students", "internal/db", false, true},
		{"internal/students", "internal/fault", false, true},
		{"internal/app", "internal/students", false, true},
		{"internal/demo", "internal/students", false, true},
		{"cmd/studbonus", "internal/app", false, true},
		{"internal/students", "internal/testkit", true, true},
		{"internal/students", "internal/testkit", false, false},
		{"internal/students", "internal/partners", false, false},
		{"internal/students", "internal/app", false, false},
		{"internal/rest", "internal/students", false, false},
		{"internal/db", "internal/demo", false, false},
		{"internal/fault", "internal/db", false, false},
		{"internal/demo", "internal/app", false, false},
		{"cmd/studbonus", "internal/students", false, false},
		{"internal/students", "internal/invented", false, false},
		{"internal/invented", "internal/fault", true, false},
	} {
		if wrong := mayImport(c.from, c.to, c.inTest); (wrong == "") != c.allowed {
			t.Errorf("%s imports %s (in a test: %v): %q, want allowed: %v", c.from, c.to, c.inTest, wrong, c.allowed)
		}
	}
}

var (
	kinds = []string{"service", "store", "http", "jobs", "export"}
	// nouns that stand alone, without a store or service of their own.
	loneNouns  = []string{"internal/auth/token.go", "internal/promotions/file.go"}
	vagueNames = regexp.MustCompile(`^(utils?|helpers?|commons?|misc|managers?|types?|models?|base|shared)(_|\.)`)
	areaFile   = regexp.MustCompile(`^([a-z]+)(?:_(` + strings.Join(kinds, "|") + `))?\.go$`)
)

// oddNames are the files of an area that are none of its six kinds.
func oddNames(pkg string, names []string) (odd []string) {
	for _, name := range names {
		m := areaFile.FindStringSubmatch(name)
		isKind := m != nil && (m[2] != "" || slices.Contains(kinds, m[1]) || m[1] == path.Base(pkg))
		isNoun := m != nil && (slices.Contains(loneNouns, pkg+"/"+name) ||
			slices.ContainsFunc(names, func(other string) bool { return strings.HasPrefix(other, m[1]+"_") }))
		if !isKind && !isNoun || vagueNames.MatchString(name) {
			odd = append(odd, name)
		}
	}
	return odd
}

func TestAnAreaHasOnlyTheSixKindsOfFiles(t *testing.T) {
	areas := map[string][]string{}
	for _, s := range house(t) {
		if layers[s.pkg] == area && !s.isTest {
			areas[s.pkg] = append(areas[s.pkg], s.name)
		}
	}
	for pkg, names := range areas {
		if odd := oddNames(pkg, names); len(odd) > 0 {
			t.Errorf("%s: %v", pkg, odd)
		}
		if !slices.Contains(names, path.Base(pkg)+".go") {
			t.Errorf("%s has no %s.go", pkg, path.Base(pkg))
		}
	}
	got := oddNames("internal/news", []string{
		"news.go", "service.go", "store.go", "http.go", "jobs.go", "export.go", "survey.go", "survey_store.go", "event_http.go",
		"lonely.go", "util.go", "helpers_store.go", "news_cache.go", "Big.go",
	})
	if diff := cmp.Diff([]string{"lonely.go", "util.go", "helpers_store.go", "news_cache.go", "Big.go"}, got); diff != "" {
		t.Errorf("control (-want +got):\n%s", diff)
	}
}

func TestAnAreasRulesAreFreeOfMachinery(t *testing.T) {
	for _, s := range house(t) {
		if layers[s.pkg] != area || s.name != path.Base(s.pkg)+".go" {
			continue
		}
		for _, to := range s.imports() {
			if layers[to] != leaf {
				t.Errorf("%s/%s imports %s: types, transitions and validation know the leaves alone", s.pkg, s.name, to)
			}
		}
	}
}

// undocumented are the exported names of a file that no comment explains.
func undocumented(f *ast.File) (names []string) {
	for _, decl := range f.Decls {
		switch d := decl.(type) {
		case *ast.FuncDecl:
			if d.Name.IsExported() && d.Doc.Text() == "" {
				names = append(names, d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				names = append(names, undocumentedSpec(d, spec)...)
			}
		}
	}
	return names
}

// undocumentedSpec: a group may be explained as a whole, a constant or variable also at its end.
func undocumentedSpec(d *ast.GenDecl, spec ast.Spec) (names []string) {
	switch s := spec.(type) {
	case *ast.TypeSpec:
		if s.Name.IsExported() && s.Doc.Text() == "" && d.Doc.Text() == "" {
			names = append(names, s.Name.Name)
		}
	case *ast.ValueSpec:
		for _, n := range s.Names {
			if n.IsExported() && s.Doc.Text() == "" && s.Comment.Text() == "" && d.Doc.Text() == "" {
				names = append(names, n.Name)
			}
		}
	}
	return names
}

func TestEveryExportedNameAndEveryPackageIsExplained(t *testing.T) {
	explained := map[string]bool{}
	for _, s := range house(t) {
		if s.isTest {
			continue
		}
		explained[s.pkg] = explained[s.pkg] || s.Doc.Text() != ""
		if names := undocumented(s.File); len(names) > 0 {
			t.Errorf("%s/%s: %v", s.pkg, s.name, names)
		}
	}
	for pkg, has := range explained {
		if !has {
			t.Errorf("%s has no package comment", pkg)
		}
	}
	control := parse(t, "internal/x", "x.go", "package x\n\nfunc A() {}\n\n// B is.\nfunc B() {}\n\ntype C int\n\nconst (\n\tD = 1\n\tE = 2 // is\n)\n\n// Group.\nvar (\n\tF int\n)\n\nfunc (C) G() {}\n")
	if diff := cmp.Diff([]string{"A", "C", "D", "G"}, undocumented(control.File)); diff != "" {
		t.Errorf("control (-want +got):\n%s", diff)
	}
}

func TestNoFileIsLong(t *testing.T) {
	const most = 400
	for _, s := range house(t) {
		if s.lines > most+1 { // the last line's end counts as one
			t.Errorf("%s/%s has %d lines, want at most %d", s.pkg, s.name, s.lines, most)
		}
	}
}

func TestNamesInCodeAreEnglish(t *testing.T) {
	foreign := func(f *ast.File) (names []string) {
		ast.Inspect(f, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && strings.ContainsFunc(id.Name, func(r rune) bool { return r > unicode.MaxASCII }) {
				names = append(names, id.Name)
			}
			return true
		})
		return names
	}
	for _, s := range house(t) {
		if names := foreign(s.File); len(names) > 0 {
			t.Errorf("%s/%s: %v", s.pkg, s.name, names)
		}
	}
	// The second о is Cyrillic: nobody would see it.
	if got := foreign(parse(t, "internal/x", "x.go", "package x\n\nvar cоunt, plain = \"текст\", 1\n").File); len(got) != 1 {
		t.Errorf("control: %v", got)
	}
}

// printing are the calls of a file that write to the terminal.
func printing(f *ast.File) (calls []string) {
	ast.Inspect(f, func(n ast.Node) bool {
		call, ok := n.(*ast.CallExpr)
		if !ok {
			return true
		}
		switch fn := call.Fun.(type) {
		case *ast.SelectorExpr:
			name := fmt.Sprintf("%v.%s", fn.X, fn.Sel.Name)
			if strings.HasPrefix(name, "fmt.Print") || strings.HasPrefix(name, "log.") {
				calls = append(calls, name)
			}
		case *ast.Ident:
			if fn.Name == "println" || fn.Name == "print" {
				calls = append(calls, fn.Name)
			}
		}
		return true
	})
	return calls
}

func TestOnlyCommandsPrint(t *testing.T) {
	for _, s := range house(t) {
		mayPrint := layers[s.pkg] >= composition
		if calls := printing(s.File); len(calls) > 0 && !mayPrint && !s.isTest {
			t.Errorf("%s/%s: %v; logs go through slog, words to an administrator through app", s.pkg, s.name, calls)
		}
	}
	control := parse(t, "internal/x", "x.go", "package x\n\nfunc a() { fmt.Println(1); fmt.Fprintln(w, 1); println(2); log.Printf(\"\"); slog.Info(\"\") }\n")
	if diff := cmp.Diff([]string{"fmt.Println", "println", "log.Printf"}, printing(control.File)); diff != "" {
		t.Errorf("control (-want +got):\n%s", diff)
	}
}

// owners are the rooms that set what the whole process shares: two who set it undo one another.
var owners = map[string]string{
	"debug.SetGCPercent": "internal/heap", "debug.SetMemoryLimit": "internal/heap", "debug.FreeOSMemory": "internal/heap",
	"runtime.GOMAXPROCS": "internal/cores", "runtime.SetDefaultGOMAXPROCS": "internal/cores",
	"runtime.NumCPU": "nobody", // it does not know the limits of a container: cores.Count does
}

func TestWhatTheProcessSharesHasOneOwner(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range house(t) {
		if f.isTest {
			continue
		}
		ast.Inspect(f.File, func(n ast.Node) bool {
			selector, ok := n.(*ast.SelectorExpr)
			if !ok {
				return true
			}
			if from, ok := selector.X.(*ast.Ident); ok {
				name := from.Name + "." + selector.Sel.Name
				if owner, shared := owners[name]; shared && owner != f.pkg {
					t.Errorf("%s/%s calls %s, which is %s's", f.pkg, f.name, name, owner)
				}
				seen[name] = true
			}
			return true
		})
	}
	if !seen["debug.SetGCPercent"] || !seen["runtime.GOMAXPROCS"] {
		t.Error("control: the owners' own calls are not found")
	}
}
