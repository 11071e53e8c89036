package access

import (
	"context"
	"fmt"
	"slices"
	"time"

	"studbonus/internal/platform/clock"
	"studbonus/internal/platform/fault"
)

// Who declares who may make a call: an Area in the console's API, a Caller in the students' API.
type Who interface{ isWho() }

func (Area) isWho()   {}
func (Caller) isWho() {}

// Caller declares who may make a call of the students' API (rules 23.1).
type Caller string

// The callers, from the least to the most that they must prove.
const (
	Anyone         Caller = "anyone"         // a guest; a signed-in member is recognised
	SignedInMember Caller = "signedInMember" // with or without an application
	ActiveStudent  Caller = "activeStudent"  // a member whose application is approved, not blocked and not expired
	PairedTill     Caller = "pairedTill"     // a till of a trade point
)

// Callers lists the callers in the order of rules 23.1.
var Callers = []Caller{Anyone, SignedInMember, ActiveStudent, PairedTill}

// CallerTitles name the callers in the OpenAPI document and on /api-docs.
var CallerTitles = map[Caller]string{
	Anyone:         "Для всех: вход, документы и файлы по ссылке",
	SignedInMember: "После входа",
	ActiveStudent:  "Для действующих студентов",
	PairedTill:     "Для привязанной кассы",
}

// Known reports whether a route may have this caller.
func (c Caller) Known() bool { return slices.Contains(Callers, c) }

// Standing is the state of a member's application as the member sees it.
type Standing string

// The standings. Expired is computed: an active student whose card is no longer valid.
const (
	NoApplication Standing = "none"
	Moderation    Standing = "moderation"
	Rejected      Standing = "rejected"
	Active        Standing = "active"
	Expired       Standing = "expired"
	Blocked       Standing = "blocked"
)

// StandingOf returns the standing of a student row; an empty status means that there is none.
func StandingOf(status string, endYear int, now time.Time) Standing {
	switch {
	case status == "":
		return NoApplication
	case Standing(status) == Active && clock.DateOf(now) > ValidUntil(endYear):
		return Expired
	}
	return Standing(status)
}

// RequireActive refuses what only active students may do, as the guard of the students' face does. Services ask again inside
// their transaction: a student may be blocked after the guard has answered.
func RequireActive(status string, endYear int, now time.Time) error {
	if StandingOf(status, endYear, now) != Active {
		return fault.Forbidden()
	}
	return nil
}

// ValidUntil returns the last day of a card: 30 September of the graduation year (rules 23.2).
func ValidUntil(endYear int) clock.Date { return clock.Date(fmt.Sprintf("%04d-09-30", endYear)) }

// Member is the signed-in student of a request on the students' face. It has no Scope: a student's query names the student.
type Member struct {
	ID      int64
	UUID    string
	Student int64 // the row of the application; 0: none yet
	// StudentUUID is the uuid of that row.
	StudentUUID string
	Standing    Standing
	Session     int64
	// RenewFor is the lifetime of the session cookie in a request that prolongs it; usually 0.
	RenewFor time.Duration
}

// May reports whether the member may make calls of this caller.
func (m Member) May(c Caller) bool {
	switch c {
	case Anyone:
		return true
	case SignedInMember:
		return m.ID != 0
	case ActiveStudent:
		return m.ID != 0 && m.Student != 0 && m.Standing == Active
	case PairedTill:
	}
	return false
}

// Till is the paired till of a request.
type Till struct {
	ID      int64
	UUID    string
	Point   int64 // the trade point
	Partner int64
}

type memberKey struct{}
type tillKey struct{}

// WithMember attaches the signed-in member to a request.
func WithMember(ctx context.Context, m Member) context.Context {
	return context.WithValue(ctx, memberKey{}, m)
}

// MemberFrom returns the signed-in member; zero for a guest.
func MemberFrom(ctx context.Context) Member {
	m, _ := ctx.Value(memberKey{}).(Member)
	return m
}

// WithTill attaches the paired till to a request.
func WithTill(ctx context.Context, t Till) context.Context {
	return context.WithValue(ctx, tillKey{}, t)
}

// TillFrom returns the paired till; zero elsewhere.
func TillFrom(ctx context.Context) Till {
	t, _ := ctx.Value(tillKey{}).(Till)
	return t
}
