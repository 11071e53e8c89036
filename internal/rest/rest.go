// Package rest turns the areas' calls into HTTP. Areas declare routes; this package gives them the
// router, the policy check, the OpenAPI document, errors, ETags, idempotency, limits and headers.
package rest

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"net/netip"
	"path"
	"reflect"
	"strconv"
	"strings"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"studbonus/internal/access"
	"studbonus/internal/clock"
	"studbonus/internal/db"
)

// Config is what the API needs from the rest of the house.
type Config struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	// Authenticate tells whose access token this is, from the database; any error is a 401.
	Authenticate func(ctx context.Context, token string) (access.Principal, error)
	// Denied is told of every refused call, for the audit log.
	Denied         func(ctx context.Context, status int, route string)
	TrustedProxies []netip.Prefix
	TileSource     string // origin of map tiles that the console may load
	Console        fs.FS  // the built console; nil serves the API alone
	Version        string
	IdleLimit      time.Duration // how long a client may stand still; zero is idleLimit
	ExchangeLimit  time.Duration // how long a request with its answer may take in all; zero is exchangeLimit
}

// API is the assembled HTTP side of the product.
type API struct {
	Config
	db      *db.DB
	clock   clock.Clock
	log     *slog.Logger
	mux     *router
	huma    huma.API
	routes  []Route
	uploads admission
	health  func(ctx context.Context) Health
}

const (
	accessHeader = "X-Access-Token"
	keyHeader    = "Idempotency-Key"
	routeMeta    = "route"
)

// New makes an empty API; Register fills it.
func New(c Config) *API {
	c.IdleLimit, c.ExchangeLimit = cmp.Or(c.IdleLimit, idleLimit), cmp.Or(c.ExchangeLimit, exchangeLimit)
	a := &API{Config: c, db: c.DB, clock: c.Clock, log: c.Log, mux: newRouter(), uploads: admission{of: map[int64]int{}}}
	cfg := huma.DefaultConfig("СтудБонус", c.Version)
	cfg.CreateHooks = nil                  // no $schema in bodies
	cfg.DocsPath, cfg.OpenAPIPath = "", "" // the stock page loads scripts from a foreign host; ours is docs.go
	cfg.SchemasPath = ""
	cfg.AllowAdditionalPropertiesByDefault = true // contract §1: unknown fields are ignored
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	cfg.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaNames())
	describe(cfg.OpenAPI)
	a.huma = humago.New(a.mux, cfg)
	a.huma.UseMiddleware(a.guard)
	return a
}

// schemaNames puts the package before the type: two areas may both have a card. Bodies without a type of their own are
// named after their input; one type has one name, also where areas have bodies of the same fields (the library would
// then take the schema of whoever had the name first).
func schemaNames() func(t reflect.Type, hint string) string {
	names, taken := map[reflect.Type]string{}, map[string]bool{}
	return func(t reflect.Type, hint string) string {
		name := huma.DefaultSchemaNamer(t, hint)
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		if area := path.Base(t.PkgPath()); t.Name() != "" && strings.HasPrefix(t.PkgPath(), "studbonus/") && area != "rest" {
			return strings.ToUpper(area[:1]) + area[1:] + name
		}
		if t.Name() != "" || t.Kind() != reflect.Struct {
			return name
		}
		if known, ok := names[t]; ok {
			return known
		}
		base := name
		for i := 2; taken[name]; i++ {
			name = base + strconv.Itoa(i)
		}
		names[t], taken[name] = name, true
		return name
	}
}

// Register adds an area's routes. A route without a policy is a mistake of ours, found at start.
func (a *API) Register(routes ...Route) error {
	for _, r := range routes {
		switch {
		case !r.Area.Known():
			return fmt.Errorf("route %s %s: area %q has no row in access.Table", r.Method, r.Path, r.Area)
		case areaTitles[r.Area] == "":
			return fmt.Errorf("route %s %s: area %q has no title", r.Method, r.Path, r.Area)
		case r.Summary == "" || r.register == nil || r.Path == "":
			return fmt.Errorf("route %s %s: incomplete", r.Method, r.Path)
		case r.list.Keys != nil && (r.list.PageSize == 0 || r.list.Direction == ""):
			return fmt.Errorf("route %s %s: list without page size or direction", r.Method, r.Path)
		}
		r.register(a, r)
		addTag(a.huma.OpenAPI(), r.Area)
		a.routes = append(a.routes, r)
	}
	onlyPlainUUIDs(a.huma.OpenAPI())
	return nil
}

// Routes lists what is registered, for the tests that walk all of it.
func (a *API) Routes() []Route { return a.routes }

func routeOf(ctx huma.Context) Route {
	r, _ := ctx.Operation().Metadata[routeMeta].(Route)
	return r
}

func unwrap(ctx huma.Context) (*http.Request, http.ResponseWriter) { return humago.Unwrap(ctx) }

// Handler is the whole HTTP side: the calls, the console, health and the document.
func (a *API) Handler(health func(ctx context.Context) Health) (http.Handler, error) {
	if len(a.routes) == 0 {
		return nil, errors.New("no routes")
	}
	a.health = health
	a.mux.HandleFunc("GET /livez", a.livez)
	a.mux.HandleFunc("GET /readyz", a.readyz)
	a.serveDocs()
	a.mux.Handle("/", a.console())
	return a.outer(a.mux), nil
}
