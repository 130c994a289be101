package scan

import (
	"fmt"
	"os/exec"
)

func readNeighbors(network Network) ([]Neighbor, error) {
	output, err := exec.Command("/usr/sbin/arp", "-an", "-i", network.Interface).Output()
	if err != nil {
		return nil, fmt.Errorf("failed to read the neighbor table with arp: %w", err)
	}
	return parseARPTable(string(output)), nil
}
