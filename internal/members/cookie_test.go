package members_test

import (
	"net/http"
	"strings"
	"testing"

	"studbonus/internal/app"
	"studbonus/internal/test/kit"
)

// rules 23.3: the name and Secure follow the scheme of the public address.
func TestCookies(t *testing.T) {
	for address, test := range map[string]struct {
		prefix   string
		isSecure bool
	}{"http://students.test": {"", false}, "https://students.test": {"__Host-", true}} {
		t.Run(address, func(t *testing.T) {
			onBoth(t, func(t *testing.T, a *kit.App) {
				c := a.Browser(t)
				c.Origin = address
				answer := c.Post("/s/v1/auth/session", entry(t, a, c, kit.PhoneNumber(1))).OK()
				if strings.Contains(string(answer.Body), `"token":"`) {
					t.Errorf("a browser got a token: %s", answer.Body)
				}
				cookies := (&http.Response{Header: answer.Header}).Cookies()
				if len(cookies) != 2 {
					t.Fatalf("cookies %v", cookies)
				}
				for i, want := range []struct {
					name string
					life int
				}{{"studbonus-session", 90 * 86400}, {"studbonus-device", 400 * 86400}} {
					got := cookies[i]
					if got.Name != test.prefix+want.name || got.MaxAge != want.life || got.Path != "/" || got.Domain != "" ||
						!got.HttpOnly || got.Secure != test.isSecure || got.SameSite != http.SameSiteLaxMode {
						t.Errorf("%v", got)
					}
				}
			}, kit.WithConfig(func(c *app.Config) { c.StudentsURL = address }))
		})
	}
}

// rules 23.4
func TestCrossSiteCallsCannotUseTheCookie(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Browser(t)
		c.SignInMember(kit.PhoneNumber(1))
		c.Origin = "" // each case sets its own
		const end = "/s/v1/sessions/00000000-0000-4000-8000-000000000000"
		for name, test := range map[string]struct {
			headers []string
			want    int // 404: accepted, but there is no such session
		}{
			"our origin":                     {[]string{"Origin", kit.StudentsOrigin}, 404},
			"a browser's word":               {[]string{"Sec-Fetch-Site", "same-origin", "Origin", kit.StudentsOrigin}, 404},
			"neither":                        {nil, 403},
			"another origin":                 {[]string{"Origin", "http://evil.test"}, 403},
			"no origin":                      {[]string{"Origin", "null"}, 403},
			"another scheme":                 {[]string{"Origin", "https://students.test"}, 403},
			"another site":                   {[]string{"Sec-Fetch-Site", "cross-site"}, 403},
			"a subdomain":                    {[]string{"Sec-Fetch-Site", "same-site"}, 403},
			"an address that was typed":      {[]string{"Sec-Fetch-Site", "none"}, 403},
			"another site in spite of ours":  {[]string{"Sec-Fetch-Site", "cross-site", "Origin", kit.StudentsOrigin}, 403},
			"the console's token is no help": {[]string{"X-Access-Token", a.As(t, "all").Access}, 403},
		} {
			if got := c.Delete(end, nil, test.headers...).Status; got != test.want {
				t.Errorf("%s: %d, want %d", name, got, test.want)
			}
		}
		body := `{"attempt":"00000000-0000-4000-8000-000000000000","code":"1"}`
		for kind, want := range map[string]int{"application/json": 422, "application/json; charset=utf-8": 422, "text/plain": 415, "application/x-www-form-urlencoded": 415, "": 415} {
			if got := c.Do("PUT", "/s/v1/me/phone", body, "Origin", kit.StudentsOrigin, "Content-Type", kind).Status; got != want {
				t.Errorf("%q: %d, want %d", kind, got, want)
			}
		}
		c.Get("/s/v1/me").OK() // reads need no origin: another site cannot see the answer

		c.Bearer = "of nobody"
		c.Get("/s/v1/me").Is(401) // with a Bearer token the cookie is ignored
		native := a.Guest(t)
		native.SignInMember(kit.PhoneNumber(2))
		native.Delete(end, nil).Is(404) // without a cookie no origin is needed
		native.Delete(end, nil, "Origin", "http://evil.test").Is(403)
	})
}

func TestNativeAppsGetNoCookies(t *testing.T) {
	onBoth(t, func(t *testing.T, a *kit.App) {
		c := a.Guest(t)
		body := with(entry(t, a, c, kit.PhoneNumber(1)), "isNative", true)
		for _, header := range []string{"Origin", "Sec-Fetch-Site"} {
			value := map[string]string{"Origin": kit.StudentsOrigin, "Sec-Fetch-Site": "same-origin"}[header]
			c.Post("/s/v1/auth/session", body, header, value).Is(403)
		}
		c.Post("/s/v1/auth/session", with(body, "isNative", false), "Origin", "http://evil.test").Is(403)
		answer := c.Post("/s/v1/auth/session", body).OK()
		if answer.Header.Get("Set-Cookie") != "" {
			t.Error("an app got a cookie")
		}
	})
}
