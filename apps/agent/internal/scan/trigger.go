package scan

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"time"
)

// discardPort is the port of the discard service (RFC 863), which ignores all data.
const discardPort = 9

// sendTimeout is only reached if datagrams waiting for address resolution fill the socket buffer.
const sendTimeout = 50 * time.Millisecond

// Addresses are probed in bursts, because many requests at once overflow the queues of small switches and busy machines.
const (
	burstSize  = 32
	burstPause = time.Millisecond
)

// triggerARP makes the operating system send an ARP request for each address, which it must do before it can send even an
// empty datagram. Each call opens a new socket, because the unsent datagrams of the last call still fill the buffer of
// its socket. Send errors (full table, earlier "port unreachable") are ignored; the next round tries again.
func triggerARP(network Network, addresses []netip.Addr) error {
	socket, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(network.LocalAddress, 0)))
	if err != nil {
		return err
	}
	defer socket.Close()
	for i, address := range addresses {
		if i%burstSize == burstSize-1 {
			time.Sleep(burstPause)
		}
		_ = socket.SetWriteDeadline(time.Now().Add(sendTimeout))
		_, err := socket.WriteToUDPAddrPort(nil, netip.AddrPortFrom(address, discardPort))
		if errors.Is(err, os.ErrDeadlineExceeded) {
			// The buffer is full; continue with a new socket.
			return triggerARP(network, addresses[i:])
		}
	}
	return nil
}
