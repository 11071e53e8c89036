package cards_test

import (
	"fmt"
	"math/rand/v2"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"studbonus/internal/test/kit"
)

var toneOf = regexp.MustCompile(`<body class="(green|amber|red)">`)

func tone(page kit.Answer) string {
	if found := toneOf.FindSubmatch(page.Body); found != nil {
		return string(found[1])
	}
	return ""
}

// look returns the colour of the page behind a token.
func look(t testing.TB, a *kit.App, token string) string {
	t.Helper()
	return tone(call(t, a, "GET", "/C/"+token, nil).Is(http.StatusOK))
}

func TestTheCheckPage(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		p := signIn(t, a, student(t, a, 0)).take()
		st := kit.One[string](t, a, "SELECT surname FROM students WHERE uuid = ?", p.student)
		page := call(t, a, "GET", "/C/"+p.shows(a.Clock.Now()), nil).Is(http.StatusOK)
		text := string(page.Body)
		until := kit.One[int](t, a, "SELECT end_year FROM students WHERE uuid = ?", p.student)
		if tone(page) != "green" || !strings.Contains(text, fmt.Sprintf("Действует до 30.09.%d", until)) || !strings.Contains(text, "students.test") {
			t.Errorf("the page says %s", text)
		}
		if strings.Contains(text, st) || strings.Contains(text, "<script") || strings.Contains(text, "<img") || len(page.Body) > 15<<10 {
			t.Errorf("%d bytes with a name, a picture or a script: %s", len(page.Body), text)
		}
		for name, want := range map[string]string{
			"Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer", "X-Frame-Options": "DENY",
		} {
			if got := page.Header.Get(name); got != want {
				t.Errorf("%s is %q", name, got)
			}
		}
		policy := page.Header.Get("Content-Security-Policy")
		if !strings.HasPrefix(policy, "default-src 'none'; style-src 'sha256-") || strings.Contains(policy, "unsafe") {
			t.Errorf("policy %q", policy)
		}
		for name, shown := range map[string]string{"as in the QR code": p.shows(a.Clock.Now()), "in small letters": strings.ToLower(p.shows(a.Clock.Now()))} {
			for _, path := range []string{"/c/", "/C/"} {
				if got := tone(call(t, a, "GET", path+shown, nil)); got != "green" {
					t.Errorf("%s%s is %q", path, name, got)
				}
			}
		}
	})
}

func TestVerdicts(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		k, now := pairedAt(t, a, point(t, a, 0)), a.Clock.Now
		set := func(column, value string) func(p *phone) {
			return func(p *phone) { kit.Exec(t, a, "UPDATE students SET "+column+" = "+value+" WHERE uuid = ?", p.student) }
		}
		other := signIn(t, a, student(t, a, 30)).take()
		for i, test := range []struct {
			name           string
			spoil          func(p *phone)
			shown          func(p *phone) string
			colour, reason string
		}{
			{"right", nil, nil, "green", ""},
			{"a phone half a minute slow", nil, func(p *phone) string { return p.shows(now().Add(-30 * time.Second)) }, "green", ""},
			{"a phone three minutes slow", nil, func(p *phone) string { return p.shows(now().Add(-3 * time.Minute)) }, "amber", "old"},
			{"a phone five minutes fast", nil, func(p *phone) string { return p.shows(now().Add(5 * time.Minute)) }, "amber", "old"},
			{"a phone five minutes fast that knows the server's time", nil, func(p *phone) string {
				fast := now().Add(5 * time.Minute)
				return p.shows(fast.Add(p.issued.Now.Sub(fast)))
			}, "green", ""},
			{"forged", nil, func(p *phone) string { return p.issued.Handle + "0000000000" }, "amber", "old"},
			{"the proof of another", nil, func(p *phone) string { return p.issued.Handle + other.shows(now())[10:] }, "amber", "old"},
			{"the handle of another", nil, func(p *phone) string { return other.issued.Handle + p.shows(now())[10:] }, "amber", "old"},
			{"an unknown handle", nil, func(p *phone) string { return "0000000000" + p.shows(now())[10:] }, "red", "unknown"},
			{"no token", nil, func(*phone) string { return "hello" }, "red", "unknown"},
			{"blocked", set("status", "'blocked'"), nil, "red", "blocked"},
			{"blocked and forged", set("status", "'blocked'"), func(p *phone) string { return p.issued.Handle + "0000000000" }, "amber", "old"},
			{"expired", set("end_year", "2026"), nil, "red", "expired"},
			{"sent again", set("status", "'moderation'"), nil, "red", "inactive"},
			{"signed out", func(p *phone) {
				kit.Exec(t, a, "DELETE FROM member_sessions WHERE id = (SELECT session_id FROM devices WHERE handle = ?)", p.issued.Handle)
			}, nil, "red", "unknown"},
			{"sealed by another key file", func(p *phone) {
				kit.Exec(t, a, "UPDATE devices SET secret = ? WHERE handle = ?", make([]byte, 60), p.issued.Handle)
			}, nil, "red", "lease"},
		} {
			p := signIn(t, a, student(t, a, 31+i)).take()
			if test.spoil != nil {
				test.spoil(p)
			}
			shown := p.shows(now())
			if test.shown != nil {
				shown = test.shown(p)
			}
			if got := look(t, a, shown); got != test.colour {
				t.Errorf("%s: the page is %s", test.name, got)
			}
			verdict := map[string]string{"green": "valid", "amber": "stale", "red": "invalid"}[test.colour]
			got := k.check(shown)
			if got.Verdict != verdict || got.reason() != test.reason || got.Title == "" || got.Advice == "" {
				t.Errorf("%s: the till says %+v", test.name, got)
			}
			if isValid := verdict == "valid"; (got.Name != nil) != isValid || (len(got.Discounts) > 0) != isValid || got.PortraitURL != nil && !isValid {
				t.Errorf("%s: the till sees %+v", test.name, got)
			}
		}
	})
}

func TestATokenWorksOncePerTill(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		at := point(t, a, 0)
		k, second, p := pairedAt(t, a, at), pairedAt(t, a, at), signIn(t, a, student(t, a, 5)).take()
		views := func() int {
			return kit.One[int](t, a, "SELECT coalesce(sum(barcodes), 0) FROM partner_views WHERE university_id = 0")
		}
		before, shown := views(), p.shows(a.Clock.Now())
		if got := k.check(shown); got.Verdict != "valid" {
			t.Fatalf("the first time: %+v", got)
		}
		a.Clock.Advance(10 * time.Second)
		if got := k.check(shown); got.Verdict != "valid" || got.Name == nil {
			t.Errorf("within ten seconds: %+v", got)
		}
		if got := views() - before; got != 1 {
			t.Errorf("one card counts as %d shown barcodes", got)
		}
		a.Clock.Advance(time.Second)
		if got := k.check(shown); got.Verdict != "stale" || got.Name != nil {
			t.Errorf("after ten seconds: %+v", got)
		}
		if got := second.check(shown); got.Verdict != "valid" {
			t.Errorf("at another till: %+v", got)
		}
		if got := k.check(p.shows(a.Clock.Now().Add(30 * time.Second))); got.Verdict != "valid" {
			t.Errorf("the next token: %+v", got)
		}
		if got := views() - before; got != 3 {
			t.Errorf("three cards count as %d shown barcodes", got)
		}
		if wrong, err := a.Statistics.Verify(t.Context()); err != nil || len(wrong) != 0 {
			t.Errorf("the sums of views: %v, %v", wrong, err)
		}
		// A token first shown at the end of its step stays valid for ten seconds.
		last := p.shows(a.Clock.Now().Truncate(30 * time.Second).Add(-time.Second))
		a.Clock.Set(a.Clock.Now().Truncate(30 * time.Second).Add(29 * time.Second))
		first := k.check(last)
		a.Clock.Advance(2 * time.Second)
		if again := k.check(last); first.Verdict != "valid" || again.Verdict != "valid" {
			t.Errorf("%s, then %s", first.Verdict, again.Verdict)
		}
	})
}

func TestParallelChecksOfATokenCountOnce(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		k, p := pairedAt(t, a, point(t, a, 0)), signIn(t, a, student(t, a, 6)).take()
		views := func() int {
			return kit.One[int](t, a, "SELECT coalesce(sum(barcodes), 0) FROM partner_views WHERE university_id = 0")
		}
		before, shown := views(), p.shows(a.Clock.Now())
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				if got := k.check(shown); got.Verdict != "valid" {
					t.Errorf("%+v", got)
				}
			})
		}
		if all.Wait(); views()-before != 1 {
			t.Errorf("eight requests for one card count as %d", views()-before)
		}
	})
}

func TestChecksByNumber(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		k, of := pairedAt(t, a, point(t, a, 0)), student(t, a, 7)
		kit.Exec(t, a, "UPDATE students SET photo = (SELECT min(key) FROM files WHERE kind = 'image') WHERE uuid = ?", of)
		number := kit.One[string](t, a, "SELECT student_code FROM students WHERE uuid = ?", of)
		got := k.checkNumber(number[:5] + " " + number[5:])
		if got.Verdict != "valid" || got.ValidUntil == nil || got.Name != nil || got.PortraitURL != nil || got.Discounts != nil {
			t.Errorf("by number: %+v", got)
		}
		if strings.Contains(got.Advice, "настоящая") || !strings.Contains(got.Advice, "Отсканируйте код") {
			t.Errorf("a number is no proof, but the advice is %q", got.Advice)
		}
		k.portrait("/t/v1/checks/" + number + "/portrait").Is(http.StatusNotFound)
		kit.Exec(t, a, "UPDATE students SET status = 'blocked' WHERE uuid = ?", of)
		if got := k.checkNumber(number); got.Verdict != "invalid" || got.reason() != "blocked" {
			t.Errorf("blocked: %+v", got)
		}
		if got := k.checkNumber("0000000000"); got.Verdict != "invalid" || got.reason() != "unknown" {
			t.Errorf("unknown: %+v", got)
		}
		for name, body := range map[string]map[string]any{
			"nothing": {}, "both": {"number": number, "token": strings.Repeat("0", 20)}, "nine digits": {"number": "123456789"}, "words": {"number": "номер"},
		} {
			if got := k.ask(body); got.Status != http.StatusUnprocessableEntity {
				t.Errorf("%s: %d %s", name, got.Status, got.Body)
			}
		}
		for range 57 { // three were used above
			k.checkNumber("0000000000")
		}
		k.ask(map[string]any{"number": number}).Is(http.StatusTooManyRequests)
		pairedAt(t, a, point(t, a, 0)).checkNumber(number) // each till has its own
		for range 7 {
			a.Clock.Advance(time.Minute)
			for range 60 {
				k.checkNumber("0000000000")
			}
		}
		a.Clock.Advance(time.Minute)
		for range 20 {
			k.checkNumber("0000000000")
		}
		if got := k.ask(map[string]any{"number": number}).Is(http.StatusTooManyRequests); !strings.Contains(got.Problem().Detail, "На сегодня") {
			t.Errorf("the 501st of a day: %s", got.Problem().Detail)
		}
		a.Clock.Advance(24 * time.Hour)
		k.checkNumber(number)
	})
}

func TestATillSeesThePortraitOfACheckedCard(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		of, at := student(t, a, 11), point(t, a, 0)
		kit.Exec(t, a, "UPDATE students SET photo = (SELECT min(key) FROM files WHERE kind = 'image') WHERE uuid = ?", of)
		k, foreign, p := pairedAt(t, a, at), pairedAt(t, a, at), signIn(t, a, of).take()
		got := k.check(p.shows(a.Clock.Now()))
		if got.PortraitURL == nil {
			t.Fatalf("no portrait: %+v", got)
		}
		picture := k.portrait(*got.PortraitURL).Is(http.StatusOK)
		if !strings.HasPrefix(picture.Header.Get("Content-Type"), "image/") || !strings.Contains(picture.Header.Get("Cache-Control"), "no-store") {
			t.Errorf("headers %v", picture.Header)
		}
		foreign.portrait(*got.PortraitURL).Is(http.StatusNotFound)
		call(t, a, "GET", *got.PortraitURL, nil).Is(http.StatusUnauthorized)
		k.portrait("/t/v1/checks/" + p.issued.Handle + "0000000000/portrait").Is(http.StatusNotFound)
		a.Clock.Advance(2 * time.Minute)
		k.portrait(*got.PortraitURL).Is(http.StatusNotFound)
		own := p.card()
		if own.PortraitURL == nil || !slices.Equal(p.do("GET", *own.PortraitURL).Is(http.StatusOK).Body, picture.Body) {
			t.Error("the student's own card has another portrait")
		}
	})
}

// A block applies to the next check, on every instance: nothing is cached.
func TestABlockTakesEffectImmediatelyOnAllInstances(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		second := kit.Open(t, a.Engine, a.Config)
		p := signIn(t, a, student(t, a, 8)).take()
		if got := look(t, second, p.shows(a.Clock.Now())); got != "green" {
			t.Fatalf("before: %s", got)
		}
		body := map[string]any{"uuidUser": p.student, "newStatus": "blocked", "reasonText": "Выход из профсоюза"}
		a.As(t, "all").Put("/v1/user/status", body).OK()
		for name, on := range map[string]*kit.App{"this instance": a, "another instance": second} {
			page := call(t, on, "GET", "/c/"+p.shows(a.Clock.Now()), nil)
			if tone(page) != "red" || !strings.Contains(string(page.Body), "Карта заблокирована") {
				t.Errorf("%s: %s", name, page.Body)
			}
		}
	})
}

// Everybody who has seen the card knows its handle. The first guesses run into the limit within one minute; the others stay
// below it.
func TestGuessingTheProofOfAKnownHandle(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		const letters, inAMinute, limit = "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 1400, 1200
		p, rng := signIn(t, a, student(t, a, 9)).take(), rand.New(rand.NewPCG(7, 7))
		guess := func() (isRefused bool) {
			proof := make([]byte, 10)
			for i := range proof {
				proof[i] = letters[rng.IntN(len(letters))]
			}
			page := call(t, a, "GET", "/c/"+p.issued.Handle+string(proof), nil)
			if tone(page) != "amber" {
				t.Fatalf("a guess was answered with %s", page.Body)
			}
			return page.Status == http.StatusTooManyRequests
		}
		refused := 0
		for range inAMinute {
			if guess() {
				refused++
			}
		}
		if refused != inAMinute-limit {
			t.Errorf("%d of %d guesses within a minute were refused", refused, inAMinute)
		}
		right := call(t, a, "GET", "/c/"+p.shows(a.Clock.Now()), nil).Is(http.StatusTooManyRequests)
		if right.Header.Get("Retry-After") != "60" || !strings.Contains(string(right.Body), "Слишком много проверок") {
			t.Errorf("over the limit: %s", right.Body)
		}
		for n := range kit.Reps(t, limit) {
			if n%limit == 0 {
				a.Clock.Advance(time.Minute)
			}
			if guess() {
				t.Fatalf("guess %d was refused: it proves nothing", n)
			}
		}
		a.Clock.Advance(time.Minute)
		if got := look(t, a, p.shows(a.Clock.Now())); got != "green" {
			t.Errorf("a minute later the card is %s", got)
		}
	})
}

func TestMembersAndTillsCannotUseEachOthersRoutes(t *testing.T) {
	kit.OnBoth(t, func(t *testing.T, a *kit.App) {
		k, p := pairedAt(t, a, point(t, a, 0)), signIn(t, a, student(t, a, 10))
		call(t, a, "POST", "/t/v1/check", map[string]any{"number": "1000000008"}, "Authorization", "Bearer "+p.token).Is(http.StatusUnauthorized)
		_, token, _ := strings.Cut(k.cookie, "=")
		call(t, a, "GET", "/s/v1/card", nil, "Authorization", "Bearer "+token).Is(http.StatusUnauthorized)
		call(t, a, "GET", "/s/v1/card", nil, "Cookie", "studbonus-session="+token).Is(http.StatusUnauthorized)
		call(t, a, "POST", "/t/v1/check", map[string]any{"number": "1000000008"}, "Cookie", k.cookie, "Sec-Fetch-Site", "cross-site").Is(http.StatusForbidden)
		call(t, a, "POST", "/t/v1/check", map[string]any{"number": "1000000008"}, "Cookie", k.cookie).Is(http.StatusForbidden)
	})
}
