package geo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"

	"studbonus/internal/clock"
	"studbonus/internal/db"
	"studbonus/internal/fault"
	"studbonus/internal/list"
)

// Settings choose the geocoder and the map.
type Settings struct {
	Geocoder     string // offline, nominatim or yandex; empty: offline
	URL          string // of one's own server; empty: the public one
	Key          string // of Yandex
	AllowPrivate bool   // one's own server may stand in a private network
	Tiles        string // address of map tiles with {z}, {x}, {y}; empty: the map has a plain ground
	Attribution  string // whose tiles they are
}

// Service answers questions about places.
type Service struct {
	Deps
	geocoder Geocoder
	isRemote bool
	breaker  *breaker
}

// Deps is what the service is made of.
type Deps struct {
	DB       *db.DB
	Clock    clock.Clock
	Log      *slog.Logger
	Settings Settings
}

// New makes the service; settings that cannot work are an error.
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

// TileOrigin is where the console may load map tiles from; empty when no tiles are set.
func (s Settings) TileOrigin() (string, error) {
	if s.Tiles == "" {
		return "", nil
	}
	// {s} would be a list of hosts: one is enough since HTTP/2, and the policy names one.
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

// Search finds places by an address, in a city unless uuid is empty. A city that nobody knows has none.
func (s *Service) Search(ctx context.Context, address, city string) ([]Place, error) {
	address = readable(address)
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
	question := "search " + list.Fold(within(address, in))
	return answered(ctx, s, question, func(ctx context.Context) ([]Place, error) {
		places, err := s.geocoder.Search(ctx, address, in)
		return sound(places), err
	})
}

// Reverse finds the address of a place; empty where nothing is known.
func (s *Service) Reverse(ctx context.Context, latitude, longitude float64) (string, error) {
	if !onEarth(latitude, longitude) {
		return "", fault.Invalid("latitude", "Широта от −90 до 90, долгота от −180 до 180.")
	}
	// Five decimals are a metre: more would only miss the cache.
	question := fmt.Sprintf("reverse %.5f %.5f", latitude, longitude)
	return answered(ctx, s, question, func(ctx context.Context) (string, error) {
		address, err := s.geocoder.Reverse(ctx, latitude, longitude)
		return readable(address), err
	})
}

// answered gives the remembered answer to a question, or asks and remembers. A geocoder that is down is the operator's
// cue to type by hand, never a reason for a form not to be saved.
func answered[T any](ctx context.Context, s *Service, question string, ask func(context.Context) (T, error)) (T, error) {
	if !s.isRemote {
		return ask(ctx)
	}
	var answer T
	if s.remembered(ctx, question, &answer) {
		return answer, nil
	}
	err := s.breaker.do(ctx, func() (err error) { answer, err = ask(ctx); return err })
	if err != nil {
		if !errors.Is(err, errResting) {
			s.Log.Warn("geocoder", "cause", err)
		}
		return answer, fault.Unavailable("Поиск адресов сейчас недоступен. Введите адрес и координаты вручную.", restsFor).Because(err)
	}
	s.remember(ctx, question, answer)
	return answer, nil
}

// remembered: a cache that fails is no cache, and nothing worse.
func (s *Service) remembered(ctx context.Context, question string, into any) bool {
	raw, err := db.One[string](ctx, s.DB, "SELECT CAST(answer AS TEXT) FROM geo_cache WHERE question = ? AND created_at > ?", question, s.Clock().Add(-keepAnswers))
	return err == nil && json.Unmarshal([]byte(raw), into) == nil
}

func (s *Service) remember(ctx context.Context, question string, answer any) {
	raw, err := json.Marshal(answer)
	if err == nil {
		err = s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
			_, err := tx.Exec(ctx, `INSERT INTO geo_cache (question, answer, created_at) VALUES (?, ?, ?)
				ON CONFLICT (question) DO UPDATE SET answer = EXCLUDED.answer, created_at = EXCLUDED.created_at`, question, string(raw), s.Clock())
			return err
		})
	}
	if err != nil {
		s.Log.Warn("geocoder's answer not kept", "cause", err)
	}
}

// CleanUp forgets old answers.
func (s *Service) CleanUp(ctx context.Context) error {
	return s.DB.Tx(ctx, func(ctx context.Context, tx db.Tx) error {
		_, err := tx.Exec(ctx, "DELETE FROM geo_cache WHERE created_at <= ?", s.Clock().Add(-keepAnswers))
		return err
	})
}

// Check tells whether the geocoder answers, as far as the last calls have shown.
func (s *Service) Check() error {
	if s.breaker.rests() {
		return errResting
	}
	return nil
}
