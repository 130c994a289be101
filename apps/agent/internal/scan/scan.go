// Package scan finds the devices of the attached networks and their open ports.
//
// First it provokes the system into asking who has each address and reads who answered; then it connects to those only.
// How patient it is depends on what the link shows: while everything answers at the first try nothing is repeated.
package scan

import (
	"context"
	"net"
	"net/netip"
	"slices"
	"sync"
	"time"
)

// Limits that no option lifts.
const (
	MostPerSecond = 1000
	mostInFlight  = 512
	mostPerHost   = 8
	// So many addresses at once fit into the smallest table of neighbours.
	blockSize = 254
)

type Config struct {
	Ports []uint16
	Rate  int
	// Thorough repeats the questions on a good link too: for devices that sleep.
	Thorough bool
	// Found runs beside the scan, once for each device.
	Found func(ctx context.Context, address netip.Addr)
	// Inspect runs beside the scan for each device on which this port is open; its one connect is paced with the others.
	InspectPort uint16
	Inspect     func(ctx context.Context, address netip.Addr)
}

type Host struct {
	Address netip.Addr
	MAC     net.HardwareAddr
	Open    []uint16
	FoundAt time.Time
	Own     bool
}

type scanner struct {
	Config
	pacer *Pacer
	slots chan struct{}
	link  link
	// Found and Inspect of the caller.
	beside sync.WaitGroup
}

// Run scans the targets and returns the devices by address. It fails when the context ends first: half a scan would
// look as if the other half of the devices were gone.
func Run(ctx context.Context, targets []Target, config Config) ([]Host, error) {
	scanning := &scanner{
		Config: config,
		pacer:  NewPacer(min(config.Rate, MostPerSecond)),
		slots:  make(chan struct{}, mostInFlight),
	}
	var found []Host
	for _, target := range targets {
		for addresses := range slices.Chunk(target.Addresses, blockSize) {
			hosts, err := scanning.scanBlock(ctx, target.Attached, addresses)
			if err != nil {
				return nil, err
			}
			found = append(found, hosts...)
		}
	}
	scanning.beside.Wait()
	slices.SortFunc(found, func(a, b Host) int { return a.Address.Compare(b.Address) })
	return found, ctx.Err()
}
