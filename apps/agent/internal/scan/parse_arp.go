package scan

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// parseArpTable reads lines such as `? (10.0.0.1) at 0:1b:a9:0:0:11 on en0 ifscope [ethernet]`. The table tells no
// age: what is in it counts as fresh.
func parseArpTable(text string) []Neighbour {
	var found []Neighbour
	for line := range strings.Lines(text) {
		words := strings.Fields(line)
		if len(words) < 4 || words[2] != "at" {
			continue
		}
		address, err := netip.ParseAddr(strings.Trim(words[1], "()"))
		mac := parseShortMAC(words[3])
		if err == nil && address.Is4() && usable(mac) {
			found = append(found, Neighbour{address, mac, true})
		}
	}
	return found
}

// The parts come without their leading zeros.
func parseShortMAC(text string) net.HardwareAddr {
	parts := strings.Split(text, ":")
	mac := make(net.HardwareAddr, 0, len(parts))
	for _, part := range parts {
		value, err := strconv.ParseUint(part, 16, 8)
		if err != nil {
			return nil
		}
		mac = append(mac, byte(value))
	}
	return mac
}
