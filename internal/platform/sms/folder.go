package sms

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

// Folder saves messages as files, for the demo, tests and installations without a provider.
type Folder struct{ dir string }

const suffix = ".sms"

// NewFolder creates the folder if necessary.
func NewFolder(dir string) (*Folder, error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("не удалось создать папку для сообщений: %w", err)
	}
	return &Folder{dir}, nil
}

// Send implements Sender: the number is the first line of the file, the text the rest. File names sort by time.
func (f *Folder) Send(ctx context.Context, m Message) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("%w: %w", ErrTemporary, err)
	}
	// Written under a temporary name: readers of *.sms never see half a message.
	temp, err := os.CreateTemp(f.dir, ".message-*.tmp")
	if err != nil {
		return fmt.Errorf("%w: %w", ErrTemporary, err)
	}
	_, err = temp.WriteString(m.To + "\n" + m.Text + "\n")
	err = errors.Join(err, temp.Close())
	if err == nil {
		err = os.Rename(temp.Name(), filepath.Join(f.dir, time.Now().UTC().Format("20060102T150405.000000000Z-")+rand.Text()[:8]+suffix))
	}
	if err != nil {
		_ = os.Remove(temp.Name())
		return fmt.Errorf("%w: write a message: %w", ErrTemporary, err)
	}
	return nil
}

// DeleteBefore deletes older messages: they contain codes and numbers.
func (f *Folder) DeleteBefore(moment time.Time) error {
	files, err := filepath.Glob(filepath.Join(f.dir, "*"+suffix))
	for _, file := range files {
		if info, statErr := os.Stat(file); statErr == nil && info.ModTime().Before(moment) {
			err = errors.Join(err, os.Remove(file))
		}
	}
	return err
}
