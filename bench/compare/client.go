package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"strconv"
	"strings"
	"time"

	"studbonus/bench/dataset"
)

const (
	perPage       = 15
	requestLimit  = time.Minute
	tokenGoodFor  = 4 * time.Minute // the console refreshes its token as often
	mostIdleConns = 64
	busyPause     = 200 * time.Millisecond
)

// client speaks the product's calls to one server.
type client struct {
	base   string
	http   *http.Client
	token  string
	since  time.Time
	cities map[string]string // name → id at the server
}

func newClient(base string) *client {
	return &client{base: base, cities: map[string]string{}, http: &http.Client{Timeout: requestLimit, Transport: &http.Transport{MaxIdleConnsPerHost: mostIdleConns}}}
}

// question is a query of a list.
type question struct {
	sort   string // a wire name
	desc   bool
	status string
	city   string
	search string
	typed  string // misspelt input for the product; the floor gets search
	offset int
	area   *area // the list; nil: students and applications
}

// area is a list that only the product has.
type area struct {
	call   string         // method and path
	filter map[string]any // besides the search
	key    string         // the row's id field
}

func (q question) call() string {
	if q.area != nil {
		return q.area.call
	}
	if q.status == "moderation" || q.status == "rejected" {
		return "PUT /v1/student/request"
	}
	return "PUT /v1/student"
}

func (c *client) body(q question) map[string]any {
	body := map[string]any{"searchString": q.search}
	if q.area != nil {
		maps.Copy(body, q.area.filter)
	}
	if q.status != "" {
		body["status"] = q.status
	}
	if q.city != "" {
		body["cities"] = []string{c.cities[q.city]}
	}
	return body
}

func (q question) headers() []string {
	direction := "ASC"
	if q.desc {
		direction = "DESC"
	}
	return []string{"X-Offset", strconv.Itoa(q.offset), "X-Limit", strconv.Itoa(perPage), "X-Sort-Field", q.sort, "X-Sort-Direction", direction}
}

func (c *client) list(ctx context.Context, q question) *http.Request {
	return c.request(ctx, q.call(), c.body(q), q.headers()...)
}

// request makes a call: method and path, a body unless nil, headers in pairs.
func (c *client) request(ctx context.Context, call string, body any, headers ...string) *http.Request {
	var method, path string
	_, _ = fmt.Sscan(call, &method, &path)
	var reader io.Reader
	if body != nil {
		text, _ := json.Marshal(body) // string maps always marshal
		reader = bytes.NewReader(text)
	}
	r, err := http.NewRequestWithContext(ctx, method, c.base+path, reader)
	if err != nil {
		panic(err) // calls are constants of this program
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("X-Access-Token", c.token)
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	return r
}

// errBusy: the server sheds load.
var errBusy = errors.New("turned away: too many at once")

// answer is a server's response.
type answer struct {
	header http.Header
	body   []byte
}

func (c *client) do(r *http.Request) (answer, error) {
	resp, err := c.http.Do(r)
	if err != nil {
		return answer{}, err
	}
	defer resp.Body.Close() //nolint:errcheck // read to its end
	body, err := io.ReadAll(resp.Body)
	if err == nil && resp.StatusCode == http.StatusTooManyRequests {
		err = errBusy
	}
	if err == nil && resp.StatusCode >= http.StatusBadRequest {
		err = fmt.Errorf("%s %s: %s: %.300s", r.Method, r.URL.Path, resp.Status, body)
	}
	return answer{resp.Header, body}, err
}

func (c *client) call(r *http.Request, into any) error {
	a, err := c.do(r)
	if err != nil {
		return err
	}
	return json.Unmarshal(a.body, into)
}

func (c *client) statusRequest(ctx context.Context, uuid, to string) *http.Request {
	return c.request(ctx, "PUT /v1/user/status", map[string]string{"uuidUser": uuid, "newStatus": to, "reasonText": "Проверка"})
}

type tokens struct{ AccessToken, RefreshToken string }

func (c *client) signInRequest(ctx context.Context) *http.Request {
	return c.request(ctx, "POST /v1/auth/email", map[string]string{"login": dataset.Login, "password": dataset.Password, "place": "operator"})
}

func (c *client) signIn(ctx context.Context) error {
	var in struct{ Tokens tokens }
	err := c.call(c.signInRequest(ctx), &in)
	for try := 0; errors.Is(err, errBusy) && try < 10; try++ {
		time.Sleep(busyPause)
		err = c.call(c.signInRequest(ctx), &in)
	}
	c.token, c.since = in.Tokens.AccessToken, time.Now()
	return err
}

// renew signs in again before the token expires.
func (c *client) renew(ctx context.Context) error {
	if time.Since(c.since) < tokenGoodFor {
		return nil
	}
	return c.signIn(ctx)
}

// learnCities reads the server's city ids.
func (c *client) learnCities(ctx context.Context) error {
	for _, name := range filterCities {
		var found []struct{ UUIDCity, NameCity string }
		if err := c.call(c.request(ctx, "PUT /v1/univer/filter/cities", map[string]string{"searchString": name}), &found); err != nil {
			return err
		}
		for _, f := range found {
			// An ambiguous name has its region in brackets.
			if plain, _, _ := strings.Cut(f.NameCity, " ("); plain == name {
				c.cities[name] = f.UUIDCity
			}
		}
		if c.cities[name] == "" {
			return fmt.Errorf("%s does not know the city %s", c.base, name)
		}
	}
	return nil
}

// listed holds the fields of a row that the product and the floor share.
type listed struct {
	UUIDUser, StudentCode, Phone, NameFaculty, Status string
	Course                                            int
}

func (c *client) page(ctx context.Context, q question) (rows []listed, total int, err error) {
	a, err := c.do(c.list(ctx, q))
	if err != nil {
		return nil, 0, err
	}
	if total, err = strconv.Atoi(a.header.Get("X-Record-Count")); err != nil {
		return nil, 0, err
	}
	return rows, total, json.Unmarshal(a.body, &rows)
}
