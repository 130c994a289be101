package identify

import (
	"context"
	"net"
	"net/netip"
	"strings"
	"sync"
	"time"
)

const lookupTimeout = 1500 * time.Millisecond

// maxLookups limits concurrent DNS lookups. Name servers of small offices handle few queries at a time.
const maxLookups = 16

// Collector collects host names and identities while the scan runs.
type Collector struct {
	// localAddress returns the source address for connections to an address.
	localAddress func(netip.Addr) netip.Addr

	mu         sync.Mutex
	names      map[netip.Addr]string
	identities map[netip.Addr]Identity
	lookups    chan struct{}
}

// NewCollector returns an empty collector that connects from the addresses that localAddress returns.
func NewCollector(localAddress func(netip.Addr) netip.Addr) *Collector {
	return &Collector{
		localAddress: localAddress, names: map[netip.Addr]string{}, identities: map[netip.Addr]Identity{},
		lookups: make(chan struct{}, maxLookups),
	}
}

// LookupName looks up the host name of an address with reverse DNS.
func (c *Collector) LookupName(ctx context.Context, address netip.Addr) {
	c.lookups <- struct{}{}
	defer func() { <-c.lookups }()
	ctx, cancel := context.WithTimeout(ctx, lookupTimeout)
	defer cancel()
	names, err := net.DefaultResolver.LookupAddr(ctx, address.String())
	if err != nil || len(names) == 0 {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.names[address] = strings.TrimSuffix(names[0], ".")
}

// QueryIdentity queries the identity that a management controller reports without a login.
func (c *Collector) QueryIdentity(ctx context.Context, address netip.Addr) {
	identity, err := QueryRedfish(ctx, c.localAddress(address), netip.AddrPortFrom(address, RedfishPort))
	if err != nil {
		// Expected: most HTTPS servers are not management controllers.
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.identities[address] = identity
}

// Get returns the host name and identity of an address. Unknown values are empty.
func (c *Collector) Get(address netip.Addr) (name string, identity Identity) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.names[address], c.identities[address]
}

func dialerFrom(local netip.Addr) *net.Dialer {
	return &net.Dialer{LocalAddr: net.TCPAddrFromAddrPort(netip.AddrPortFrom(local, 0))}
}
