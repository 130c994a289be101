package scan

import (
	"encoding/binary"
	"net"
	"net/netip"
)

// Layouts and numbers of Linux, written out so that the reading is tested on every system.
const (
	netlinkHead      = 16
	neighbourHead    = 12
	attributeHead    = 4
	messageNeighbour = 28
	attributeAddress = 1
	attributeMAC     = 2
	stateReachable   = 0x02
	stateStale       = 0x04
	stateDelay       = 0x08
	stateProbe       = 0x10
	statePermanent   = 0x80
	stateKnown       = stateReachable | stateStale | stateDelay | stateProbe | statePermanent
)

func parseNetlinkNeighbours(table []byte, index int) []Neighbour {
	var found []Neighbour
	for len(table) >= netlinkHead {
		length := int(binary.NativeEndian.Uint32(table))
		if length < netlinkHead || length > len(table) {
			break
		}
		if binary.NativeEndian.Uint16(table[4:]) == messageNeighbour {
			if neighbour, ok := parseNeighbour(table[netlinkHead:length], index); ok {
				found = append(found, neighbour)
			}
		}
		table = table[min(align(length), len(table)):]
	}
	return found
}

func parseNeighbour(message []byte, index int) (Neighbour, bool) {
	if len(message) < neighbourHead || int(int32(binary.NativeEndian.Uint32(message[4:]))) != index {
		return Neighbour{}, false
	}
	state := binary.NativeEndian.Uint16(message[8:])
	neighbour := Neighbour{Fresh: state&stateReachable != 0}
	for rest := message[neighbourHead:]; len(rest) >= attributeHead; {
		length := int(binary.NativeEndian.Uint16(rest))
		if length < attributeHead || length > len(rest) {
			break
		}
		value := rest[attributeHead:length]
		switch binary.NativeEndian.Uint16(rest[2:]) {
		case attributeAddress:
			neighbour.Address, _ = netip.AddrFromSlice(value)
		case attributeMAC:
			neighbour.MAC = net.HardwareAddr(append([]byte(nil), value...))
		}
		rest = rest[min(align(length), len(rest)):]
	}
	known := state&stateKnown != 0 && neighbour.Address.Is4() && usable(neighbour.MAC)
	return neighbour, known
}

func align(length int) int { return (length + 3) &^ 3 }
