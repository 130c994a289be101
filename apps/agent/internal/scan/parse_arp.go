package scan

import (
	"net"
	"net/netip"
	"strconv"
	"strings"
)

// parseARPTable parses lines such as `? (10.0.0.1) at 0:1b:a9:0:0:11 on en0 ifscope [ethernet]`. The table contains no
// age, so all entries count as fresh.
func parseARPTable(text string) []Neighbor {
	var found []Neighbor
	for line := range strings.Lines(text) {
		fields := strings.Fields(line)
		if len(fields) < 4 || fields[2] != "at" {
			continue
		}
		address, err := netip.ParseAddr(strings.Trim(fields[1], "()"))
		mac := parseShortMAC(fields[3])
		if err == nil && address.Is4() && isUnicast(mac) {
			found = append(found, Neighbor{address, mac, true})
		}
	}
	return found
}

// parseShortMAC parses a MAC address without leading zeros.
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
