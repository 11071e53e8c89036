package sms

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

func init() { providers["smsru"] = newSMSRu }

// smsRu sends through sms.ru: smsru://KEY@sms.ru?from=NAME. tls=none is for a gateway on the same machine.
type smsRu struct {
	endpoint, key, from string
	client              *http.Client
}

const smsRuTimeout = 10 * time.Second

func newSMSRu(u *url.URL) (Sender, error) {
	if u.User.Username() == "" || u.Host == "" {
		return nil, errors.New("нужен адрес вида smsru://КЛЮЧ@sms.ru")
	}
	scheme := "https"
	if u.Query().Get("tls") == "none" {
		scheme = "http"
	}
	return &smsRu{
		endpoint: scheme + "://" + u.Host + "/sms/send", key: u.User.Username(), from: u.Query().Get("from"), client: &http.Client{Timeout: smsRuTimeout},
	}, nil
}

// Codes of sms.ru that decide what to do.
const (
	smsRuOK     = 100
	smsRuBusy   = 220 // the service is unavailable for now
	smsRuServer = 500
)

type smsRuStatus struct {
	Status string `json:"status"`
	Code   int    `json:"status_code"`
}

type smsRuAnswer struct {
	smsRuStatus
	SMS map[string]smsRuStatus `json:"sms"` // by number
}

// Send implements Sender. The key is in the body, not in the URL: errors of the client quote the URL.
func (s *smsRu) Send(ctx context.Context, m Message) error {
	form := url.Values{"api_id": {s.key}, "to": {m.To}, "msg": {m.Text}, "json": {"1"}}
	if s.from != "" {
		form.Set("from", s.from)
	}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.endpoint, strings.NewReader(form.Encode()))
	if err != nil {
		return fmt.Errorf("%w: %w", ErrPermanent, err)
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	res, err := s.client.Do(req)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTemporary, err)
	}
	defer res.Body.Close() //nolint:errcheck // only read
	const longest = 64 << 10
	var answer smsRuAnswer
	if err := json.NewDecoder(io.LimitReader(res.Body, longest)).Decode(&answer); err != nil || res.StatusCode != http.StatusOK {
		return fmt.Errorf("%w: status %d of the provider", ErrTemporary, res.StatusCode)
	}
	code := answer.Code
	if one, has := answer.SMS[m.To]; code == smsRuOK && has {
		code = one.Code
	}
	switch code {
	case smsRuOK:
		return nil
	case smsRuBusy, smsRuServer:
		return fmt.Errorf("%w: code %d of the provider", ErrTemporary, code)
	}
	return fmt.Errorf("%w: code %d of the provider", ErrPermanent, code)
}
