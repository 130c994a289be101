package scan

import (
	"context"
	"math/rand/v2"
	"net/netip"
	"slices"
	"sync"
	"time"
)

const (
	// A neighbour answers within milliseconds; a sleepy one gets more with the later tries.
	firstWait  = 300 * time.Millisecond
	secondWait = 400 * time.Millisecond
	// The system repeats a lost SYN after one second: this wait has two tries in it.
	lastWait = 1200 * time.Millisecond
)

// probe is one host while its ports are being tried.
type probe struct {
	Host
	from    netip.Addr
	scanner *scanner

	mutex sync.Mutex
	// It spoke TCP: surely there.
	alive bool
	// Its answer to who has the address is new, and not remembered from earlier.
	fresh bool
	// Ports whose silence was taken for a firewall.
	unanswered []uint16
}

// examine tries every port once. Silent ones are either behind a firewall or were lost on the way: a few of them are
// tried again, and only where that brings an answer all are.
func (probe *probe) examine(ctx context.Context) {
	ports := slices.Clone(probe.scanner.Ports)
	rand.Shuffle(len(ports), func(a, b int) { ports[a], ports[b] = ports[b], ports[a] })
	unanswered := probe.try(ctx, ports, firstWait, false)
	if len(unanswered) > 0 && !probe.scanner.link.isLossy() {
		some := min(len(unanswered), mostPerHost)
		rest := unanswered[some:]
		unanswered = append(probe.try(ctx, unanswered[:some], secondWait, true), rest...)
	}
	probe.mutex.Lock()
	probe.unanswered = unanswered
	probe.mutex.Unlock()
}

// insist tries what stayed silent again, on a link that loses packets.
func (probe *probe) insist(ctx context.Context) {
	probe.mutex.Lock()
	unanswered := probe.unanswered
	probe.unanswered = nil
	probe.mutex.Unlock()
	for _, wait := range []time.Duration{secondWait, lastWait} {
		unanswered = probe.try(ctx, unanswered, wait, true)
	}
}

// try connects to the ports, a few at a time, and returns those that stayed silent.
func (probe *probe) try(ctx context.Context, ports []uint16, wait time.Duration, again bool) []uint16 {
	queue := make(chan uint16, len(ports))
	for _, port := range ports {
		queue <- port
	}
	close(queue)
	var workers sync.WaitGroup
	var mutex sync.Mutex
	var unanswered []uint16
	for range min(mostPerHost, len(ports)) {
		workers.Go(func() {
			for port := range queue {
				if ctx.Err() != nil {
					return
				}
				if answer := probe.connect(ctx, port, wait); answer == open || answer == refused {
					probe.note(ctx, port, answer, again)
				} else {
					mutex.Lock()
					unanswered = append(unanswered, port)
					mutex.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return unanswered
}

func (probe *probe) connect(ctx context.Context, port uint16, wait time.Duration) answer {
	probe.scanner.slots <- struct{}{}
	defer func() { <-probe.scanner.slots }()
	if probe.scanner.pacer.Wait(ctx) != nil {
		return silent
	}
	return connect(ctx, probe.from, probe.Address, port, wait)
}

func (probe *probe) note(ctx context.Context, port uint16, answer answer, again bool) {
	if again {
		probe.scanner.link.recovered.Add(1)
	} else {
		probe.scanner.link.answered.Add(1)
	}
	probe.mutex.Lock()
	probe.alive = true
	if answer == open {
		probe.Open = append(probe.Open, port)
	}
	probe.mutex.Unlock()
	if answer == open && port == probe.scanner.InspectPort && probe.scanner.Inspect != nil {
		probe.scanner.beside.Go(func() {
			if probe.scanner.pacer.Wait(ctx) == nil {
				probe.scanner.Inspect(ctx, probe.Address)
			}
		})
	}
}
