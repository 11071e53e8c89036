// Package mail sends letters, one recipient each, over SMTP or into a folder.
//
// Delivery is at least once: a letter whose fate is unknown is reported as a temporary
// failure and will be sent again, with the same Message-ID, so that a duplicate shows.
package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
)

// Message is one letter. To is a bare address. Key names the occasion: the same key
// always gives the same Message-ID. At least one of Text and HTML must be there.
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
	// ErrTemporary is a failure that a later attempt may not meet: no connection, no
	// sign-in, a 4xx answer, or an answer that never came.
	ErrTemporary = errors.New("mail: not sent for now")
	// ErrPermanent is a failure that every further attempt would meet: the server
	// refused this letter with a 5xx answer, or the letter is not fit to be sent.
	ErrPermanent = errors.New("mail: refused for good")
)

// parseFrom reads the sender's address, with or without a name.
func parseFrom(from string) (*mail.Address, error) {
	address, err := mail.ParseAddress(from)
	if err != nil {
		return nil, fmt.Errorf("mail: адрес отправителя записан с ошибкой: %w", err)
	}
	if address.Address, err = plainAddress(address.Address); err != nil {
		return nil, err
	}
	if hasControl(address.Name) {
		return nil, errors.New("mail: в имени отправителя есть управляющие символы")
	}
	return address, nil
}
