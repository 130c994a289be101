package scan

import (
	"fmt"
	"syscall"
)

func readNeighbors(network Network) ([]Neighbor, error) {
	table, err := syscall.NetlinkRIB(syscall.RTM_GETNEIGH, syscall.AF_INET)
	if err != nil {
		return nil, fmt.Errorf("failed to read the neighbor table: %w", err)
	}
	return parseNetlinkNeighbors(table, network.Index), nil
}
