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
	pollEvery = 20 * time.Millisecond
	// Later than this only a repeated question brings a neighbour.
	promptAnswer = 240 * time.Millisecond
	// When the system has asked in vain to confirm what it remembers.
	memoryEnds = 9 * time.Second
)

// When the silent addresses are asked again, and how long answers are awaited. As root the question is sent at once;
// else the system repeats its own after 1 and 2 seconds, gives up after 3 and can then be provoked anew.
type patience struct {
	rounds []time.Duration
	// On a good link.
	least time.Duration
	most  time.Duration
}

var (
	patienceOfRoot = patience{
		rounds: []time.Duration{250 * time.Millisecond, 500 * time.Millisecond, 900 * time.Millisecond,
			1400 * time.Millisecond, 1900 * time.Millisecond},
		least: 400 * time.Millisecond,
		most:  2200 * time.Millisecond,
	}
	patienceOfOthers = patience{
		rounds: []time.Duration{1100 * time.Millisecond, 3200 * time.Millisecond},
		least:  300 * time.Millisecond,
		most:   3600 * time.Millisecond,
	}
)

// block is a part of a network, small enough for one sweep.
type block struct {
	*scanner
	network Attached
	waiting map[netip.Addr]bool
	probes  map[netip.Addr]*probe
	busy    atomic.Int64
	begun   time.Time
	patience
	ask func([]netip.Addr)
}

func (scanning *scanner) scanBlock(ctx context.Context, network Attached, addresses []netip.Addr) ([]Host, error) {
	block := &block{
		scanner: scanning, network: network, waiting: map[netip.Addr]bool{}, probes: map[netip.Addr]*probe{},
		begun: time.Now(), patience: patienceOfOthers,
		ask: func(addresses []netip.Addr) { _ = provoke(network, addresses) },
	}
	if asker, err := newAsker(network); err == nil {
		defer asker.close()
		block.patience = patienceOfRoot
		block.ask = func(addresses []netip.Addr) {
			// The system notes only answers to what it asked itself.
			_ = provoke(network, addresses)
			asker.ask(addresses)
		}
	}
	for _, address := range addresses {
		block.waiting[address] = true
	}
	if block.waiting[network.Own] {
		block.start(ctx, Neighbour{network.Own, network.MAC, true})
	}
	if err := provoke(network, slices.Collect(maps.Keys(block.waiting))); err != nil {
		return nil, fmt.Errorf("could not send from %s: %w", network.Own, err)
	}
	return block.watch(ctx)
}

// watch follows the table of neighbours, examines whoever appears in it, and asks the silent ones again.
func (block *block) watch(ctx context.Context) ([]Host, error) {
	for round := 0; ; {
		if err := block.readTable(ctx); err != nil {
			return nil, err
		}
		if block.link.isLossy() {
			block.insist(ctx)
		}
		elapsed := time.Since(block.begun)
		if round < len(block.rounds) && elapsed >= block.rounds[round] {
			block.askSilent()
			round++
		}
		if block.busy.Load() == 0 && elapsed >= block.enough() {
			return block.hosts(), nil
		}
		if err := sleepUntil(ctx, time.Now().Add(pollEvery)); err != nil {
			return nil, err
		}
	}
}

func (block *block) enough() time.Duration {
	switch {
	case slices.ContainsFunc(slices.Collect(maps.Values(block.probes)), (*probe).isDoubtful):
		return memoryEnds
	case block.link.isGood() && !block.Thorough:
		return block.least
	default:
		return block.most
	}
}

func (block *block) readTable(ctx context.Context) error {
	table, err := readNeighbours(block.network)
	if err != nil {
		return err
	}
	for _, neighbour := range table {
		if block.waiting[neighbour.Address] {
			block.start(ctx, neighbour)
		} else if probe := block.probes[neighbour.Address]; probe != nil && neighbour.Fresh {
			probe.mutex.Lock()
			probe.fresh = true
			probe.mutex.Unlock()
		}
	}
	return nil
}

func (block *block) start(ctx context.Context, neighbour Neighbour) {
	delete(block.waiting, neighbour.Address)
	if time.Since(block.begun) > promptAnswer {
		block.link.recovered.Add(1)
	}
	probe := &probe{
		Host: Host{
			Address: neighbour.Address, MAC: neighbour.MAC, FoundAt: time.Now(), Own: neighbour.Address == block.network.Own,
		},
		from: block.network.Own, scanner: block.scanner, fresh: neighbour.Fresh,
	}
	block.probes[neighbour.Address] = probe
	block.work(func() { probe.examine(ctx) })
	if block.Found != nil {
		block.beside.Go(func() { block.Found(ctx, probe.Address) })
	}
}

func (block *block) insist(ctx context.Context) {
	for _, probe := range block.probes {
		probe.mutex.Lock()
		left := len(probe.unanswered)
		probe.mutex.Unlock()
		if left > 0 {
			block.work(func() { probe.insist(ctx) })
		}
	}
}

func (block *block) work(task func()) {
	block.busy.Add(1)
	go func() {
		defer block.busy.Add(-1)
		task()
	}()
}

// Those that are only remembered are asked too: whoever left meanwhile will not answer.
func (block *block) askSilent() {
	addresses := slices.Collect(maps.Keys(block.waiting))
	for address, probe := range block.probes {
		if probe.isDoubtful() {
			addresses = append(addresses, address)
		}
	}
	block.ask(addresses)
}

func (block *block) hosts() []Host {
	var found []Host
	for _, probe := range block.probes {
		if !probe.isDoubtful() {
			slices.Sort(probe.Open)
			found = append(found, probe.Host)
		}
	}
	return found
}

// isDoubtful: nothing but an old entry in the table speaks for it.
func (probe *probe) isDoubtful() bool {
	probe.mutex.Lock()
	defer probe.mutex.Unlock()
	return !probe.alive && !probe.fresh
}
