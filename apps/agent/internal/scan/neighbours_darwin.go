package scan

import (
	"fmt"
	"os/exec"
)

func readNeighbours(network Attached) ([]Neighbour, error) {
	output, err := exec.Command("/usr/sbin/arp", "-an", "-i", network.Interface).Output()
	if err != nil {
		return nil, fmt.Errorf("could not read the table of neighbours with arp: %w", err)
	}
	return parseArpTable(string(output)), nil
}
