// Package internal_test checks the rules of docs/architecture.md. It parses the files itself, because a test that runs
// `go list` is answered from the test cache.
package internal_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
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

// house lists every Go file of the product.
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

var (
	kinds = []string{"service", "store", "http", "jobs", "export", "desk"}
	// nouns without a store or service of their own.
	loneNouns  = []string{"internal/auth/token.go", "internal/catalog/csv.go", "internal/catalog/lines.go", "internal/journal/objects.go", "internal/journal/words.go", "internal/members/challenge.go", "internal/promotions/file.go", "internal/promotions/queue.go"}
	vagueNames = regexp.MustCompile(`^(utils?|helpers?|commons?|misc|managers?|types?|models?|base|shared)(_|\.)`)
	areaFile   = regexp.MustCompile(`^([a-z]+)(?:_(` + strings.Join(kinds, "|") + `))?\.go$`)
)

// oddNames are area files outside these kinds.
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

func TestAreasHaveOnlyTheAgreedKindsOfFiles(t *testing.T) {
	areas := map[string][]string{}
	for _, s := range house(t) {
		if layerOf(s.pkg) == area && !s.isTest {
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

func TestRulesOfAreasImportOnlyLeaves(t *testing.T) {
	for _, s := range house(t) {
		if layerOf(s.pkg) != area || s.name != path.Base(s.pkg)+".go" {
			continue
		}
		for _, to := range s.imports() {
			if layerOf(to) != leaf {
				t.Errorf("%s/%s imports %s: types, transitions and validation know the leaves alone", s.pkg, s.name, to)
			}
		}
	}
}

// undocumented returns the exported names of a file without a comment.
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

// undocumentedSpec: a comment on the group is enough; a constant or variable may also have a trailing one.
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

func TestEveryExportedNameAndPackageIsDocumented(t *testing.T) {
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
		if s.lines > most+1 { // the final newline counts as a line
			t.Errorf("%s/%s has %d lines, want at most %d", s.pkg, s.name, s.lines, most)
		}
	}
}

func TestNoFunctionIsLong(t *testing.T) {
	const most = 60
	for _, s := range house(t) {
		for _, d := range s.Decls {
			f, ok := d.(*ast.FuncDecl)
			if !ok || s.isTest {
				continue
			}
			if lines := s.fset.Position(f.End()).Line - s.fset.Position(f.Pos()).Line + 1; lines > most {
				t.Errorf("%s/%s: %s has %d lines, want at most %d", s.pkg, s.name, f.Name.Name, lines, most)
			}
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
	// The second о is Cyrillic, which looks the same.
	if got := foreign(parse(t, "internal/x", "x.go", "package x\n\nvar cоunt, plain = \"текст\", 1\n").File); len(got) != 1 {
		t.Errorf("control: %v", got)
	}
}

// printing returns the calls of a file that write to the terminal.
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
		mayPrint := layerOf(s.pkg) >= composition
		if calls := printing(s.File); len(calls) > 0 && !mayPrint && !s.isTest {
			t.Errorf("%s/%s: %v; logs go through slog, words to an administrator through app", s.pkg, s.name, calls)
		}
	}
	control := parse(t, "internal/x", "x.go", "package x\n\nfunc a() { fmt.Println(1); fmt.Fprintln(w, 1); println(2); log.Printf(\"\"); slog.Info(\"\") }\n")
	if diff := cmp.Diff([]string{"fmt.Println", "println", "log.Printf"}, printing(control.File)); diff != "" {
		t.Errorf("control (-want +got):\n%s", diff)
	}
}

// owners are the only packages that may set process-wide state; two setters would undo each other.
var owners = map[string]string{
	"debug.SetGCPercent": "internal/platform/tuning", "debug.SetMemoryLimit": "internal/platform/tuning", "debug.FreeOSMemory": "internal/platform/tuning",
	"runtime.GC": "internal/platform/tuning", "runtime.GOMAXPROCS": "internal/platform/tuning", "runtime.SetDefaultGOMAXPROCS": "internal/platform/tuning",
	"runtime.NumCPU": "nobody", // ignores a container's limits: use tuning.CPUs
}

func TestProcessWideStateHasOneOwner(t *testing.T) {
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

// outside matches documents that this repository does not have: comments cite docs/rules.md.
var outside = regexp.MustCompile(`(?i)\bcontract §|\bspecification (part|§)|\b(of|as) the specification\b|\bsecurity (§|[RVBFL][0-9])|\b(design|security|goals|contract|programme|administration)\.md`)

func TestCommentsCiteOnlyExistingDocuments(t *testing.T) {
	for _, s := range house(t) {
		for _, group := range s.Comments {
			if found := outside.FindString(group.Text()); found != "" && s.name != "arch_test.go" {
				t.Errorf("%s/%s cites %q", s.pkg, s.name, found)
			}
		}
	}
	if !outside.MatchString("as contract §4 says") || !outside.MatchString("the words of the specification") || outside.MatchString("(rules 4.2)") {
		t.Error("control")
	}
}

var (
	citation   = regexp.MustCompile(`\brules ((?:\d+\.\d+(?:, | and )?)+)`)
	ruleNumber = regexp.MustCompile(`\d+\.\d+`)
	ruleStart  = regexp.MustCompile(`\*\*(\d+\.\d+)\b`)
)

func TestCitedRulesExist(t *testing.T) {
	text, err := os.ReadFile("../docs/rules.md")
	if err != nil {
		t.Fatal(err)
	}
	rules, cited := map[string]bool{}, 0
	for _, m := range ruleStart.FindAllStringSubmatch(string(text), -1) {
		rules[m[1]] = true
	}
	for _, s := range house(t) {
		for _, group := range s.Comments {
			for _, m := range citation.FindAllStringSubmatch(group.Text(), -1) {
				for _, number := range ruleNumber.FindAllString(m[1], -1) {
					cited++
					if !rules[number] {
						t.Errorf("%s/%s cites rules %s, which docs/rules.md does not have", s.pkg, s.name, number)
					}
				}
			}
		}
	}
	if cited < 100 {
		t.Errorf("control: %d citations", cited)
	}
}
