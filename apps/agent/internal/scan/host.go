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
	// Neighbors reply within milliseconds. Slow devices get more time in the later attempts.
	firstTimeout  = 300 * time.Millisecond
	secondTimeout = 400 * time.Millisecond
	// The operating system repeats a lost SYN after one second, so this timeout includes two attempts.
	lastTimeout = 1200 * time.Millisecond
)

// probe scans the ports of one host.
type probe struct {
	Host
	localAddress netip.Addr
	scanner      *scanner

	mu sync.Mutex
	// alive is set after the first TCP reply.
	alive bool
	// fresh is set if the host replied to ARP during this scan. Otherwise, its neighbor entry is from earlier.
	fresh bool
	// silentPorts did not reply and are considered firewalled, unless the network turns out to be lossy.
	silentPorts []uint16
}

// scanPorts connects to every port once. Silent ports are either firewalled or their packets were lost, so it retries a
// few of them. If one of those replies, the network is lossy and all silent ports are retried.
func (p *probe) scanPorts(ctx context.Context) {
	ports := slices.Clone(p.scanner.Ports)
	rand.Shuffle(len(ports), func(a, b int) { ports[a], ports[b] = ports[b], ports[a] })
	silentPorts := p.connectAll(ctx, ports, firstTimeout, false)
	if len(silentPorts) > 0 && !p.scanner.link.isLossy() {
		count := min(len(silentPorts), maxPerHost)
		rest := silentPorts[count:]
		silentPorts = append(p.connectAll(ctx, silentPorts[:count], secondTimeout, true), rest...)
	}
	p.mu.Lock()
	p.silentPorts = silentPorts
	p.mu.Unlock()
}

// retrySilentPorts connects to the silent ports again, for lossy networks.
func (p *probe) retrySilentPorts(ctx context.Context) {
	p.mu.Lock()
	silentPorts := p.silentPorts
	p.silentPorts = nil
	p.mu.Unlock()
	for _, timeout := range []time.Duration{secondTimeout, lastTimeout} {
		silentPorts = p.connectAll(ctx, silentPorts, timeout, true)
	}
}

// connectAll connects to the ports, up to maxPerHost concurrently, and returns the ports that did not reply.
func (p *probe) connectAll(ctx context.Context, ports []uint16, timeout time.Duration, isRetry bool) []uint16 {
	queue := make(chan uint16, len(ports))
	for _, port := range ports {
		queue <- port
	}
	close(queue)
	var workers sync.WaitGroup
	var mu sync.Mutex
	var silentPorts []uint16
	for range min(maxPerHost, len(ports)) {
		workers.Go(func() {
			for port := range queue {
				if ctx.Err() != nil {
					return
				}
				if state := p.connect(ctx, port, timeout); state == open || state == closed {
					p.record(ctx, port, state, isRetry)
				} else {
					mu.Lock()
					silentPorts = append(silentPorts, port)
					mu.Unlock()
				}
			}
		})
	}
	workers.Wait()
	return silentPorts
}

func (p *probe) connect(ctx context.Context, port uint16, timeout time.Duration) portState {
	p.scanner.slots <- struct{}{}
	defer func() { <-p.scanner.slots }()
	if p.scanner.limiter.wait(ctx) != nil {
		return silent
	}
	return connect(ctx, p.localAddress, p.Address, port, timeout)
}

func (p *probe) record(ctx context.Context, port uint16, state portState, isRetry bool) {
	if isRetry {
		p.scanner.link.retryReplies.Add(1)
	} else {
		p.scanner.link.firstReplies.Add(1)
	}
	p.mu.Lock()
	p.alive = true
	if state == open {
		p.OpenPorts = append(p.OpenPorts, port)
	}
	p.mu.Unlock()
	if state == open && port == p.scanner.InspectPort && p.scanner.Inspect != nil {
		p.scanner.background.Go(func() {
			if p.scanner.limiter.wait(ctx) == nil {
				p.scanner.Inspect(ctx, p.Address)
			}
		})
	}
}
