package app

import (
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

const (
	logWait = 100 * time.Millisecond // how late a line may be
	logRoom = 64 << 10
)

// Logger writes JSON for machines or text for people. Requests do not wait for their lines to be written: these are
// gathered and written together; a warning, and everything before it, is written at once.
type Logger struct {
	*slog.Logger
	lines *lines
}

// NewLogger is closed when its program ends.
func NewLogger(w io.Writer, s Store) Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // the flag allows only known words
	opts := &slog.HandlerOptions{Level: level}
	gathered := &lines{to: w}
	var h slog.Handler = slog.NewJSONHandler(gathered, opts)
	if s.LogText {
		h = slog.NewTextHandler(gathered, opts)
	}
	return Logger{slog.New(prompt{h, gathered}), gathered}
}

// Close writes what is left.
func (l Logger) Close() { l.lines.flush() }

// lines gathers what is written and passes it on soon.
type lines struct {
	to io.Writer

	mu      sync.Mutex
	waiting []byte
}

// Write implements io.Writer.
func (l *lines) Write(line []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		time.AfterFunc(logWait, l.flush)
	}
	l.waiting = append(l.waiting, line...)
	if len(l.waiting) >= logRoom {
		l.pass()
	}
	return len(line), nil
}

func (l *lines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.pass()
}

func (l *lines) pass() {
	if len(l.waiting) > 0 {
		_, _ = l.to.Write(l.waiting) // where would one say that the log cannot be written?
		l.waiting = l.waiting[:0]
	}
}

// prompt has what matters written at once.
type prompt struct {
	slog.Handler
	lines *lines
}

// Handle implements slog.Handler.
func (p prompt) Handle(ctx context.Context, r slog.Record) error {
	err := p.Handler.Handle(ctx, r)
	if r.Level >= slog.LevelWarn {
		p.lines.flush()
	}
	return err
}

// WithAttrs implements slog.Handler.
func (p prompt) WithAttrs(attrs []slog.Attr) slog.Handler {
	return prompt{p.Handler.WithAttrs(attrs), p.lines}
}

// WithGroup implements slog.Handler.
func (p prompt) WithGroup(name string) slog.Handler {
	return prompt{p.Handler.WithGroup(name), p.lines}
}
