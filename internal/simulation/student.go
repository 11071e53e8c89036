package simulation

import (
	"context"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"time"
)

// student is one simulated student with the state that an app keeps.
type student struct {
	*crowd
	rng       *rand.Rand
	phone     string
	birthDate string // of an approved student
	token     string
	cards     int             // of partners, opened
	opened    map[string]bool // news
}

// named is a thing of the catalogue.
type named struct{ ID, Name string }

type items[T any] struct{ Items []T }

// act is one look at the app.
func (s *student) act(ctx context.Context) error {
	if s.token == "" {
		if err := s.signIn(ctx); err != nil {
			return fmt.Errorf("sign in: %w", err)
		}
		s.count(func(r *Report) { r.SignedIn++ })
	}
	var application struct{ Status string }
	if err := s.get(ctx, "/s/v1/application", &application); err != nil {
		return err
	}
	switch application.Status {
	case "none":
		return s.apply(ctx)
	case "active":
		return s.visit(ctx)
	}
	return nil // waiting for an operator
}

// apply sends an application with what the catalogue offers.
func (s *student) apply(ctx context.Context) error {
	form, err := s.form(ctx)
	if err != nil {
		return fmt.Errorf("fill in the application: %w", err)
	}
	for _, kind := range []string{"portrait", "document"} {
		if form[kind], err = s.sendPhoto(ctx, kind); err != nil {
			return fmt.Errorf("send the %s: %w", kind, err)
		}
	}
	status, err := s.call(ctx, http.MethodPost, "/s/v1/application", form, nil)
	if err == nil && status != http.StatusCreated {
		err = fmt.Errorf("apply: status %d", status)
	}
	if err == nil {
		s.count(func(r *Report) { r.Applied++ })
	}
	return err
}

// form fills in everything but the pictures.
func (s *student) form(ctx context.Context) (map[string]any, error) {
	universities, err := s.search(ctx, "/s/v1/universities", []string{"универ", "институт", "МГ", "СП"})
	if err != nil {
		return nil, err
	}
	cities, err := s.search(ctx, "/s/v1/cities", []string{"Моск", "Сан", "Каз", "Том", "Нов"})
	if err != nil {
		return nil, err
	}
	var documents items[struct {
		Kind       string
		Version    int
		IsRequired bool
	}]
	if err := s.get(ctx, "/s/v1/documents", &documents); err != nil {
		return nil, err
	}
	consents := []map[string]any{}
	for _, d := range documents.Items {
		if d.IsRequired {
			consents = append(consents, map[string]any{"kind": d.Kind, "version": d.Version})
		}
	}
	course := 1 + s.rng.IntN(4)
	began := time.Now().Year() - course
	university := some(s.rng, universities).ID
	form := map[string]any{
		"universityId": university, "cityId": some(s.rng, cities).ID, "course": course, "startYear": began, "endYear": began + 5,
		"surname": some(s.rng, surnames), "name": some(s.rng, names), "birthDate": fmt.Sprintf("%d-%02d-%02d", began-18, 1+s.rng.IntN(12), 1+s.rng.IntN(28)), "consents": consents,
	}
	var faculties items[named]
	if err := s.get(ctx, "/s/v1/universities/"+university+"/faculties", &faculties); err != nil {
		return nil, err
	}
	if len(faculties.Items) > 0 {
		form["facultyId"] = some(s.rng, faculties.Items).ID
	}
	return form, nil
}

// search looks for a thing of the catalogue until something is found.
func (s *student) search(ctx context.Context, path string, words []string) ([]named, error) {
	for range words {
		var found items[named]
		if err := s.get(ctx, path+"?search="+url.QueryEscape(some(s.rng, words)), &found); err != nil || len(found.Items) > 0 {
			return found.Items, err
		}
	}
	return nil, fmt.Errorf("nothing found at %s", path)
}

var (
	surnames = []string{"Антонова", "Богданова", "Виноградова", "Громова", "Демидова", "Ершова", "Зимина", "Калинина", "Лаптева", "Мельникова"}
	names    = []string{"Алина", "Вера", "Дарья", "Ева", "Ксения", "Лидия", "Мила", "Нина", "Полина", "Яна"}
)

func some[T any](rng *rand.Rand, of []T) T { return of[rng.IntN(len(of))] }
