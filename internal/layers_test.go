package internal_test

import (
	"go/ast"
	"regexp"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// layer orders packages: a package imports its own layer and those below. Areas do not import each other.
type layer int

const (
	missing layer = iota // not in layers and not an area
	leaf
	infrastructure
	area
	demonstration
	composition
	commandLine
	testsOnly // imported by tests only
)

// layers assigns packages to a layer; every other folder directly in internal/ is an area (see layerOf).
var layers = map[string]layer{
	"internal/platform/access": leaf, "internal/platform/clock": leaf, "internal/platform/db/sqlite": leaf, "internal/platform/desk": leaf, "internal/platform/fault": leaf,
	"internal/platform/form": leaf, "internal/platform/idset": leaf, "internal/platform/status": leaf, "internal/platform/listquery": leaf, "internal/platform/pace": leaf, "internal/platform/picture": leaf, "internal/platform/sealing": leaf, "internal/platform/signedurl": leaf,
	"internal/platform/richtext": leaf, "internal/platform/tuning": leaf, "internal/promotions/spool": leaf,

	"internal/platform/audit": infrastructure, "internal/platform/blob": infrastructure, "internal/platform/cities": infrastructure, "internal/platform/db": infrastructure,
	"internal/platform/exporting": infrastructure, "internal/platform/files": infrastructure, "internal/platform/geo": infrastructure, "internal/platform/jobs": infrastructure, "internal/platform/leases": infrastructure,
	"internal/platform/listengine": infrastructure, "internal/platform/listengine/memindex": infrastructure, "internal/platform/mail": infrastructure, "internal/platform/rest": infrastructure,
	"internal/platform/record": infrastructure, "internal/platform/sms": infrastructure, "internal/platform/undo": infrastructure, "internal/platform/xlsx": infrastructure, "web": infrastructure,

	"internal/demo": demonstration, "internal/simulation": demonstration, "internal/app": composition, "cmd/studbonus": commandLine,

	"internal": testsOnly, "internal/test/kit": testsOnly, "internal/test/pgserver": testsOnly, "internal/test/policy": testsOnly,
	"internal/test/freeport": testsOnly, "internal/test/s3test": testsOnly, "internal/test/testdb": testsOnly, "internal/test/watch": testsOnly,
}

var areaPath = regexp.MustCompile(`^internal/[a-z]+$`)

func layerOf(pkg string) layer {
	if l := layers[pkg]; l != missing || !areaPath.MatchString(pkg) {
		return l
	}
	return area
}

// platformRoutes are the platform packages with routes and tables of their own: areas attach files and resolve
// addresses through their Go API, while the console uploads and geocodes through their routes.
var platformRoutes = []string{"internal/platform/files", "internal/platform/geo"}

func TestOnlyAreasServeRoutes(t *testing.T) {
	var found []string
	for _, s := range house(t) {
		for _, d := range s.Decls {
			f, isFunc := d.(*ast.FuncDecl)
			if !isFunc || s.isTest || f.Recv == nil || f.Name.Name != "Routes" && f.Name.Name != "MemberRoutes" || layerOf(s.pkg) >= area || s.pkg == "internal/platform/rest" {
				continue
			}
			found = append(found, s.pkg)
		}
	}
	slices.Sort(found)
	if diff := cmp.Diff(platformRoutes, slices.Compact(found)); diff != "" {
		t.Errorf("platform packages with routes (-want +got):\n%s", diff)
	}
}

// mayImport returns why an import is forbidden, or "".
func mayImport(from, to string, inTest bool) string {
	f, t := layerOf(from), layerOf(to)
	switch {
	case f == missing || t == missing:
		return "a package is missing from layers"
	case inTest || f == testsOnly:
		return ""
	case t == testsOnly:
		return "only tests import it"
	case t > f:
		return "it is a higher layer"
	case f == area && t == area:
		return "areas never import each other: app hands functions over"
	case f == commandLine && t != composition:
		return "the command line knows app alone"
	}
	return ""
}

func TestImportsGoDownwardsOnly(t *testing.T) {
	for _, s := range house(t) {
		if layerOf(s.pkg) == missing {
			t.Errorf("%s is missing from layers", s.pkg)
		}
		for _, to := range s.imports() {
			if wrong := mayImport(s.pkg, to, s.isTest); wrong != "" {
				t.Errorf("%s/%s imports %s: %s", s.pkg, s.name, to, wrong)
			}
		}
	}
}

func TestImportRulesDetectViolations(t *testing.T) {
	for _, c := range []struct {
		from, to string
		inTest   bool
		allowed  bool
	}{
		{"internal/students", "internal/platform/db", false, true},
		{"internal/students", "internal/platform/fault", false, true},
		{"internal/app", "internal/students", false, true},
		{"internal/demo", "internal/students", false, true},
		{"cmd/studbonus", "internal/app", false, true},
		{"internal/students", "internal/test/kit", true, true},
		{"internal/students", "internal/test/kit", false, false},
		{"internal/students", "internal/partners", false, false},
		{"internal/students", "internal/app", false, false},
		{"internal/platform/rest", "internal/students", false, false},
		{"internal/platform/db", "internal/demo", false, false},
		{"internal/platform/fault", "internal/platform/db", false, false},
		{"internal/demo", "internal/app", false, false},
		{"cmd/studbonus", "internal/students", false, false},
		{"internal/students", "internal/invented", false, false},
		{"internal/invented", "internal/platform/fault", false, true},
		{"internal/invented", "internal/app", false, false},
		{"internal/platform/invented", "internal/platform/fault", true, false},
		{"internal/students", "internal/students/invented", false, false},
	} {
		if wrong := mayImport(c.from, c.to, c.inTest); (wrong == "") != c.allowed {
			t.Errorf("%s imports %s (in a test: %v): %q, want allowed: %v", c.from, c.to, c.inTest, wrong, c.allowed)
		}
	}
}
