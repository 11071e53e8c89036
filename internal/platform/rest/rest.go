// Package rest serves the areas' calls over HTTP. Areas declare routes; this package adds the router, the policy check, the
// OpenAPI document, errors, ETags, idempotency, limits and headers. One API is one face of the product, with its own
// listener, document and kind of caller.
//
// A request passes middleware.go, router.go, policy.go (guard), the handler built in route.go, and problem.go if it fails.
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

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/pace"
)

// Config configures one API.
type Config struct {
	DB    *db.DB
	Clock clock.Clock
	Log   *slog.Logger
	// Title, Description and Version open the OpenAPI document.
	Title, Description, Version string
	// Face labels the metrics: console or students.
	Face Face
	// Authenticate resolves an access token to its principal; any error is a 401.
	Authenticate func(ctx context.Context, token string) (access.Principal, error)
	// AuthenticateMember resolves the token of a member's session, AuthenticateTill that of a paired till.
	AuthenticateMember func(ctx context.Context, token string) (access.Member, error)
	AuthenticateTill   func(ctx context.Context, token string) (access.Till, error)
	// Origin is the public address of a face with cookies, scheme://host.
	Origin string
	// Denied reports every 401 and 403; the console's go to the audit log.
	Denied         func(ctx context.Context, status int, route string)
	TrustedProxies []netip.Prefix
	TileSource     string        // origin of map tiles that the console may load
	Pages          fs.FS         // the built single-page application of this face; nil serves the API alone
	RequestLimit   time.Duration // how long a call may take; 0: requestLimit
	IdleLimit      time.Duration // how long a client may make no progress; 0: idleLimit
	ExchangeLimit  time.Duration // how long a request and its response may take; 0: exchangeLimit
}

// API is one face of the product over HTTP.
type API struct {
	Config
	db      *db.DB
	clock   clock.Clock
	log     *slog.Logger
	mux     *router
	huma    huma.API
	routes  []Route
	uploads uploadLimiter
	calls   *pace.Limit[int64]  // calls of members, by session
	guests  *pace.Limit[string] // calls of guests, by network
	health  func(ctx context.Context) Health
}

const (
	accessHeader = "X-Access-Token"
	keyHeader    = "Idempotency-Key"
	routeMeta    = "route"
)

// New returns an API without routes; Register adds them.
func New(c Config) *API {
	c.RequestLimit, c.Face = cmp.Or(c.RequestLimit, requestLimit), cmp.Or(c.Face, ConsoleFace)
	c.IdleLimit, c.ExchangeLimit = cmp.Or(c.IdleLimit, idleLimit), cmp.Or(c.ExchangeLimit, exchangeLimit)
	a := &API{
		Config: c, db: c.DB, clock: c.Clock, log: c.Log, mux: newRouter(), uploads: uploadLimiter{byCaller: map[callerKey]int{}},
		calls: pace.New[int64](callsPerSession), guests: pace.New[string](callsOfGuests),
	}
	cfg := huma.DefaultConfig(c.Title, c.Version)
	cfg.CreateHooks = nil                  // no $schema in bodies
	cfg.DocsPath, cfg.OpenAPIPath = "", "" // Huma's page loads scripts from another host; ours is docs.go
	cfg.SchemasPath = ""
	cfg.AllowAdditionalPropertiesByDefault = true // rules 1.6: unknown fields are ignored
	cfg.Formats = map[string]huma.Format{"application/json": jsonFormat, "json": jsonFormat}
	cfg.Components.Schemas = huma.NewMapRegistry("#/components/schemas/", schemaNames())
	c.Face.describe(cfg.OpenAPI, c.Description)
	a.huma = humago.New(a.mux, cfg)
	a.huma.UseMiddleware(a.guard)
	return a
}

// schemaNames prefixes a type with its package, because two areas may both have a card type. An anonymous body is named
// after its input. Each type gets exactly one name: on a clash Huma would silently reuse the schema registered first.
func schemaNames() func(t reflect.Type, hint string) string {
	names, taken := map[reflect.Type]string{}, map[string]bool{}
	return func(t reflect.Type, hint string) string {
		name := huma.DefaultSchemaNamer(t, hint)
		for t.Kind() == reflect.Pointer || t.Kind() == reflect.Slice {
			t = t.Elem()
		}
		area := path.Base(t.PkgPath())
		if _, of, isGeneric := strings.Cut(t.Name(), "["); isGeneric && area == "rest" { // Page[studbonus/internal/members.sessionWire]
			area, _, _ = strings.Cut(path.Base(of), ".")
		}
		if t.Name() != "" && strings.HasPrefix(t.PkgPath(), "studbonus/") && area != "rest" {
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

// Register adds an area's routes and refuses incomplete ones at start.
func (a *API) Register(routes ...Route) error {
	for _, r := range routes {
		switch {
		case !a.Face.knows(r):
			return fmt.Errorf("route %s %s: %q is not an area or caller of this face", r.Method, r.Path, r.tag())
		case r.title() == "":
			return fmt.Errorf("route %s %s: %q has no title", r.Method, r.Path, r.tag())
		case r.Caller == access.PairedTill && a.AuthenticateTill == nil:
			return fmt.Errorf("route %s %s: nothing authenticates tills", r.Method, r.Path)
		case r.Summary == "" || r.register == nil || r.Path == "":
			return fmt.Errorf("route %s %s: incomplete", r.Method, r.Path)
		case r.list.Keys != nil && (r.list.PageSize == 0 || r.list.Direction == ""):
			return fmt.Errorf("route %s %s: list without page size or direction", r.Method, r.Path)
		}
		r.register(a, r)
		addTag(a.huma.OpenAPI(), r)
		a.routes = append(a.routes, r)
	}
	onlyPlainUUIDs(a.huma.OpenAPI())
	return nil
}

// Routes returns the registered routes, for tests that walk all of them.
func (a *API) Routes() []Route { return a.routes }

func routeOf(ctx huma.Context) Route {
	r, _ := ctx.Operation().Metadata[routeMeta].(Route)
	return r
}

func unwrap(ctx huma.Context) (*http.Request, http.ResponseWriter) { return humago.Unwrap(ctx) }

// Handler returns the whole HTTP handler: calls, pages, health checks and the OpenAPI document.
func (a *API) Handler(health func(ctx context.Context) Health) (http.Handler, error) {
	if len(a.routes) == 0 {
		return nil, errors.New("no routes")
	}
	a.health = health
	a.mux.HandleFunc("GET /livez", a.livez)
	a.mux.HandleFunc("GET /readyz", a.readyz)
	a.serveDocs()
	a.mux.Handle("/", a.pages())
	return a.middleware(a.mux), nil
}
