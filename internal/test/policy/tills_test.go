package policy

import (
	"strings"
	"testing"

	"studbonus/internal/platform/access"
	"studbonus/internal/platform/rest"
	"studbonus/internal/test/kit"
)

// Every route of both APIs × a paired and an unpaired till (rules 24.9).
func TestEveryRouteForATill(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		point := kit.One[string](t, a, "SELECT CAST(t.uuid AS TEXT) FROM trade_points t JOIN partners p ON p.id = t.partner_id WHERE p.status = 'active' ORDER BY t.id LIMIT 1")
		operator := a.As(t, "univer")
		var invited struct{ UUIDTill, Link string }
		operator.Post("/v1/tills/point/"+point, nil).OK().Into(&invited)
		till := a.Browser(t)
		_, secret, _ := strings.Cut(invited.Link, "#")
		till.Post("/t/v1/pair", map[string]any{"link": secret}).OK()
		w, console := world{App: a}, client(t, a, secret)
		check := func(who string, isAllowed func(r rest.Route) bool) {
			for _, r := range studentRoutes(a) {
				if got := w.bare(till, r).Status; isAllowed(r) == isGuarded(got) {
					t.Errorf("%s, %s %s (%s): status %d", who, r.Method, r.Path, r.Caller, got)
				}
			}
		}
		check("a till", func(r rest.Route) bool { return r.Caller == access.Anyone || r.Caller == access.PairedTill })
		operator.Delete("/v1/tills/"+invited.UUIDTill, nil).OK()
		check("an unpaired till", func(r rest.Route) bool { return r.Caller == access.Anyone })
		for _, r := range a.API.Routes() {
			if got := w.bare(console, r).Status; !r.IsOpen() && got != 401 {
				t.Errorf("the secret of a till, %s %s: status %d", r.Method, r.Path, got)
			}
		}
	})
}
