package scan

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"syscall"
	"time"
)

type answer int

const (
	silent answer = iota
	refused
	open
	// The address does not answer at all: nobody is there.
	unreachable
)

// connect opens a connection and drops it without sending a byte: printers print what they are sent.
func connect(ctx context.Context, from, to netip.Addr, port uint16, timeout time.Duration) answer {
	dialer := net.Dialer{
		Timeout:   timeout,
		KeepAlive: -1,
		// A connection from this address cannot leave by another interface.
		LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0)),
	}
	connection, err := dialer.DialContext(ctx, "tcp4", netip.AddrPortFrom(to, port).String())
	if err != nil {
		return classify(err)
	}
	// Reset instead of a farewell: nothing lingers on either side.
	_ = connection.(*net.TCPConn).SetLinger(0)
	_ = connection.Close()
	return open
}

func classify(err error) answer {
	switch {
	case isErrno(err, refusedErrors):
		return refused
	case isErrno(err, unreachableErrors):
		return unreachable
	default:
		return silent
	}
}

func isErrno(err error, codes []syscall.Errno) bool {
	for _, code := range codes {
		if errors.Is(err, code) {
			return true
		}
	}
	return false
}
