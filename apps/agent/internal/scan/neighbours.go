package scan

import (
	"net"
	"net/netip"
)

// Neighbour is an entry of the table in which the system keeps who answers to an address.
type Neighbour struct {
	Address netip.Addr
	MAC     net.HardwareAddr
	// Fresh: it answered just now, and is not remembered from earlier.
	Fresh bool
}

func usable(mac net.HardwareAddr) bool {
	if len(mac) != 6 || mac[0]&1 != 0 {
		return false
	}
	for _, part := range mac {
		if part != 0 {
			return true
		}
	}
	return false
}
