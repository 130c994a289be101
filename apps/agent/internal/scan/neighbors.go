package scan

import (
	"bytes"
	"net"
	"net/netip"
)

// Neighbor is an entry of the neighbor table (ARP cache) of the operating system.
type Neighbor struct {
	Address netip.Addr
	MAC     net.HardwareAddr
	// Fresh means that the entry was confirmed just now.
	Fresh bool
}

// isUnicast reports whether mac is a valid address of one device.
func isUnicast(mac net.HardwareAddr) bool {
	return len(mac) == 6 && mac[0]&1 == 0 && !bytes.Equal(mac, make([]byte, 6))
}
