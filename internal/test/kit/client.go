package kit

import (
	"bytes"
	"cmp"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"studbonus/internal/demo"
)

// Client calls one API of the app, as an operator, as a member or anonymously.
type Client struct {
	t       testing.TB
	app     *App
	Access  string
	Refresh string

	base   string // of the students' API; "": the console's
	Bearer string // token of a member's native app
	Origin string // of a browser
	jar    http.CookieJar
}

// Answer is the response of a call.
type Answer struct {
	Status int
	Header http.Header
	Body   []byte
	t      testing.TB
}

// Anyone returns a client without a token.
func (a *App) Anyone(t testing.TB) *Client { return &Client{t: t, app: a} }

// As signs in as a demo account: "all", "student", "univer", "chairman", "flag", "student2", "chairman2", "admin2", "new".
func (a *App) As(t testing.TB, account string) *Client {
	t.Helper()
	return a.SignIn(t, account+"@demo.studbonus.ru", demo.Password)
}

// SignIn signs in with login and password, or fails the test.
func (a *App) SignIn(t testing.TB, login, password string) *Client {
	t.Helper()
	c := a.Anyone(t)
	var out struct {
		Tokens struct {
			AccessToken  string
			RefreshToken string
		}
	}
	c.Post("/v1/auth/email", map[string]any{"login": login, "password": password, "place": "operator"}).OK().Into(&out)
	c.Access, c.Refresh = out.Tokens.AccessToken, out.Tokens.RefreshToken
	return c
}

// Do sends a request. Headers come in pairs. A string or []byte body is sent verbatim, anything else as JSON.
func (c *Client) Do(method, path string, body any, headers ...string) Answer {
	c.t.Helper()
	var payload []byte
	switch b := body.(type) {
	case nil:
	case string:
		payload = []byte(b)
	case []byte:
		payload = b
	default:
		var err error
		if payload, err = json.Marshal(b); err != nil {
			c.t.Fatal(err)
		}
	}
	req, err := http.NewRequestWithContext(c.t.Context(), method, cmp.Or(c.base, c.app.URL)+path, bytes.NewReader(payload))
	if err != nil {
		c.t.Fatal(err)
	}
	if len(payload) > 0 {
		req.Header.Set("Content-Type", "application/json")
	}
	if c.Access != "" {
		req.Header.Set("X-Access-Token", c.Access)
	}
	if c.Bearer != "" {
		req.Header.Set("Authorization", "Bearer "+c.Bearer)
	}
	if c.Origin != "" && method != http.MethodGet {
		req.Header.Set("Origin", c.Origin)
	}
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	res, err := (&http.Client{Jar: c.jar}).Do(req)
	if err != nil {
		c.t.Fatal(err)
	}
	defer res.Body.Close() //nolint:errcheck // read to the end below
	read, err := io.ReadAll(res.Body)
	if err != nil {
		c.t.Fatal(err)
	}
	return Answer{Status: res.StatusCode, Header: res.Header, Body: read, t: c.t}
}

// Get sends a GET.
func (c *Client) Get(path string, headers ...string) Answer {
	return c.Do("GET", path, nil, headers...)
}

// Put sends a PUT.
func (c *Client) Put(path string, body any, headers ...string) Answer {
	return c.Do("PUT", path, body, headers...)
}

// Post sends a POST.
func (c *Client) Post(path string, body any, headers ...string) Answer {
	return c.Do("POST", path, body, headers...)
}

// Delete sends a DELETE.
func (c *Client) Delete(path string, body any, headers ...string) Answer {
	return c.Do("DELETE", path, body, headers...)
}

// OK fails the test unless the call succeeded.
func (a Answer) OK() Answer {
	a.t.Helper()
	return a.Is(http.StatusOK)
}

// Is fails the test unless the response has this status.
func (a Answer) Is(status int) Answer {
	a.t.Helper()
	if a.Status != status {
		a.t.Fatalf("status %d, want %d: %s", a.Status, status, a.Body)
	}
	return a
}

// Into decodes the body.
func (a Answer) Into(out any) {
	a.t.Helper()
	if err := json.Unmarshal(a.Body, out); err != nil {
		a.t.Fatalf("%v: %s", err, a.Body)
	}
}

// Problem decodes an error response.
func (a Answer) Problem() Problem {
	a.t.Helper()
	var p Problem
	a.Into(&p)
	return p
}

// Problem is an error response.
type Problem struct {
	Type, Title, Detail, Number string
	Status                      int
	Errors                      []struct{ Field, Message string }
}

// Field returns the message of a field, or "".
func (p Problem) Field(name string) string {
	for _, e := range p.Errors {
		if e.Field == name {
			return e.Message
		}
	}
	return ""
}
