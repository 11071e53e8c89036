// Package mail sends letters, one recipient each, over SMTP or into a folder.
//
// Delivery is at least once: a letter without a final answer is a temporary failure and is sent again with the same
// Message-ID, which makes a duplicate recognisable.
package mail

import (
	"context"
	"errors"
	"net/mail"
)

// Message is one letter. To is a bare address. The same Key always gives the same Message-ID. At least one of Text and HTML is
// required.
type Message struct {
	To      string
	Subject string
	Text    string
	HTML    string
	Key     string
}

// Sender sends letters. Its errors are ErrTemporary or ErrPermanent.
type Sender interface {
	Send(ctx context.Context, m Message) error
}

var (
	// ErrTemporary is a failure worth retrying: no connection, failed authentication, a 4xx answer or none.
	ErrTemporary = errors.New("mail: temporary failure")
	// ErrPermanent is a failure that retrying cannot change: a 5xx answer to this letter, or an invalid letter.
	ErrPermanent = errors.New("mail: permanent failure")
)

// parseFrom parses the sender's address, with or without a name.
func parseFrom(from string) (*mail.Address, error) {
	errInvalid := errors.New("mail: адрес отправителя записан с ошибкой")
	address, err := mail.ParseAddress(from)
	if err != nil {
		return nil, errInvalid
	}
	if address.Address, err = plainAddress(address.Address); err != nil {
		return nil, errInvalid
	}
	if hasControl(address.Name) {
		return nil, errors.New("mail: в имени отправителя есть управляющие символы")
	}
	return address, nil
}
