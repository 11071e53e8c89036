package students

import (
	"crypto/rand"
	"fmt"
	"math/big"
)

// A number has ten digits (rules 24.1): nine random ones, the first not zero, because spreadsheets drop it, and a check digit.
const (
	leastPayload = 100_000_000
	payloads     = 900_000_000
)

// newNumber draws the number of a new student. It may be taken: see freeNumber.
func newNumber(draw func(below int64) int64) string {
	payload := leastPayload + draw(payloads)
	return fmt.Sprintf("%d%d", payload, checkDigit(payload))
}

// checkDigit returns Luhn's check digit, which finds every mistyped digit and nearly every swap of two neighbours.
func checkDigit(payload int64) int64 {
	var sum int64
	for doubles := true; payload > 0; payload, doubles = payload/10, !doubles {
		digit := payload % 10
		if doubles {
			if digit *= 2; digit > 9 {
				digit -= 9
			}
		}
		sum += digit
	}
	return (10 - sum%10) % 10
}

// drawSecurely returns a random number that nobody can predict from the numbers before.
func drawSecurely(below int64) int64 {
	n, err := rand.Int(rand.Reader, big.NewInt(below))
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return n.Int64()
}
