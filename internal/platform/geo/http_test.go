package geo_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/uuid"

	"studbonus/internal/app"
	"studbonus/internal/auth"
	"studbonus/internal/platform/db"
	"studbonus/internal/test/kit"
)

type place struct {
	Address             string
	Latitude, Longitude float64
}

// remote is a fake geocoder.
type remote struct {
	*httptest.Server
	asked  atomic.Int64
	answer atomic.Pointer[http.HandlerFunc]
	last   atomic.Pointer[url.URL]
}

func newRemote(t *testing.T, answer http.HandlerFunc) *remote {
	t.Helper()
	r := &remote{}
	r.answer.Store(&answer)
	r.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		r.asked.Add(1)
		r.last.Store(req.URL)
		(*r.answer.Load())(w, req)
	}))
	t.Cleanup(r.Close)
	return r
}

func says(text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte(text)) }
}

func with(name, address string) kit.Option {
	return kit.WithConfig(func(c *app.Config) {
		c.Geocoder, c.GeocoderURL, c.GeocoderPrivate, c.GeocoderKey = name, address, true, "very-secret-key"
	})
}

func search(c *kit.Client, q, city string) kit.Answer {
	return c.Get("/v1/geo/search?" + url.Values{"q": {q}, "uuidCity": {city}}.Encode())
}

func found(t *testing.T, answer kit.Answer) (out []place) {
	t.Helper()
	answer.OK().Into(&out)
	return out
}

func cityUUID(t *testing.T, a *kit.App, name string) string {
	t.Helper()
	id, err := db.One[string](context.Background(), a.DB, "SELECT CAST(uuid AS TEXT) FROM cities WHERE name = ? ORDER BY population DESC LIMIT 1", name)
	if err != nil {
		t.Fatal(err)
	}
	return id
}

func TestOfflineAnAddressGetsTheCentreOfItsCity(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		c := a.As(t, "student") // any role
		kazan := cityUUID(t, a, "Казань")
		if got := found(t, search(c, " ул. Баумана, 5 ", kazan)); len(got) != 1 || got[0].Address != "ул. Баумана, 5" || got[0].Latitude < 55.7 || got[0].Latitude > 55.9 || got[0].Longitude < 49 || got[0].Longitude > 49.3 {
			t.Errorf("%+v", got)
		}
		if got := found(t, search(c, "", kazan)); len(got) != 1 || got[0].Address != "Казань" {
			t.Errorf("%+v", got)
		}
		if got := found(t, c.Get("/v1/geo/search?q="+url.QueryEscape("КАЗАН"))); len(got) == 0 || got[0].Address != "Казань" {
			t.Errorf("%+v", got)
		}
		for _, nothing := range []string{"", "   ", "нет такого", "%", "_"} {
			if got := found(t, c.Get("/v1/geo/search?q="+url.QueryEscape(nothing))); len(got) != 0 {
				t.Errorf("%q finds %+v", nothing, got)
			}
		}
		if got := found(t, search(c, "ул. Мира", uuid.NewString())); len(got) != 0 {
			t.Errorf("an unknown city finds %+v", got)
		}
		for _, query := range []string{"search?uuidCity=x", "search?q=" + strings.Repeat("x", 301), "reverse", "reverse?latitude=55", "reverse?latitude=91&longitude=0", "reverse?latitude=0&longitude=-181", "reverse?latitude=x&longitude=0", "reverse?latitude=NaN&longitude=0"} {
			c.Get("/v1/geo/" + query).Is(422)
		}
		if got := string(c.Get("/v1/geo/reverse?latitude=55.75&longitude=37.57").OK().Body); strings.TrimSpace(got) != `{"address":null}` {
			t.Errorf("%s", got)
		}
	})
}

func TestNominatim(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		r := newRemote(t, says(`[{"display_name":"5, улица Баумана,\n Казань ","lat":"55.79","lon":"49.12"},{"display_name":"far","lat":"95","lon":"0"},{"display_name":"\u0000","lat":"1","lon":"1"}]`))
		b := kit.Open(t, a.Engine, a.Config, with("nominatim", r.URL+"/base/"))
		c := b.As(t, "univer")
		kazan := cityUUID(t, b, "Казань")
		want := []place{{"5, улица Баумана, Казань", 55.79, 49.12}}
		if diff := cmp.Diff(want, found(t, search(c, "Баумана 5", kazan))); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		asked := r.last.Load()
		if q := asked.Query(); asked.Path != "/base/search" || q.Get("q") != "Казань, Баумана 5" || q.Get("format") != "jsonv2" || q.Get("accept-language") != "ru" {
			t.Errorf("asked %s", asked)
		}
		// The response is cached for thirty days, across instances and spellings.
		found(t, search(c, "  баумана  5 ", kazan))
		if n := r.asked.Load(); n != 1 {
			t.Errorf("asked %d times", n)
		}
		b.Clock.Advance(30*24*time.Hour + time.Second)
		found(t, search(b.As(t, "univer"), "Баумана 5", kazan))
		if n := r.asked.Load(); n != 2 {
			t.Errorf("asked %d times after thirty days", n)
		}
		turn := says(`{"display_name":"Красная площадь, 1"}`)
		r.answer.Store(&turn)
		c = b.As(t, "univer")
		if got := string(c.Get("/v1/geo/reverse?latitude=55.7539&longitude=37.6208").OK().Body); strings.TrimSpace(got) != `{"address":"Красная площадь, 1"}` {
			t.Errorf("%s", got)
		}
		if asked := r.last.Load(); asked.Path != "/base/reverse" || asked.Query().Get("lat") != "55.753900" || asked.Query().Get("lon") != "37.620800" {
			t.Errorf("asked %s", asked)
		}
		sea := says(`{"error":"Unable to geocode"}`)
		r.answer.Store(&sea)
		if got := string(c.Get("/v1/geo/reverse?latitude=0&longitude=0").OK().Body); strings.TrimSpace(got) != `{"address":null}` {
			t.Errorf("%s", got)
		}
		b.Clock.Advance(31 * 24 * time.Hour)
		if err := b.Geo.CleanUp(t.Context()); err != nil {
			t.Error(err)
		}
		if n, err := db.One[int](t.Context(), b.DB, "SELECT count(*) FROM geo_cache"); err != nil || n != 0 {
			t.Errorf("%d old answers, %v", n, err)
		}
	})
}

func TestYandex(t *testing.T) {
	member := func(text, position string) string {
		return fmt.Sprintf(`{"GeoObject":{"metaDataProperty":{"GeocoderMetaData":{"text":%q}},"Point":{"pos":%q}}}`, text, position)
	}
	answer := func(members ...string) http.HandlerFunc {
		return says(`{"response":{"GeoObjectCollection":{"featureMember":[` + strings.Join(members, ",") + `]}}}`)
	}
	r := newRemote(t, answer(member("Россия, Казань, улица Баумана, 5", "49.12 55.79")))
	a := kit.New(t, kit.SQLite, with("yandex", r.URL))
	c := a.As(t, "all")
	if diff := cmp.Diff([]place{{"Россия, Казань, улица Баумана, 5", 55.79, 49.12}}, found(t, search(c, "Баумана 5", ""))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if q := r.last.Load().Query(); q.Get("apikey") != "very-secret-key" || q.Get("geocode") != "Баумана 5" {
		t.Errorf("asked %v", q)
	}
	if got := string(c.Get("/v1/geo/reverse?latitude=55.79&longitude=49.12").OK().Body); !strings.Contains(got, "улица Баумана, 5") || r.last.Load().Query().Get("geocode") != "49.120000,55.790000" {
		t.Errorf("%s %s", got, r.last.Load())
	}
	empty := answer()
	r.answer.Store(&empty)
	if got := found(t, search(c, "нигде", "")); len(got) != 0 {
		t.Errorf("%v", got)
	}
}

// Rules 15.12: if the geocoder fails, the operator can enter coordinates within three seconds.
func TestTimedGeocoderThatIsDownSlowOrBroken(t *testing.T) {
	private := newRemote(t, says(`[]`))
	for name, answer := range map[string]http.HandlerFunc{
		"an error":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusInternalServerError) },
		"too many":    func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusTooManyRequests) },
		"a page":      says("<html>blocked</html>"),
		"half":        says(`[{"display_name":"x","lat":"5`),
		"other types": says(`[{"display_name":{"a":1},"lat":55,"lon":[]}]`),
		"no numbers":  says(`[{"display_name":"x","lat":"north","lon":"east"}]`),
		"nothing":     says(""),
		"elsewhere": func(w http.ResponseWriter, req *http.Request) {
			http.Redirect(w, req, private.URL, http.StatusFound)
		},
		"a gigabyte": func(w http.ResponseWriter, req *http.Request) {
			block := []byte(strings.Repeat(" ", 1<<20))
			for range 1024 {
				if _, err := w.Write(block); err != nil || req.Context().Err() != nil {
					return
				}
			}
		},
		"silence": func(_ http.ResponseWriter, req *http.Request) { <-req.Context().Done() },
		"a trickle": func(w http.ResponseWriter, req *http.Request) {
			for req.Context().Err() == nil {
				if _, err := w.Write([]byte(" ")); err != nil {
					return
				}
				_ = http.NewResponseController(w).Flush()
				time.Sleep(100 * time.Millisecond)
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			r := newRemote(t, answer)
			a := kit.New(t, kit.SQLite, with("nominatim", r.URL))
			c := a.As(t, "univer")
			started := time.Now()
			answer := search(c, "Баумана 5", cityUUID(t, a, "Казань")).Is(503)
			if took := time.Since(started); took > 4*time.Second {
				t.Errorf("took %v", took)
			}
			if p := answer.Problem(); !strings.Contains(p.Detail, "вручную") || answer.Header.Get("Retry-After") == "" || strings.Contains(string(answer.Body), r.URL) {
				t.Errorf("%s", answer.Body)
			}
			if n, err := db.One[int](t.Context(), a.DB, "SELECT count(*) FROM geo_cache"); err != nil || n != 0 {
				t.Errorf("a failure is remembered: %d, %v", n, err)
			}
			// The point can still be saved by hand.
			partner, err := db.One[string](t.Context(), a.DB, "SELECT CAST(uuid AS TEXT) FROM partners ORDER BY id LIMIT 1")
			if err != nil {
				t.Fatal(err)
			}
			c.Post("/v2/partner/points/add", map[string]any{"uuidPartner": partner, "uuidCity": cityUUID(t, a, "Казань"), "salePoints": []any{
				map[string]any{"address": "ул. Баумана, 5", "workTime": "всегда", "geo": nil}, map[string]any{"address": "ул. Баумана, 7", "workTime": "всегда", "geo": map[string]any{"latitude": 55.79, "longitude": 49.12}},
			}}).OK()
		})
	}
	t.Cleanup(func() {
		if private.asked.Load() != 0 {
			t.Error("a redirect was followed")
		}
	})
}

func TestAfterFiveFailuresCallsFailAtOnce(t *testing.T) {
	r := newRemote(t, func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusBadGateway) })
	a := kit.New(t, kit.SQLite, with("nominatim", r.URL))
	c := a.As(t, "all")
	degraded := func() string {
		var h struct{ Degraded map[string]string }
		if err := json.Unmarshal(a.Anyone(t).Get("/readyz").OK().Body, &h); err != nil {
			t.Fatal(err)
		}
		return h.Degraded["geocoder"]
	}
	for i := range 8 {
		search(c, fmt.Sprint("улица ", i), "").Is(503)
	}
	if n := r.asked.Load(); n != 5 || degraded() == "" {
		t.Errorf("asked %d times, degraded: %q", n, degraded())
	}
	works := says(`[{"display_name":"Казань","lat":"55.79","lon":"49.12"}]`)
	r.answer.Store(&works)
	search(c, "Казань", "").Is(503)
	a.Clock.Advance(30 * time.Second)
	if got := found(t, search(c, "Казань", "")); len(got) != 1 || degraded() != "" {
		t.Errorf("%v, degraded: %q", got, degraded())
	}
}

func TestPrivateGeocoderAddressesNeedPermission(t *testing.T) {
	r := newRemote(t, says(`[]`))
	for _, address := range []string{r.URL, strings.Replace(r.URL, "127.0.0.1", "localhost", 1)} {
		a := kit.New(t, kit.SQLite, kit.WithConfig(func(c *app.Config) { c.Geocoder, c.GeocoderURL = "nominatim", address }))
		search(a.As(t, "all"), "Казань", "").Is(503)
	}
	if n := r.asked.Load(); n != 0 {
		t.Errorf("asked %d times", n)
	}
}

func TestInvalidSettingsPreventTheStart(t *testing.T) {
	a := kit.New(t, kit.SQLite)
	for name, change := range map[string]func(*app.Config){
		"an unknown geocoder": func(c *app.Config) { c.Geocoder = "google" },
		"yandex without key":  func(c *app.Config) { c.Geocoder = "yandex" },
		"no address":          func(c *app.Config) { c.Geocoder, c.GeocoderURL = "nominatim", "nominatim.example" },
		"another scheme":      func(c *app.Config) { c.Geocoder, c.GeocoderURL = "nominatim", "file:///etc/passwd" },
		"a password":          func(c *app.Config) { c.Geocoder, c.GeocoderURL = "nominatim", "https://u:p@h" },
		"tiles of nowhere":    func(c *app.Config) { c.MapTiles = "/tiles/{z}/{x}/{y}.png" },
	} {
		c := a.Config
		change(&c)
		made, err := app.New(t.Context(), c, app.Parts{Clock: a.Clock.Now, Log: a.Log, Cost: auth.DefaultCost})
		if err == nil {
			made.Close()
			t.Errorf("%s: it starts", name)
		}
	}
}

func TestTheConsoleGetsItsTileServerAndMayLoadTiles(t *testing.T) {
	type config struct {
		Tiles, Attribution  *string
		Latitude, Longitude float64
		Zoom                int
	}
	get := func(a *kit.App) (c config) {
		a.As(t, "new").Get("/v1/map/config").OK().Into(&c)
		return c
	}
	plain := kit.New(t, kit.SQLite)
	if got := get(plain); got.Tiles != nil || got.Attribution != nil || got.Latitude != 55.75 || got.Longitude != 37.57 || got.Zoom != 17 {
		t.Errorf("%+v", got)
	}
	plain.Anyone(t).Get("/v1/map/config").Is(401)
	c := plain.Config
	c.MapTiles, c.MapAttribution = "https://tile.example.org/{z}/{x}/{y}.png", "© OpenStreetMap"
	made, err := app.New(t.Context(), c, app.Parts{Clock: plain.Clock.Now, Log: plain.Log, Cost: auth.DefaultCost, Console: fstest.MapFS{"index.html": {Data: []byte("<html></html>")}}})
	if err != nil {
		t.Fatal(err)
	}
	defer made.Close()
	handlers, err := made.Handlers()
	if err != nil {
		t.Fatal(err)
	}
	w := httptest.NewRecorder()
	handlers.Console.ServeHTTP(w, httptest.NewRequest("GET", "/partners", nil))
	if policy := w.Header().Get("Content-Security-Policy"); !strings.Contains(policy, "img-src 'self' blob: data: https://tile.example.org;") || !strings.Contains(policy, "connect-src 'self';") {
		t.Errorf("%s", policy)
	}
	b := kit.Open(t, kit.SQLite, c)
	if got := get(b); got.Tiles == nil || *got.Tiles != c.MapTiles || got.Attribution == nil || *got.Attribution != "© OpenStreetMap" {
		t.Errorf("%+v", got)
	}
}
