package cards

import "time"

// Rules 24.8 to 24.10.
const (
	linkFor        = 7 * 24 * time.Hour
	linkLength     = 16 // characters of 5 bits: 80 bits
	codeFor        = 15 * time.Minute
	codes          = 1_000_000 // six digits
	failuresMost   = 10
	failuresWindow = 15 * time.Minute
	cookieFor      = 400 * 24 * time.Hour // the longest that browsers keep a cookie; renewed with every check
	usedEvery      = time.Minute          // how often the last use is written
	numbersAMinute = 60
	numbersADay    = 500
	tillsMost      = 50 // of a point, invited and paired
	auditedTill    = "partner"
)

// Till is a till of a trade point as an operator sees it.
type Till struct {
	UUID      string     `db:"uuid"`
	CreatedAt time.Time  `db:"created_at"`
	PairedAt  *time.Time `db:"paired_at"` // nil: invited
	UsedAt    *time.Time `db:"used_at"`
	LinkUntil time.Time  `db:"link_until"`
}

// Invitation pairs one till, by its link or by its code, whichever is used first.
type Invitation struct {
	UUID      string
	Link      string
	LinkUntil time.Time
	Code      string
	CodeUntil time.Time
}
