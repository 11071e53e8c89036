package mail

import (
	"context"
	"errors"
	"fmt"
	"net/mail"
	"os"
	"path/filepath"
	"time"
)

// Folder saves letters as .eml files instead of sending them, for the demo, tests and installations without a mail server.
type Folder struct {
	dir  string
	from *mail.Address
}

// NewFolder creates the folder if necessary.
func NewFolder(dir, from string) (*Folder, error) {
	address, err := parseFrom(from)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("mail: не удалось создать папку для писем: %w", err)
	}
	return &Folder{dir: dir, from: address}, nil
}

// Send saves the letter.
func (f *Folder) Send(ctx context.Context, m Message) error {
	_, err := f.Save(ctx, m)
	return err
}

// Save saves the letter and returns its path. File names sort by time.
func (f *Folder) Save(ctx context.Context, m Message) (string, error) {
	if err := ctx.Err(); err != nil {
		return "", fmt.Errorf("%w: %w", ErrTemporary, err)
	}
	now := time.Now().UTC()
	letter, err := compose(f.from, m, now)
	if err != nil {
		return "", err
	}
	name := now.Format("20060102T150405.000000000Z-") + messageID(m.Key, "")[:8] + ".eml"
	path := filepath.Join(f.dir, name)
	// Written under a temporary name: readers of *.eml never see half a letter.
	temp, err := os.CreateTemp(f.dir, ".letter-*.tmp")
	if err != nil {
		return "", fmt.Errorf("%w: %w", ErrTemporary, err)
	}
	_, err = letter.WriteTo(temp)
	err = errors.Join(err, temp.Sync(), temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), path)
	}
	if err != nil {
		_ = os.Remove(temp.Name())
		return "", fmt.Errorf("%w: write a letter: %w", ErrTemporary, err)
	}
	return path, nil
}
