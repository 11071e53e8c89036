package app

import (
	"bytes"
	"context"
	"io"
	"log/slog"
	"sync"
	"time"
)

const (
	logWait = 100 * time.Millisecond // how late a line may be
	logRoom = 1000                   // lines
)

// Logger writes JSON for machines or text for people. Requests do not wait for their lines: these are gathered, and
// formatted and written together; a warning, and everything before it, is written at once.
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
	var h slog.Handler = slog.NewJSONHandler(&gathered.text, opts)
	if s.LogText {
		h = slog.NewTextHandler(&gathered.text, opts)
	}
	return Logger{slog.New(gathering{h, gathered}), gathered}
}

// Close writes what is left.
func (l Logger) Close() { l.lines.flush() }

// lines gathers what is said and writes it soon.
type lines struct {
	to io.Writer

	mu      sync.Mutex
	waiting []func()     // each formats a line
	text    bytes.Buffer // what waited, formatted
}

func (l *lines) add(format func(), atOnce bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		time.AfterFunc(logWait, l.flush)
	}
	l.waiting = append(l.waiting, format)
	if atOnce || len(l.waiting) >= logRoom {
		l.write()
	}
}

func (l *lines) flush() {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.write()
}

// write keeps quiet about its own errors: where would one say that the log cannot be written?
func (l *lines) write() {
	if len(l.waiting) == 0 {
		return
	}
	for _, format := range l.waiting {
		format()
	}
	_, _ = l.to.Write(l.text.Bytes())
	clear(l.waiting)
	l.waiting = l.waiting[:0]
	l.text.Reset()
}

// gathering is the handler in front of the one that formats.
type gathering struct {
	slog.Handler
	lines *lines
}

// Handle implements slog.Handler.
func (g gathering) Handle(ctx context.Context, r slog.Record) error {
	kept := r.Clone()
	g.lines.add(func() { _ = g.Handler.Handle(ctx, kept) }, r.Level >= slog.LevelWarn)
	return nil
}

// WithAttrs implements slog.Handler.
func (g gathering) WithAttrs(attrs []slog.Attr) slog.Handler {
	return gathering{g.Handler.WithAttrs(attrs), g.lines}
}

// WithGroup implements slog.Handler.
func (g gathering) WithGroup(name string) slog.Handler {
	return gathering{g.Handler.WithGroup(name), g.lines}
}
