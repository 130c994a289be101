package scan

import (
	"bytes"
	"encoding/binary"
	"net"
	"net/netip"
)

// Sizes and values from the Linux headers, defined here so that the parser can be tested on every platform.
const (
	netlinkHeaderSize   = 16
	neighborHeaderSize  = 12
	attributeHeaderSize = 4
	messageNeighbor     = 28
	attributeAddress    = 1
	attributeMAC        = 2
	stateReachable      = 0x02
	stateStale          = 0x04
	stateDelay          = 0x08
	stateProbe          = 0x10
	statePermanent      = 0x80
	stateKnown          = stateReachable | stateStale | stateDelay | stateProbe | statePermanent
)

func parseNetlinkNeighbors(table []byte, index int) []Neighbor {
	var found []Neighbor
	for len(table) >= netlinkHeaderSize {
		length := int(binary.NativeEndian.Uint32(table))
		if length < netlinkHeaderSize || length > len(table) {
			break
		}
		if binary.NativeEndian.Uint16(table[4:]) == messageNeighbor {
			if neighbor, ok := parseNeighbor(table[netlinkHeaderSize:length], index); ok {
				found = append(found, neighbor)
			}
		}
		table = table[min(align(length), len(table)):]
	}
	return found
}

func parseNeighbor(message []byte, index int) (Neighbor, bool) {
	if len(message) < neighborHeaderSize || int(int32(binary.NativeEndian.Uint32(message[4:]))) != index {
		return Neighbor{}, false
	}
	state := binary.NativeEndian.Uint16(message[8:])
	neighbor := Neighbor{Fresh: state&stateReachable != 0}
	for rest := message[neighborHeaderSize:]; len(rest) >= attributeHeaderSize; {
		length := int(binary.NativeEndian.Uint16(rest))
		if length < attributeHeaderSize || length > len(rest) {
			break
		}
		value := rest[attributeHeaderSize:length]
		switch binary.NativeEndian.Uint16(rest[2:]) {
		case attributeAddress:
			neighbor.Address, _ = netip.AddrFromSlice(value)
		case attributeMAC:
			neighbor.MAC = net.HardwareAddr(bytes.Clone(value))
		}
		rest = rest[min(align(length), len(rest)):]
	}
	isKnown := state&stateKnown != 0 && neighbor.Address.Is4() && isUnicast(neighbor.MAC)
	return neighbor, isKnown
}

func align(length int) int { return (length + 3) &^ 3 }
