package geo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/db"
	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/listquery"
)

// Settings configure the geocoder and the map.
type Settings struct {
	Geocoder     string // offline, nominatim or yandex; empty: offline
	URL          string // of a self-hosted server; empty: the public one
	Key          string // Yandex API key
	AllowPrivate bool   // the server may have a private address
	Tiles        string // URL of map tiles with {z}, {x}, {y}; empty: no background
	Attribution  string // of the tiles
}

// Service geocodes with a cache and a circuit breaker.
type Service struct {
	Deps
	geocoder Geocoder
	isRemote bool
	breaker  *breaker
}

// Deps are the dependencies of the service.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Settings Settings
}

// New returns the service, or an error for invalid settings.
func New(d Deps) (*Service, error) {
	s := &Service{Deps: d, geocoder: offline{d.DB}, breaker: &breaker{clock: d.Clock}}
	if _, err := d.Settings.TileOrigin(); err != nil {
		return nil, err
	}
	base := publicNominatim
	switch d.Settings.Geocoder {
	case "", "offline":
		return s, nil
	case "nominatim":
	case "yandex":
		if base = publicYandex; d.Settings.Key == "" {
			return nil, errors.New("для --geocoder yandex нужен --geocoder-key")
		}
	default:
		return nil, fmt.Errorf("--geocoder %q: есть offline, nominatim и yandex", d.Settings.Geocoder)
	}
	if d.Settings.URL != "" {
		base = d.Settings.URL
	}
	c, err := newClient(base, d.Settings.AllowPrivate)
	if err != nil {
		return nil, err
	}
	s.isRemote = true
	if d.Settings.Geocoder == "yandex" {
		s.geocoder = yandex{c, d.Settings.Key}
	} else {
		s.geocoder = nominatim{c}
	}
	return s, nil
}

// TileOrigin returns the origin of the map tiles for the Content-Security-Policy, or "" without tiles.
func (s Settings) TileOrigin() (string, error) {
	if s.Tiles == "" {
		return "", nil
	}
	// {s} (a list of hosts) is not supported: HTTP/2 does not need it, and the policy allows one origin.
	plain := strings.NewReplacer("{z}", "0", "{x}", "0", "{y}", "0", "{r}", "").Replace(s.Tiles)
	u, err := url.Parse(plain)
	if err != nil || u.Host == "" || u.Scheme != "https" && u.Scheme != "http" || u.User != nil || strings.ContainsAny(u.Host, "*;, '") || strings.ContainsAny(plain, "{}\"<> ") {
		return "", fmt.Errorf("--map-tiles %q: нужен адрес вида https://СЕРВЕР/{z}/{x}/{y}.png", s.Tiles)
	}
	for _, part := range []string{"{z}", "{x}", "{y}"} {
		if !strings.Contains(s.Tiles, part) {
			return "", fmt.Errorf("--map-tiles %q: нет части %s", s.Tiles, part)
		}
	}
	return u.Scheme + "://" + u.Host, nil
}

// Search finds places by address, within a city unless city is "". An unknown city has no places.
func (s *Service) Search(ctx context.Context, address, city string) ([]Place, error) {
	address = cleanAddress(address)
	var in *City
	if city != "" {
		found, err := db.All[City](ctx, s.DB, "SELECT name, latitude, longitude FROM cities WHERE uuid = ?", city)
		if err != nil || len(found) == 0 {
			return []Place{}, err
		}
		in = &found[0]
	}
	if address == "" && in == nil {
		return []Place{}, nil
	}
	key := "search " + listquery.Fold(inCity(address, in))
	return cached(ctx, s, key, func(ctx context.Context) ([]Place, error) {
		places, err := s.geocoder.Search(ctx, address, in)
		return validPlaces(places), err
	})
}

// Reverse finds the address of a point, or "".
func (s *Service) Reverse(ctx context.Context, latitude, longitude float64) (string, error) {
	if !onEarth(latitude, longitude) {
		return "", fault.Invalid("latitude", "Широта от −90 до 90, долгота от −180 до 180.")
	}
	// Five decimals are a metre; more would only cause cache misses.
	key := fmt.Sprintf("reverse %.5f %.5f", latitude, longitude)
	return cached(ctx, s, key, func(ctx context.Context) (string, error) {
		address, err := s.geocoder.Reverse(ctx, latitude, longitude)
		return cleanAddress(address), err
	})
}

// cached returns the cached result of a key, or calls the geocoder and caches its result. When the geocoder is down the
// operator types coordinates by hand: forms can always be saved.
func cached[T any](ctx context.Context, s *Service, key string, call func(context.Context) (T, error)) (T, error) {
	if !s.isRemote {
		return call(ctx)
	}
	var result T
	if s.load(ctx, key, &result) {
		return result, nil
	}
	err := s.breaker.do(ctx, func() (err error) { result, err = call(ctx); return err })
	if err != nil {
		if !errors.Is(err, errOpen) {
			s.Log.Warn("geocoder", "cause", err)
		}
		return result, fault.Unavailable("Поиск адресов сейчас недоступен. Введите адрес и координаты вручную.", openFor).Because(err)
	}
	s.store(ctx, key, result)
	return result, nil
}

// load reads the cache. An error counts as a miss.
func (s *Service) load(ctx context.Context, key string, into any) bool {
	raw, err := db.One[string](ctx, s.DB, "SELECT CAST(answer AS TEXT) FROM geo_cache WHERE question = ? AND created_at > ?", key, s.Clock().Add(-cacheFor))
	return err == nil && json.Unmarshal([]byte(raw), into) == nil
}

func (s *Service) store(ctx context.Context, key string, result any) {
	raw, err := json.Marshal(result)
	if err == nil {
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO geo_cache (question, answer, created_at) VALUES (?, ?, ?)
				ON CONFLICT (question) DO UPDATE SET answer = EXCLUDED.answer, created_at = EXCLUDED.created_at`, key, string(raw), s.Clock())
			return err
		})
	}
	if err != nil {
		s.Log.Warn("geocoder result not cached", "cause", err)
	}
}

// CleanUp deletes expired cache entries.
func (s *Service) CleanUp(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM geo_cache WHERE created_at <= ?", s.Clock().Add(-cacheFor))
		return err
	})
}

// Check returns an error while the circuit breaker is open.
func (s *Service) Check() error {
	if s.breaker.isOpen() {
		return errOpen
	}
	return nil
}
