package internal_test

import (
	"fmt"
	"go/ast"
	"go/types"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// marks are calls in an area that need one of its methods to have an effect.
var marks = map[string]string{"listengine.Open": "Index", "jobs.Handle": "Work", "exporting.Of": "Exports"}

// otherwise are methods of areas with such a name that app does not look for.
var otherwise = []string{"internal/exports.Start"} // starts an export

// signature returns the types of a function's parameters and results.
func signature(f *ast.FuncType) string {
	typesOf := func(list *ast.FieldList) (names []string) {
		if list == nil {
			return nil
		}
		for _, field := range list.List {
			for range max(1, len(field.Names)) {
				names = append(names, types.ExprString(field.Type))
			}
		}
		return names
	}
	return fmt.Sprint(typesOf(f.Params), typesOf(f.Results))
}

// registered returns the methods by which app finds what areas serve and run, with their signatures: each asks for an interface.
func registered(files []source) map[string]string {
	methods := map[string]string{}
	for _, s := range files {
		if s.pkg != "internal/app" || s.isTest {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			call, ok := n.(*ast.CallExpr)
			if !ok || types.ExprString(call.Fun) != "each" {
				return true
			}
			use := call.Args[1].(*ast.FuncLit)
			for _, method := range use.Type.Params.List[1].Type.(*ast.InterfaceType).Methods.List {
				methods[method.Names[0].Name] = signature(method.Type.(*ast.FuncType))
			}
			return true
		})
	}
	return methods
}

// unregistered returns the methods that app would skip without a word: missing, or with another signature.
func unregistered(files []source, methods map[string]string) (wrong []string) {
	has, needs := map[string]bool{}, map[string]bool{}
	for _, s := range files {
		if s.isTest || layerOf(s.pkg) != area {
			continue
		}
		ast.Inspect(s.File, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.FuncDecl:
				name := s.pkg + "." + n.Name.Name
				want, isLookedFor := methods[n.Name.Name]
				if n.Recv == nil || types.ExprString(n.Recv.List[0].Type) != "*Service" || !isLookedFor || slices.Contains(otherwise, name) {
					break
				}
				has[name] = true
				if got := signature(n.Type); got != want {
					wrong = append(wrong, fmt.Sprintf("%s is %s, app looks for %s", name, got, want))
				}
			case *ast.CallExpr:
				called, _, _ := strings.Cut(types.ExprString(n.Fun), "[")
				if method := marks[called]; method != "" {
					needs[s.pkg+"."+method] = true
				}
			}
			return true
		})
	}
	for name := range needs {
		if !has[name] {
			wrong = append(wrong, name+" is missing")
		}
	}
	slices.Sort(wrong)
	return wrong
}

func TestAppFindsWhatAreasServeAndRun(t *testing.T) {
	files := house(t)
	methods := registered(files)
	for _, name := range unregistered(files, methods) {
		t.Error(name)
	}
	for _, method := range marks {
		if methods[method] == "" {
			t.Errorf("control: app does not look for %s", method)
		}
	}
	control := parse(t, "internal/x", "service.go", `package x

var _ = listengine.Open(db)

func (s *Service) Work(r *jobs.Runner) { jobs.Handle[args](r) }

func (s *Service) CleanUp() error { return exporting.Of[F, R](l, e) }
`)
	want := []string{"internal/x.CleanUp is [] [error], app looks for [context.Context] [error]", "internal/x.Exports is missing", "internal/x.Index is missing"}
	if diff := cmp.Diff(want, unregistered([]source{control}, methods)); diff != "" {
		t.Errorf("control (-want +got):\n%s", diff)
	}
}
