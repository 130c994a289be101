package scan

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// DefaultPorts distinguish computers, servers, printers and network devices.
var DefaultPorts = []uint16{
	21, 22, 23, 25, 53, 80, 110, 135, 139, 143, 443, 445, 515, 548, 631, 3389, 5900, 8080, 8443, 9100,
}

// maxPorts is the limit of the server for one device.
const maxPorts = 1000

// ParsePorts parses a list such as 22,80,8000-8010.
func ParsePorts(text string) ([]uint16, error) {
	var ports []uint16
	for part := range strings.SplitSeq(text, ",") {
		first, last, isRange := strings.Cut(strings.TrimSpace(part), "-")
		if !isRange {
			last = first
		}
		from, err := parsePort(first)
		if err != nil {
			return nil, err
		}
		to, err := parsePort(last)
		if err != nil {
			return nil, err
		}
		if to < from {
			return nil, fmt.Errorf("the port range %q ends before it starts", part)
		}
		for port := int(from); port <= int(to); port++ {
			ports = append(ports, uint16(port))
		}
	}
	slices.Sort(ports)
	ports = slices.Compact(ports)
	if len(ports) > maxPorts {
		return nil, fmt.Errorf("%d ports selected; the maximum is %d", len(ports), maxPorts)
	}
	return ports, nil
}

func parsePort(text string) (uint16, error) {
	port, err := strconv.ParseUint(strings.TrimSpace(text), 10, 16)
	if err != nil || port == 0 {
		return 0, fmt.Errorf("%q is not a valid port; use numbers from 1 to 65535", text)
	}
	return uint16(port), nil
}
