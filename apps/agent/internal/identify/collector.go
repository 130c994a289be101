package identify

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"
)

const nameWait = 1500 * time.Millisecond

// At once: a name server of a small office answers few questions at a time.
const mostQuestions = 16

// Collector gathers names and identities while the scan runs.
type Collector struct {
	// From tells the own address in the network of another.
	From func(netip.Addr) netip.Addr

	mutex      sync.Mutex
	names      map[netip.Addr]string
	identities map[netip.Addr]Identity
	questions  chan struct{}
}

func NewCollector(from func(netip.Addr) netip.Addr) *Collector {
	return &Collector{
		From: from, names: map[netip.Addr]string{}, identities: map[netip.Addr]Identity{},
		questions: make(chan struct{}, mostQuestions),
	}
}

// AskName looks the name of an address up, where the network keeps one.
func (collector *Collector) AskName(ctx context.Context, address netip.Addr) {
	collector.questions <- struct{}{}
	defer func() { <-collector.questions }()
	ctx, cancel := context.WithTimeout(ctx, nameWait)
	defer cancel()
	names, err := net.DefaultResolver.LookupAddr(ctx, address.String())
	if err != nil || len(names) == 0 {
		return
	}
	collector.mutex.Lock()
	defer collector.mutex.Unlock()
	collector.names[address] = strings.TrimSuffix(names[0], ".")
}

// AskIdentity asks what a device tells everybody without a login.
func (collector *Collector) AskIdentity(ctx context.Context, address netip.Addr) {
	identity, err := Redfish(ctx, collector.From(address), netip.AddrPortFrom(address, RedfishPort))
	if err != nil {
		// Most web pages are no management controllers.
		return
	}
	collector.mutex.Lock()
	defer collector.mutex.Unlock()
	collector.identities[address] = identity
}

// Of returns what was learnt about an address.
func (collector *Collector) Of(address netip.Addr) (name string, identity Identity) {
	collector.mutex.Lock()
	defer collector.mutex.Unlock()
	return collector.names[address], collector.identities[address]
}

func dialerFrom(from netip.Addr) *net.Dialer {
	return &net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(from, 0))}
}
