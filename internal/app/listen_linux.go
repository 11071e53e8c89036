package app

import (
	"syscall"
	"time"
)

const (
	// sendBuffer bounds what the kernel buffers for a client that does not read; the default is up to 4 MiB each. It also
	// shows progress of a slow client sooner.
	sendBuffer = 256 << 10
	// unreadLimit closes a connection whose client acknowledges nothing for so long, also after the last write (rules 18.1).
	unreadLimit    = 30 * time.Second
	tcpUserTimeout = 18 // TCP_USER_TIMEOUT, missing in package syscall
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
