package scan

import (
	"errors"
	"net"
	"net/netip"
	"os"
	"time"
)

// The port "discard": whoever listens there throws away what comes.
const discardPort = 9

// Sending never takes long, unless what waits for answers fills the socket.
const provokeWait = 50 * time.Millisecond

// A few at a time: a burst of questions overflows the queues of small switches, and of a busy machine.
const (
	burst      = 32
	burstPause = time.Millisecond
)

// provoke makes the system ask who has each address: it must, before it can send even an empty datagram there. Each
// round has a socket of its own, because the datagrams of the last one fill theirs until the system gives them up.
// What could not be sent, for a full table or an earlier "port unreachable", is left to the next round.
func provoke(network Attached, addresses []netip.Addr) error {
	socket, err := net.ListenUDP("udp4", net.UDPAddrFromAddrPort(netip.AddrPortFrom(network.Own, 0)))
	if err != nil {
		return err
	}
	defer socket.Close()
	for index, address := range addresses {
		if index%burst == burst-1 {
			time.Sleep(burstPause)
		}
		_ = socket.SetWriteDeadline(time.Now().Add(provokeWait))
		_, err := socket.WriteToUDPAddrPort(nil, netip.AddrPortFrom(address, discardPort))
		if errors.Is(err, os.ErrDeadlineExceeded) {
			// The socket is full; the rest goes through another.
			return provoke(network, addresses[index:])
		}
	}
	return nil
}
