package scan

import (
	"encoding/binary"
	"net/netip"
	"syscall"
	"time"
)

// asker asks who has an address itself, as root may. The system repeats a lost question after a second only; this one
// repeats it at once, and the system notes the answer in its own table.
type asker struct {
	socket  int
	network Attached
}

var protocolARP = binary.NativeEndian.Uint16([]byte{0x08, 0x06})

// newAsker fails without the right to send raw frames; the scan then takes longer on a bad link.
func newAsker(network Attached) (*asker, error) {
	socket, err := syscall.Socket(syscall.AF_PACKET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	return &asker{socket, network}, nil
}

func (asking *asker) ask(addresses []netip.Addr) {
	everyone := syscall.SockaddrLinklayer{
		Protocol: protocolARP,
		Ifindex:  asking.network.Index,
		Halen:    6,
		Addr:     [8]byte{0xff, 0xff, 0xff, 0xff, 0xff, 0xff},
	}
	// A full queue loses the question as a bad cable would; a later round asks again.
	for index, address := range addresses {
		if index%burst == burst-1 {
			time.Sleep(burstPause)
		}
		_ = syscall.Sendto(asking.socket, question(asking.network, address), syscall.MSG_DONTWAIT, &everyone)
	}
}

func (asking *asker) close() { _ = syscall.Close(asking.socket) }

// question is the ARP request of RFC 826 for Ethernet and IPv4.
func question(network Attached, address netip.Addr) []byte {
	frame := []byte{0, 1, 8, 0, 6, 4, 0, 1}
	frame = append(frame, network.MAC...)
	frame = append(frame, network.Own.AsSlice()...)
	frame = append(frame, 0, 0, 0, 0, 0, 0)
	return append(frame, address.AsSlice()...)
}
