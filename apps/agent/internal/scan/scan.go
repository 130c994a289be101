// Package scan discovers the devices on the connected networks and their open ports.
//
// It makes the operating system send ARP requests for each address, reads the replies from the neighbor table, and
// connects only to the addresses that replied. It retries only as much as the observed packet loss requires.
package scan

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Hard limits that no option overrides.
const (
	MaxPerSecond = 1000
	maxInFlight  = 512
	maxPerHost   = 8
	// blockSize addresses fit into the smallest neighbor table of the supported systems.
	blockSize = 254
)

// Config configures a scan.
type Config struct {
	Ports []uint16
	Rate  int
	// Thorough retries silent addresses on reliable networks too, to find sleeping devices.
	Thorough bool
	// OnFound runs in the background, once for each device.
	OnFound func(ctx context.Context, address netip.Addr)
	// Inspect runs in the background for each device on which InspectPort is open. It may make one connection, which
	// counts toward the rate limit.
	InspectPort uint16
	Inspect     func(ctx context.Context, address netip.Addr)
}

// Host is a discovered device.
type Host struct {
	Address   netip.Addr
	MAC       net.HardwareAddr
	OpenPorts []uint16
	FoundAt   time.Time
	// IsLocal is set for this machine.
	IsLocal bool
}

type scanner struct {
	Config
	limiter *limiter
	slots   chan struct{}
	link    link
	// background tracks running OnFound and Inspect calls.
	background sync.WaitGroup
}

// Run scans the targets and returns the devices sorted by address. It returns an error if the context ends first: in a
// partial scan, the missing devices would look offline.
func Run(ctx context.Context, targets []Target, config Config) ([]Host, error) {
	s := &scanner{
		Config:  config,
		limiter: newLimiter(min(config.Rate, MaxPerSecond)),
		slots:   make(chan struct{}, maxInFlight),
	}
	var found []Host
	for _, target := range targets {
		for addresses := range slices.Chunk(target.Addresses, blockSize) {
			hosts, err := s.scanBlock(ctx, target.Network, addresses)
			if err != nil {
				return nil, err
			}
			found = append(found, hosts...)
		}
	}
	s.background.Wait()
	slices.SortFunc(found, func(a, b Host) int { return a.Address.Compare(b.Address) })
	return found, ctx.Err()
}
