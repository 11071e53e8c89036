package auth

import (
	"context"
	"crypto/rand"
	"crypto/subtle"
	_ "embed"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"golang.org/x/crypto/argon2"

	"studbonus/internal/platform/fault"
	"studbonus/internal/platform/tuning"
)

//go:embed passwords/common.txt
var commonList string

var commonPasswords = sync.OnceValue(func() map[string]struct{} {
	out := map[string]struct{}{}
	for line := range strings.Lines(commonList) {
		out[strings.TrimSpace(line)] = struct{}{}
	}
	return out
})

func isCommon(password string) bool {
	_, known := commonPasswords()[strings.ToLower(password)]
	return known
}

// Cost sets the parameters of Argon2id.
type Cost struct {
	MemoryKiB uint32
	Passes    uint32
}

// DefaultCost is the minimum (rules 5.15).
var DefaultCost = Cost{MemoryKiB: 19456, Passes: 2}

const (
	saltLength = 16
	hashLength = 32
	hashQueue  = 24 // callers that may wait for a turn; the rest are refused at once
	hashWait   = 900 * time.Millisecond
)

// hasher computes password hashes, a few at a time: each takes 19 MiB and a whole core.
type hasher struct {
	cost  Cost
	turns chan struct{}
	queue chan struct{}
	dummy string
}

func newHasher(cost Cost) *hasher {
	// One core stays free for signed-in operators during a burst of sign-ins (rules 14.3).
	h := &hasher{cost: cost, turns: make(chan struct{}, max(1, tuning.CPUs-1)), queue: make(chan struct{}, hashQueue)}
	h.dummy = h.encode("a password that nobody has")
	return h
}

var errHashBusy = fault.TooMany(tooManyAttempts, 2*time.Second)

// turn waits for a free core, but neither long nor in a long queue.
func (h *hasher) turn(ctx context.Context) (done func(), err error) {
	select {
	case h.queue <- struct{}{}:
	default:
		return nil, errHashBusy
	}
	defer func() { <-h.queue }()
	late := time.NewTimer(hashWait)
	defer late.Stop()
	select {
	case h.turns <- struct{}{}:
		return h.endTurn, nil
	case <-late.C:
		return nil, errHashBusy
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

func (h *hasher) endTurn() {
	<-h.turns
	tuning.CompactSoon()
}

func (h *hasher) hash(ctx context.Context, password string) (string, error) {
	done, err := h.turn(ctx)
	if err != nil {
		return "", err
	}
	defer done()
	return h.encode(password), nil
}

func (h *hasher) encode(password string) string {
	salt := make([]byte, saltLength)
	_, _ = rand.Read(salt) // crypto/rand never fails
	sum := argon2.IDKey([]byte(password), salt, h.cost.Passes, h.cost.MemoryKiB, 1, hashLength)
	b64 := base64.RawStdEncoding
	return fmt.Sprintf("$argon2id$v=%d$m=%d,t=%d,p=1$%s$%s", argon2.Version, h.cost.MemoryKiB, h.cost.Passes, b64.EncodeToString(salt), b64.EncodeToString(sum))
}

// matches checks a password. An empty hash (unknown login) takes the same time and never matches.
func (h *hasher) matches(ctx context.Context, hash, password string) (bool, error) {
	known := hash != ""
	if !known {
		hash = h.dummy
	}
	kept, err := parseHash(hash)
	if err != nil {
		return false, err
	}
	done, err := h.turn(ctx)
	if err != nil {
		return false, err
	}
	defer done()
	sum := argon2.IDKey([]byte(password), kept.salt, kept.cost.Passes, kept.cost.MemoryKiB, 1, hashLength)
	return subtle.ConstantTimeCompare(sum, kept.sum) == 1 && known, nil
}

// isOutdated reports whether the hash uses other parameters; such hashes are upgraded on the next sign-in.
func (h *hasher) isOutdated(hash string) bool {
	kept, err := parseHash(hash)
	return err != nil || kept.cost != h.cost
}

type parsedHash struct {
	cost      Cost
	salt, sum []byte
}

func parseHash(hash string) (parsedHash, error) {
	parts := strings.Split(hash, "$")
	if len(parts) != 6 || parts[1] != "argon2id" {
		return parsedHash{}, errors.New("unknown password hash")
	}
	var p parsedHash
	_, err := fmt.Sscanf(parts[3], "m=%d,t=%d,p=1", &p.cost.MemoryKiB, &p.cost.Passes)
	if err == nil {
		p.salt, err = base64.RawStdEncoding.DecodeString(parts[4])
	}
	if err == nil {
		p.sum, err = base64.RawStdEncoding.DecodeString(parts[5])
	}
	if err != nil {
		return parsedHash{}, fmt.Errorf("read password hash: %w", err)
	}
	return p, nil
}
