//go:build !linux

package app

import "syscall"

// limitSocket does nothing: the deadlines of internal/platform/rest apply.
func limitSocket(string, string, syscall.RawConn) error { return nil }
