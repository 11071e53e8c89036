package main

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"golang.org/x/crypto/argon2"

	"studbonus/bench/dataset"
)

const accessLife = 3 * time.Hour // longer than any run

var secret = rand.Text()

// hash uses the product's parameters: argon2id, 19 MiB, two passes, one lane.
func hash(password string) string {
	return hex.EncodeToString(argon2.IDKey([]byte(password), []byte("0123456789abcdef"), 2, 19*1024, 1, 32))
}

func (s *server) addOperator(ctx context.Context) error {
	return s.db.exec(ctx, "INSERT INTO operator (login, hash) VALUES ($1, $2) ON CONFLICT (login) DO UPDATE SET hash = excluded.hash", dataset.Login, hash(dataset.Password))
}

func mac(body string) []byte {
	h := hmac.New(sha256.New, []byte(secret))
	_, _ = h.Write([]byte(body))
	return h.Sum(nil)
}

func sign(login string, until time.Time) string {
	body := fmt.Sprintf("%s|%d", login, until.Unix())
	return base64.RawURLEncoding.EncodeToString([]byte(body)) + "." + base64.RawURLEncoding.EncodeToString(mac(body))
}

func valid(token string) bool {
	first, second, _ := strings.Cut(token, ".")
	body, err := base64.RawURLEncoding.DecodeString(first)
	got, errMAC := base64.RawURLEncoding.DecodeString(second)
	_, end, _ := strings.Cut(string(body), "|")
	until, _ := strconv.ParseInt(end, 10, 64)
	return err == nil && errMAC == nil && hmac.Equal(got, mac(string(body))) && time.Now().Unix() < until
}

type tokens struct {
	Access  string `json:"accessToken"`
	Refresh string `json:"refreshToken"`
}

func (s *server) newSession(ctx context.Context, login string) (tokens, error) {
	t := tokens{sign(login, time.Now().Add(accessLife)), rand.Text()}
	return t, s.db.exec(ctx, "INSERT INTO session (id, login) VALUES ($1, $2)", t.Refresh, login)
}

func (s *server) signIn(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct{ Login, Password string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, err
	}
	known := ""
	err := s.db.each(r.Context(), statement{"SELECT hash FROM operator WHERE login = $1", []any{in.Login}}, []any{&known}, func() {})
	if err == nil && subtle.ConstantTimeCompare([]byte(known), []byte(hash(in.Password))) != 1 {
		err = errors.New("wrong password")
	}
	if err != nil {
		return nil, err
	}
	t, err := s.newSession(r.Context(), in.Login)
	return map[string]tokens{"tokens": t}, err
}

func (s *server) refresh(_ http.ResponseWriter, r *http.Request) (any, error) {
	var in struct{ RefreshToken string }
	if err := json.NewDecoder(r.Body).Decode(&in); err != nil {
		return nil, err
	}
	login := ""
	err := s.db.each(r.Context(), statement{"SELECT login FROM session WHERE id = $1", []any{in.RefreshToken}}, []any{&login}, func() {})
	if err == nil && login == "" {
		err = errors.New("no such session")
	}
	if err == nil {
		err = s.db.exec(r.Context(), "DELETE FROM session WHERE id = $1", in.RefreshToken)
	}
	if err != nil {
		return nil, err
	}
	return s.newSession(r.Context(), login)
}
