// Package sms sends short messages through a provider, or saves them in a folder. A provider is one file: it registers the
// scheme of its address.
package sms

import (
	"context"
	"errors"
	"net/url"
)

// Message is one short message.
type Message struct {
	To   string // 11 digits
	Text string
}

// Sender sends short messages. Its errors are ErrTemporary or ErrPermanent and contain neither number nor text.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

var (
	// ErrTemporary is a failure worth retrying: no connection, no answer, a provider that is overloaded.
	ErrTemporary = errors.New("sms: temporary failure")
	// ErrPermanent is a failure that retrying cannot change: a wrong number, an empty account, a wrong key.
	ErrPermanent = errors.New("sms: permanent failure")
)

// providers open a sender from its address, by scheme.
var providers = map[string]func(*url.URL) (Sender, error){}

// Open returns the sender of an address such as smsru://KEY@sms.ru. The error does not quote the address, which has a key.
func Open(address string) (Sender, error) {
	u, err := url.Parse(address)
	if err == nil {
		if open, known := providers[u.Scheme]; known {
			return open(u)
		}
	}
	return nil, errors.New("нужен адрес вида smsru://КЛЮЧ@sms.ru")
}
