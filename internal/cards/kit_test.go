package cards_test

import (
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/cards"
	"studbonus/internal/test/kit"
)

// Values of the demo data.
const demoDevices, demoTills = 1, 1

// call sends a request to the students' API; headers come in pairs.
func call(t testing.TB, a *kit.App, method, path string, body any, headers ...string) kit.Answer {
	t.Helper()
	return a.Guest(t).Do(method, path, body, headers...)
}

// phone is a student's signed-in session.
type phone struct {
	t       testing.TB
	a       *kit.App
	student string
	token   string
	issued  issued
}

type issued struct {
	Handle, Secret  string
	StepSeconds     int
	LeaseUntil, Now time.Time
}

// student returns the uuid of the n-th active student whose card is valid.
func student(t testing.TB, a *kit.App, n int) string {
	t.Helper()
	return kit.One[string](t, a, "SELECT CAST(uuid AS TEXT) FROM students WHERE status = 'active' AND end_year > 2027 ORDER BY id LIMIT 1 OFFSET ?", n)
}

// signIn opens a session for the student's account, bypassing the code.
func signIn(t testing.TB, a *kit.App, student string) *phone {
	t.Helper()
	token, now := uuid.NewString(), a.Clock.Now()
	kit.Exec(t, a, `INSERT INTO members (uuid, phone, student_id, created_at, last_seen_at) SELECT CAST(? AS `+uuidType(a)+`), phone || id, id, ?, ? FROM students WHERE uuid = ?
		ON CONFLICT DO NOTHING`, uuid.NewString(), now, now, student)
	hash := sha256.Sum256([]byte(token))
	kit.Exec(t, a, `INSERT INTO member_sessions (uuid, member_id, token_hash, is_native, agent, address, created_at, last_used_at)
		SELECT CAST(? AS `+uuidType(a)+`), m.id, ?, TRUE, '', '', ?, ? FROM members m JOIN students s ON s.id = m.student_id WHERE s.uuid = ?`, uuid.NewString(), hash[:], now, now, student)
	return &phone{t: t, a: a, student: student, token: token}
}

func uuidType(a *kit.App) string {
	if a.DB.Postgres() {
		return "UUID"
	}
	return "TEXT"
}

func (p *phone) do(method, path string) kit.Answer {
	p.t.Helper()
	return call(p.t, p.a, method, path, nil, "Authorization", "Bearer "+p.token)
}

// take issues the card to this phone.
func (p *phone) take() *phone {
	p.t.Helper()
	p.do("POST", "/s/v1/card/device").Is(http.StatusOK).Into(&p.issued)
	return p
}

// shows returns the token that the card shows at this time of the phone's clock.
func (p *phone) shows(at time.Time) string {
	p.t.Helper()
	secret, err := base64.RawURLEncoding.DecodeString(p.issued.Secret)
	if err != nil || len(secret) != 32 {
		p.t.Fatalf("no secret: %q", p.issued.Secret)
	}
	return p.issued.Handle + cards.Proof(secret, at.Unix()/int64(p.issued.StepSeconds))
}

type ownCard struct {
	Number, Name, University, ValidUntil string
	IsActive, IsElsewhere                bool
	LeaseUntil                           *time.Time
	PortraitURL                          *string
	Now                                  time.Time
}

func (p *phone) card() (c ownCard) {
	p.t.Helper()
	p.do("GET", "/s/v1/card").Is(http.StatusOK).Into(&c)
	return c
}

// till is a paired till.
type till struct {
	t      testing.TB
	a      *kit.App
	uuid   string
	cookie string
}

type invitation struct{ UUIDTill, Link, LinkUntil, Code, CodeUntil string }

// point returns the uuid of the n-th trade point of a partner with discounts.
func point(t testing.TB, a *kit.App, n int) string {
	t.Helper()
	return kit.One[string](t, a, `SELECT CAST(t.uuid AS TEXT) FROM trade_points t JOIN partners p ON p.id = t.partner_id
		WHERE p.status = 'active' AND EXISTS (SELECT 1 FROM discounts d WHERE d.partner_id = p.id) ORDER BY t.id LIMIT 1 OFFSET ?`, n)
}

func invite(t testing.TB, a *kit.App, point string) (i invitation) {
	t.Helper()
	a.As(t, "univer").Post("/v1/tills/point/"+point, nil).OK().Into(&i)
	return i
}

func (i invitation) secret() string {
	_, secret, _ := strings.Cut(i.Link, "#")
	return secret
}

// pairedAt pairs a till with a trade point by its link.
func pairedAt(t testing.TB, a *kit.App, point string) *till {
	t.Helper()
	i := invite(t, a, point)
	got := call(t, a, "POST", "/t/v1/pair", map[string]any{"link": i.secret()}).Is(http.StatusOK)
	return &till{t, a, i.UUIDTill, cookieOf(got)}
}

func cookieOf(a kit.Answer) string {
	name, _, _ := strings.Cut(a.Header.Get("Set-Cookie"), ";")
	return name
}

type checked struct {
	Verdict, Title, Advice                string
	Reason, ValidUntil, Name, PortraitURL *string
	Discounts                             []map[string]any
}

func (c checked) reason() string {
	if c.Reason == nil {
		return ""
	}
	return *c.Reason
}

func (k *till) ask(body map[string]any) kit.Answer {
	k.t.Helper()
	return call(k.t, k.a, "POST", "/t/v1/check", body, "Cookie", k.cookie, "Sec-Fetch-Site", "same-origin")
}

func (k *till) check(token string) (c checked) {
	k.t.Helper()
	k.ask(map[string]any{"token": token}).Is(http.StatusOK).Into(&c)
	return c
}

func (k *till) checkNumber(number string) (c checked) {
	k.t.Helper()
	k.ask(map[string]any{"number": number}).Is(http.StatusOK).Into(&c)
	return c
}

func (k *till) portrait(url string) kit.Answer {
	k.t.Helper()
	return call(k.t, k.a, "GET", url, nil, "Cookie", k.cookie)
}
