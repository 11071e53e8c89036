//go:build !linux

package cores

import "runtime"

// GiveWay lets another goroutine have the core, if one waits.
func GiveWay() { runtime.Gosched() }
