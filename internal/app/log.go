package app

import (
	"io"
	"log/slog"
)

// NewLogger writes JSON, or text for people with --log-text. Log messages are English; what a person reads at the command
// line is Russian.
func NewLogger(w io.Writer, s Store) *slog.Logger {
	var level slog.Level
	_ = level.UnmarshalText([]byte(s.LogLevel)) // kong allows only known levels
	opts := &slog.HandlerOptions{Level: level}
	if s.LogText {
		return slog.New(slog.NewTextHandler(w, opts))
	}
	return slog.New(slog.NewJSONHandler(w, opts))
}
