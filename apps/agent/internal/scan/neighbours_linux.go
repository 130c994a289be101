package scan

import (
	"fmt"
	"syscall"
)

func readNeighbours(network Attached) ([]Neighbour, error) {
	table, err := syscall.NetlinkRIB(syscall.RTM_GETNEIGH, syscall.AF_INET)
	if err != nil {
		return nil, fmt.Errorf("could not read the table of neighbours: %w", err)
	}
	return parseNetlinkNeighbours(table, network.Index), nil
}
