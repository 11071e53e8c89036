package internal_test

import (
	"go/ast"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// wireTypes are the struct types that the HTTP files of a package declare, by package.
func wireTypes(files []source) map[string]map[string]bool {
	types := map[string]map[string]bool{}
	for _, s := range files {
		if s.isTest || s.name != "http.go" && !strings.HasSuffix(s.name, "_http.go") {
			continue
		}
		for _, d := range s.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok {
				continue
			}
			for _, spec := range g.Specs {
				named, ok := spec.(*ast.TypeSpec)
				if !ok {
					continue
				}
				if _, ok := named.Type.(*ast.StructType); ok {
					if types[s.pkg] == nil {
						types[s.pkg] = map[string]bool{}
					}
					types[s.pkg][named.Name.Name] = true
				}
			}
		}
	}
	return types
}

// unkeyed returns the wire types of a package that a file builds without field names.
func unkeyed(s source, wire map[string]bool) (names []string) {
	check := func(lit *ast.CompositeLit, kind ast.Expr) {
		if generic, ok := kind.(*ast.IndexExpr); ok {
			kind = generic.X
		}
		name, ok := kind.(*ast.Ident)
		if !ok || !wire[name.Name] || len(lit.Elts) == 0 {
			return
		}
		if _, keyed := lit.Elts[0].(*ast.KeyValueExpr); !keyed {
			names = append(names, name.Name)
		}
	}
	ast.Inspect(s.File, func(n ast.Node) bool {
		lit, ok := n.(*ast.CompositeLit)
		if !ok {
			return true
		}
		check(lit, lit.Type)
		if list, ok := lit.Type.(*ast.ArrayType); ok { // elements may omit the type
			for _, e := range lit.Elts {
				if inner, ok := e.(*ast.CompositeLit); ok && inner.Type == nil {
					check(inner, list.Elt)
				}
			}
		}
		return true
	})
	return names
}

// A literal without keys still compiles when two strings are swapped.
func TestWireStructsAreBuiltWithKeys(t *testing.T) {
	files := house(t)
	types := wireTypes(files)
	for _, s := range files {
		if names := unkeyed(s, types[s.pkg]); len(names) > 0 && !s.isTest {
			t.Errorf("%s/%s: %v", s.pkg, s.name, names)
		}
	}
	control := parse(t, "internal/x", "http.go", `package x

type a struct{ b, c string }
type g[T any] struct{ v T }
type n int

var _ = []any{a{"1", "2"}, a{b: "1"}, a{}, &a{"1", "2"}, g[int]{1}, image.Point{1, 2}, []a{{b: "1"}, {"1", "2"}}}
`)
	if got := unkeyed(control, wireTypes([]source{control})["internal/x"]); !cmp.Equal(got, []string{"a", "a", "g", "a"}) {
		t.Errorf("control: %v", got)
	}
}
