package scan

import (
	"context"
	"fmt"
	"maps"
	"net/netip"
	"slices"
	"sync/atomic"
	"time"
)

const (
	pollInterval = 20 * time.Millisecond
	// A neighbor that appears later than this replied to a repeated request.
	promptReply = 240 * time.Millisecond
	// By this time, the kernel has confirmed or dropped stale entries of the neighbor table.
	staleTimeout = 9 * time.Second
)

// schedule defines when silent addresses are probed again and how long to wait for replies.
type schedule struct {
	rounds []time.Duration
	// minWait applies to reliable networks.
	minWait time.Duration
	maxWait time.Duration
}

var (
	// arpSchedule applies if the agent can send ARP requests itself.
	arpSchedule = schedule{
		rounds: []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, 900 * time.Millisecond,
			1400 * time.Millisecond, 1900 * time.Millisecond},
		minWait: 400 * time.Millisecond,
		maxWait: 2200 * time.Millisecond,
	}
	// triggerSchedule relies on the operating system, which repeats its request after 1 and 2 seconds and gives up after
	// 3 seconds. Only then can it be triggered again.
	triggerSchedule = schedule{
		rounds:  []time.Duration{1100 * time.Millisecond, 3200 * time.Millisecond},
		minWait: 300 * time.Millisecond,
		maxWait: 3600 * time.Millisecond,
	}
)

// block is a part of a network that is small enough to be scanned at once.
type block struct {
	*scanner
	network Network
	// pending are the addresses that have not replied yet.
	pending   map[netip.Addr]bool
	probes    map[netip.Addr]*probe
	running   atomic.Int64
	startedAt time.Time
	schedule
	requestARP func([]netip.Addr)
}

func (s *scanner) scanBlock(ctx context.Context, network Network, addresses []netip.Addr) ([]Host, error) {
	b := &block{
		scanner: s, network: network, pending: map[netip.Addr]bool{}, probes: map[netip.Addr]*probe{},
		startedAt: time.Now(), schedule: triggerSchedule,
		requestARP: func(addresses []netip.Addr) { _ = triggerARP(network, addresses) },
	}
	if sender, err := newARPSender(network); err == nil {
		defer sender.close()
		b.schedule = arpSchedule
		b.requestARP = func(addresses []netip.Addr) {
			// The kernel only stores replies for addresses that it is resolving itself.
			_ = triggerARP(network, addresses)
			sender.send(addresses)
		}
	}
	for _, address := range addresses {
		b.pending[address] = true
	}
	if b.pending[network.LocalAddress] {
		b.startProbe(ctx, Neighbor{network.LocalAddress, network.MAC, true})
	}
	if err := triggerARP(network, slices.Collect(maps.Keys(b.pending))); err != nil {
		return nil, fmt.Errorf("failed to send from %s: %w", network.LocalAddress, err)
	}
	return b.watch(ctx)
}

// watch polls the neighbor table, scans the ports of every device that appears, and probes silent addresses again.
func (b *block) watch(ctx context.Context) ([]Host, error) {
	for round := 0; ; {
		if err := b.readTable(ctx); err != nil {
			return nil, err
		}
		if b.link.isLossy() {
			b.retrySilentPorts(ctx)
		}
		elapsed := time.Since(b.startedAt)
		if round < len(b.rounds) && elapsed >= b.rounds[round] {
			b.probeSilentAddresses()
			round++
		}
		if b.running.Load() == 0 && elapsed >= b.waitTime() {
			return b.hosts(), nil
		}
		if err := sleepUntil(ctx, time.Now().Add(pollInterval)); err != nil {
			return nil, err
		}
	}
}

func (b *block) waitTime() time.Duration {
	switch {
	case slices.ContainsFunc(slices.Collect(maps.Values(b.probes)), (*probe).isUnconfirmed):
		return staleTimeout
	case b.link.isReliable() && !b.Thorough:
		return b.minWait
	default:
		return b.maxWait
	}
}

func (b *block) readTable(ctx context.Context) error {
	table, err := readNeighbors(b.network)
	if err != nil {
		return err
	}
	for _, neighbor := range table {
		if b.pending[neighbor.Address] {
			b.startProbe(ctx, neighbor)
		} else if p := b.probes[neighbor.Address]; p != nil && neighbor.Fresh {
			p.mu.Lock()
			p.fresh = true
			p.mu.Unlock()
		}
	}
	return nil
}

func (b *block) startProbe(ctx context.Context, neighbor Neighbor) {
	delete(b.pending, neighbor.Address)
	if time.Since(b.startedAt) > promptReply {
		b.link.retryReplies.Add(1)
	}
	p := &probe{
		Host: Host{
			Address: neighbor.Address, MAC: neighbor.MAC, FoundAt: time.Now(), IsLocal: neighbor.Address == b.network.LocalAddress,
		},
		localAddress: b.network.LocalAddress, scanner: b.scanner, fresh: neighbor.Fresh,
	}
	b.probes[neighbor.Address] = p
	b.run(func() { p.scanPorts(ctx) })
	if b.OnFound != nil {
		b.background.Go(func() { b.OnFound(ctx, p.Address) })
	}
}

func (b *block) retrySilentPorts(ctx context.Context) {
	for _, p := range b.probes {
		p.mu.Lock()
		count := len(p.silentPorts)
		p.mu.Unlock()
		if count > 0 {
			b.run(func() { p.retrySilentPorts(ctx) })
		}
	}
}

func (b *block) run(task func()) {
	b.running.Add(1)
	go func() {
		defer b.running.Add(-1)
		task()
	}()
}

// probeSilentAddresses also probes devices with a stale entry, because they may have left the network.
func (b *block) probeSilentAddresses() {
	addresses := slices.Collect(maps.Keys(b.pending))
	for address, p := range b.probes {
		if p.isUnconfirmed() {
			addresses = append(addresses, address)
		}
	}
	b.requestARP(addresses)
}

func (b *block) hosts() []Host {
	var hosts []Host
	for _, p := range b.probes {
		if !p.isUnconfirmed() {
			slices.Sort(p.OpenPorts)
			hosts = append(hosts, p.Host)
		}
	}
	return hosts
}

// isUnconfirmed reports whether a stale entry in the neighbor table is the only evidence for the device.
func (p *probe) isUnconfirmed() bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	return !p.alive && !p.fresh
}
