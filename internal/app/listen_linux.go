package app

import (
	"syscall"
	"time"
)

const (
	// sendBuffer bounds what the kernel holds for a client that does not read; by default it would be 4 MiB each. A writer
	// also sees earlier that its client goes on reading.
	sendBuffer = 256 << 10
	// unreadLimit ends a connection whose client has taken nothing for so long, also after the last byte was written
	// (security §1.13).
	unreadLimit    = 30 * time.Second
	tcpUserTimeout = 18 // TCP_USER_TIMEOUT, which syscall does not name
)

// limitSocket is net.ListenConfig.Control: accepted connections inherit the options of their listener.
func limitSocket(_, _ string, socket syscall.RawConn) error {
	var err error
	control := socket.Control(func(fd uintptr) {
		if err = syscall.SetsockoptInt(int(fd), syscall.SOL_SOCKET, syscall.SO_SNDBUF, sendBuffer); err == nil {
			err = syscall.SetsockoptInt(int(fd), syscall.IPPROTO_TCP, tcpUserTimeout, int(unreadLimit.Milliseconds()))
		}
	})
	if control != nil {
		return control
	}
	return err
}
