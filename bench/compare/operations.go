package main

import (
	"context"
	"encoding/json"
	"math/rand/v2"
	"net/http"
	"strings"

	"studbonus/bench/dataset"
)

// The orders of the list of students, by their wire names.
const (
	byDate    = "idStudent"
	byName    = "surname"
	byCourse  = "course"
	byFaculty = "nameFaculty"
)

var filterCities = []string{"Москва", "Казань", "Омск", "Томск", "Тула", "Брянск"}

// operation is one row of the results table.
type operation struct {
	name   string
	list   *question                                // its total gives the number of pages
	before func(ctx context.Context, t *turn) error // prepares a client; not measured
	ask    func(ctx context.Context, t *turn) *http.Request
	goal   goal
	least  int // minimum requests per turn for slow operations
}

// isList reports whether the floor's in-memory index can answer: it has lists and searches only.
func (o operation) isList() bool { return o.goal.aim > 0 || o.list != nil }

// operations lists what is measured, in this order: writes come last. A new list, search or call is a new line; if the
// floor has no such call, its goal is an absolute limit (smallGoal).
var operations = []operation{
	page("list: first page, by date", question{sort: byDate, desc: true}, first, own(2)),
	page("list: middle page, by date", question{sort: byDate, desc: true}, middle, own(2)),
	page("list: last page, by date", question{sort: byDate, desc: true}, last, own(2)),
	page("list: first page, by name", question{sort: byName}, first, own(2)),
	page("list: middle page, by name", question{sort: byName}, middle, own(2)),
	page("list: last page, by name", question{sort: byName}, last, own(2)),
	page("list: first page, by course", question{sort: byCourse}, first, own(2)),
	page("list: middle page, by course", question{sort: byCourse}, middle, own(2)),
	page("list: last page, by course", question{sort: byCourse}, last, own(2)),
	page("list: first page, by faculty", question{sort: byFaculty, desc: true}, first, own(2)),
	page("list: middle page, by faculty", question{sort: byFaculty, desc: true}, middle, own(2)),
	page("list: last page, by faculty", question{sort: byFaculty, desc: true}, last, own(2)),
	page("applications: first page, by date", question{sort: byDate, desc: true, status: "moderation"}, first, own(2)),
	page("filter: blocked, first page, by name", question{sort: byName, status: "blocked"}, first, filterGoal),
	page("filter: city, middle page, by name", question{sort: byName, city: "Казань"}, middle, filterGoal),
	page("filter: active + city, first page, by name", question{sort: byName, status: "active", city: "Тула"}, first, filterGoal),
	page("filter: active + city, middle page, by name", question{sort: byName, status: "active", city: "Казань"}, middle, filterGoal),
	page("filter: moderation + city, first page, by name", question{sort: byName, status: "moderation", city: "Омск"}, first, filterGoal),
	search("search: surname and name", nameAndSurname),
	search("search: surname", oneOf("иванов", "смирнов", "кузнецов", "соколов", "лебедев")),
	search("search: three letters", oneOf("ова", "нов", "ксе", "сер")),
	search("search: two letters", oneOf("ив", "ма", "де", "ко")),
	search("search: wrong keyboard layout", wrongLayout),
	search("search: end of a phone", digitsOf(func(s dataset.Student) string { return s.Phone[5:] })),
	search("search: end of a code", digitsOf(func(s dataset.Student) string { return s.Code[5:] })),
	{name: "card", ask: card, goal: cardGoal},
	{name: "card: place in the list", ask: neighbours, goal: smallGoal},
	{name: "card: history", ask: history, goal: smallGoal},
	{name: "menu: number of applications", ask: get("/v1/student/request/count"), goal: smallGoal},
	{name: "filter: cities to choose from", ask: cities, goal: smallGoal},
	page("partners: first page, by date", partnersBy("idPartner"), first, areaGoal),
	page("partners: middle page, by name", partnersBy("name"), middle, areaGoal),
	page("partners: last page, by city", partnersBy("nameMainCity"), last, areaGoal),
	found("partners: search", partnersBy("idPartner"), "кофейня", "пиццерия 77", "fdnjirjkf"),
	opened("partners: card", partnersBy("idPartner"), "/v2/partner/"),
	page("promotions: first page, by date", promotionsBy("idStock"), first, areaGoal),
	page("promotions: middle page, by name", promotionsBy("name"), middle, areaGoal),
	page("promotions: last page, by partner", promotionsBy("partnerName"), last, areaGoal),
	found("promotions: search", promotionsBy("idStock"), "скидка 15", "акции 777", "книжный"),
	opened("promotions: card", promotionsBy("idStock"), "/v1/stock/"),
	{name: "promo codes: whose is it", ask: findCode, goal: areaGoal},
	page("reviews: first page, by date", reviewsBy("createdAt"), first, areaGoal),
	page("reviews: middle page, by date", reviewsBy("createdAt"), middle, areaGoal),
	page("reviews: last page, by date", reviewsBy("createdAt"), last, areaGoal),
	page("reviews: middle page, by partner", reviewsBy("partnerName"), middle, areaGoal),
	page("reviews: unanswered, in moderation, at most two stars", lowReviews, middle, areaGoal),
	found("reviews: search", reviewsBy("createdAt"), "спасибо", "не сработал", "общежит", "визит 777"),
	opened("reviews: card", reviewsBy("createdAt"), "/v1/comments/"),
	{name: "reviews: number in moderation", ask: get("/v1/comments/count"), goal: areaGoal},
	{name: "statistics: tiles", ask: get("/v2/statistics"), goal: areaGoal},
	{name: "statistics: rating of partners", ask: get("/v2/statistics/partner"), goal: areaGoal},
	{name: "sign-in", ask: signIn, goal: own(1.25), least: 3},
	{name: "refresh of a token", before: ownSession, ask: refresh, goal: own(1.5)},
	{name: "status write", ask: statusWrite, goal: own(2.5)},
}

// place is the position of a page in a list.
type place int

const (
	first place = iota
	middle
	last
)

func page(name string, q question, at place, g goal) operation {
	return operation{name: name, list: &q, goal: g, ask: func(ctx context.Context, t *turn) *http.Request {
		q := q
		q.offset = at.offset(t.total, t.chance)
		return t.client.list(ctx, q)
	}}
}

// offset of a page; random in the middle.
func (p place) offset(total int, chance *rand.Rand) int {
	pages := (total + perPage - 1) / perPage
	switch p {
	case middle:
		return max(0, pages/2-chance.IntN(pages/20+1)) * perPage
	case last:
		return max(0, pages-1) * perPage
	default:
		return 0
	}
}

// search measures a search; the total is exact, so all matches are counted.
func search(name string, choose func(t *turn) question) operation {
	return operation{name: name, goal: searchGoal, ask: func(ctx context.Context, t *turn) *http.Request {
		q := choose(t)
		q.sort, q.desc = byDate, true
		if t.system.product && q.typed != "" {
			q.search = q.typed
		}
		return t.client.list(ctx, q)
	}}
}

func oneOf(texts ...string) func(*turn) question {
	return func(t *turn) question { return question{search: texts[t.chance.IntN(len(texts))]} }
}

// nameAndSurname as an operator types them.
func nameAndSurname(t *turn) question {
	words := strings.Fields(strings.ToLower(t.someStudent().FullName))
	return question{search: words[0] + " " + words[1]}
}

func wrongLayout(t *turn) question {
	pairs := [][2]string{{"иванов", "bdfyjd"}, {"петров", "gtnhjd"}, {"соколов", "cjrjkjd"}}
	p := pairs[t.chance.IntN(len(pairs))]
	return question{search: p[0], typed: p[1]}
}

// digitsOf a student's phone; never with a leading 8, which the product also reads as 7.
func digitsOf(part func(dataset.Student) string) func(*turn) question {
	return func(t *turn) question {
		for {
			if digits := part(t.someStudent()); digits[0] != '8' {
				return question{search: digits}
			}
		}
	}
}

func card(ctx context.Context, t *turn) *http.Request {
	return t.client.request(ctx, "GET /v1/student/"+t.someStudent().UUID, nil)
}

func neighbours(ctx context.Context, t *turn) *http.Request {
	q := question{sort: byName}
	return t.client.request(ctx, "PUT /v1/student/neighbours/"+t.someStudent().UUID, t.client.body(q), q.headers()...)
}

func history(ctx context.Context, t *turn) *http.Request {
	return t.client.request(ctx, "GET /v1/audit/student/"+t.someStudent().UUID, nil)
}

// get is a call without parameters.
func get(path string) func(context.Context, *turn) *http.Request {
	return func(ctx context.Context, t *turn) *http.Request { return t.client.request(ctx, "GET "+path, nil) }
}

func cities(ctx context.Context, t *turn) *http.Request {
	texts := []string{"мо", "ка", "ск", "бр", "ново"}
	return t.client.request(ctx, "PUT /v1/univer/filter/cities", map[string]string{"searchString": texts[t.chance.IntN(len(texts))]})
}

func signIn(ctx context.Context, t *turn) *http.Request { return t.client.signInRequest(ctx) }

// ownSession signs each client in separately.
func ownSession(ctx context.Context, t *turn) error {
	a, err := t.client.do(t.client.signInRequest(ctx))
	t.last = a.body
	return err
}

// refresh exchanges the refresh token of the last answer (sign-in or refresh).
func refresh(ctx context.Context, t *turn) *http.Request {
	var was struct {
		tokens
		Tokens tokens
	}
	_ = json.Unmarshal(t.last, &was) // a bad answer makes a bad request, which is reported
	return t.client.request(ctx, "PUT /v1/auth/refreshtoken", map[string]string{"refreshToken": was.RefreshToken + was.Tokens.RefreshToken})
}

// statusWrite blocks or unblocks a student. Each client has its own students.
func statusWrite(ctx context.Context, t *turn) *http.Request {
	for {
		i := t.chance.IntN(t.system.rows/mostClients)*mostClients + t.worker + 1
		if s := dataset.Make(i); s.IsStudent() {
			return t.client.statusRequest(ctx, s.UUID, t.system.flip(i, s))
		}
	}
}
