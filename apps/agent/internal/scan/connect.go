package scan

import (
	"context"
	"errors"
	"net"
	"net/netip"
	"slices"
	"syscall"
	"time"
)

type portState int

const (
	silent portState = iota
	closed
	open
	// unreachable means that the host did not reply to ARP.
	unreachable
)

// connect opens a connection and closes it without sending data, because printers print what they receive.
func connect(ctx context.Context, local, remote netip.Addr, port uint16, timeout time.Duration) portState {
	dialer := net.Dialer{
		Timeout:   timeout,
		KeepAlive: -1,
		// With this source address, the connection cannot leave through another interface.
		LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(local, 0)),
	}
	connection, err := dialer.DialContext(ctx, "tcp4", netip.AddrPortFrom(remote, port).String())
	if err != nil {
		return classify(err)
	}
	// Reset the connection, so that neither side keeps state.
	_ = connection.(*net.TCPConn).SetLinger(0)
	_ = connection.Close()
	return open
}

func classify(err error) portState {
	isError := func(code syscall.Errno) bool { return errors.Is(err, code) }
	switch {
	case slices.ContainsFunc(refusedErrors, isError):
		return closed
	case slices.ContainsFunc(unreachableErrors, isError):
		return unreachable
	default:
		return silent
	}
}
