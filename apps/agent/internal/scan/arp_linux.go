package scan

import (
	"encoding/binary"
	"net/netip"
	"syscall"
	"time"
)

// arpSender sends ARP requests through a raw socket, which requires root. The kernel repeats a lost request only after a
// second. The replies to our requests update the neighbor table of the kernel.
type arpSender struct {
	socket  int
	network Network
}

var protocolARP = binary.NativeEndian.Uint16([]byte{0x08, 0x06})

// newARPSender fails without the privilege to open raw sockets. The scan then takes longer on lossy networks.
func newARPSender(network Network) (*arpSender, error) {
	socket, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return &arpSender{socket, network}, nil
}

func (s *arpSender) send(addresses []netip.Addr) {
	broadcast := syscall.SockaddrLinklayer{
		Protocol: protocolARP,
		Ifindex:  s.network.Index,
		Halen:    6,
		Addr:     [8]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	}
	// Errors are ignored: a request that does not fit into a full queue is repeated in a later round.
	for i, address := range addresses {
		if i%burstSize == burstSize-1 {
			time.Sleep(burstPause)
		}
		_ = syscall.Sendto(s.socket, arpRequest(s.network, address), syscall.MSG_DONTWAIT, &broadcast)
	}
}

func (s *arpSender) close() { _ = syscall.Close(s.socket) }

// arpRequest returns the ARP request (RFC 826) for Ethernet and IPv4.
func arpRequest(network Network, address netip.Addr) []byte {
	frame := []byte{0, 1, 8, 0, 6, 4, 0, 1}
	frame = append(frame, network.MAC...)
	frame = append(frame, network.LocalAddress.AsSlice()...)
	frame = append(frame, 0, 0, 0, 0, 0, 0)
	return append(frame, address.AsSlice()...)
}
