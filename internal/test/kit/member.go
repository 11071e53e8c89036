package kit

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math/bits"
	"net/http/cookiejar"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"studbonus/internal/test/watch"
)

// StudentsOrigin is the public address of the students' face in tests.
const StudentsOrigin = "http://students.test"

// Guest returns a client of the students' face without a session, as a native app.
func (a *App) Guest(t testing.TB) *Client { return &Client{t: t, app: a, base: a.StudentsURL} }

// Browser returns a guest with cookies and a browser's headers.
func (a *App) Browser(t testing.TB) *Client {
	c := a.Guest(t)
	c.Origin = StudentsOrigin
	c.jar, _ = cookiejar.New(nil) // fails only for invalid options
	return c
}

// Member adds an account with a session, bypassing the services, and returns its client. student is the row of its
// application, 0 for none.
func (a *App) Member(t testing.TB, phone string, student int64) *Client {
	t.Helper()
	c := a.Guest(t)
	c.Bearer = "token of " + phone
	hash := sha256.Sum256([]byte(c.Bearer))
	var row any
	if student != 0 {
		row = student
	}
	now := a.Clock.Now()
	Exec(t, a, "INSERT INTO members (uuid, phone, student_id, created_at, last_seen_at) VALUES (?, ?, ?, ?, ?)", uuid.NewString(), phone, row, now, now)
	id := One[int64](t, a, "SELECT id FROM members WHERE phone = ?", phone)
	Exec(t, a, `INSERT INTO member_sessions (uuid, member_id, token_hash, is_native, agent, address, created_at, last_used_at)
		VALUES (?, ?, ?, TRUE, 'test', '127.0.0.1', ?, ?)`, uuid.NewString(), id, hash[:], now, now)
	return c
}

// AskCode solves a challenge and asks for a code.
func (c *Client) AskCode(phone string, headers ...string) Answer {
	c.t.Helper()
	var given struct {
		Challenge string
		Bits      int
	}
	c.Get("/s/v1/challenge", headers...).OK().Into(&given)
	return c.Post("/s/v1/auth/code", map[string]any{"phone": phone, "challenge": given.Challenge, "nonce": Solve(given.Challenge, phone, given.Bits)}, headers...)
}

// Solve finds the nonce of a challenge for a number of 11 digits.
func Solve(challenge, phone string, zeros int) string {
	text := []byte(challenge + ":" + phone + ":")
	for n := int64(0); ; n++ {
		sum := sha256.Sum256(strconv.AppendInt(text, n, 10))
		if bits.LeadingZeros64(binary.BigEndian.Uint64(sum[:])) >= zeros {
			return strconv.FormatInt(n, 10)
		}
	}
}

// Attempt returns the attempt of an answer to AskCode.
func (a Answer) Attempt() string {
	a.t.Helper()
	var out struct{ Attempt string }
	a.Is(202).Into(&out)
	return out.Attempt
}

// Messages returns the texts sent to a number, the oldest first.
func (a *App) Messages(t testing.TB, phone string) (texts []string) {
	t.Helper()
	files, err := filepath.Glob(filepath.Join(a.Dir, "outbox", "*.sms"))
	if err != nil {
		t.Fatal(err)
	}
	slices.Sort(files)
	for _, file := range files {
		content, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if to, text, _ := strings.Cut(string(content), "\n"); to == phone {
			texts = append(texts, text)
		}
	}
	return texts
}

// Code waits until the code of an attempt is sent, and returns the newest to the number.
func (a *App) Code(t testing.TB, attempt, phone string) string {
	t.Helper()
	c := a.Guest(t)
	watch.Until(t, time.Minute, "the code is sent", func() bool {
		var out struct{ State string }
		c.Get("/s/v1/auth/code/" + attempt).OK().Into(&out)
		return out.State == "sent"
	})
	texts := a.Messages(t, phone)
	if len(texts) == 0 {
		t.Fatal("no message in the outbox")
	}
	return texts[len(texts)-1][:6]
}

// SignInMember signs in with a code from the outbox; the app needs WithJobs. A browser keeps its cookies, a native app its token.
func (c *Client) SignInMember(phone string) {
	c.t.Helper()
	attempt := c.AskCode(phone).Attempt()
	body := map[string]any{"attempt": attempt, "code": c.app.Code(c.t, attempt, phone), "isNative": c.jar == nil}
	var out struct{ Token *string }
	c.Post("/s/v1/auth/session", body).OK().Into(&out)
	if c.jar != nil {
		return
	}
	if out.Token == nil {
		c.t.Fatal("no token")
	}
	c.Bearer = *out.Token
}

// PhoneNumber returns the n-th number of a range in which neighbours differ in the first eight digits.
func PhoneNumber(n int) string { return fmt.Sprintf("79%06d%03d", n%1_000_000, n/1_000_000) }
