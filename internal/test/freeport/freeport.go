// Package freeport finds addresses for servers that tests start as processes.
package freeport

import (
	"fmt"
	"math/rand/v2"
	"net"
	"testing"
)

// Ports below Linux's ephemeral range, which begins at 32768: another process may take an ephemeral port before the server
// starts.
const lowest, highest = 12_000, 32_000

// Address returns a free loopback address.
func Address(t testing.TB) string {
	t.Helper()
	for range 100 {
		address := fmt.Sprintf("127.0.0.1:%d", lowest+rand.IntN(highest-lowest)) //nolint:gosec // a port is no secret
		if l, err := new(net.ListenConfig).Listen(t.Context(), "tcp", address); err == nil {
			_ = l.Close()
			return address
		}
	}
	t.Fatal("no free port")
	return ""
}
