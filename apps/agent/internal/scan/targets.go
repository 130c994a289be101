package scan

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Network is a network that this machine is directly connected to.
type Network struct {
	Interface    string
	Index        int
	MAC          net.HardwareAddr
	LocalAddress netip.Addr
	Subnet       netip.Prefix
}

// Target is the part of a network that is scanned.
type Target struct {
	Network
	Addresses []netip.Addr
}

// Selection limits or extends what is scanned.
type Selection struct {
	Subnets []netip.Prefix
	Exclude []netip.Prefix
	// AllowedRanges may be larger than the default limit.
	AllowedRanges []netip.Prefix
}

const (
	// Networks larger than a /22 take long and are rarely intended, so they must be allowed explicitly.
	defaultMinBits = 22
	// A larger network could exceed the number of devices that the server accepts in one scan.
	minBits = 16
)

// skippedPrefixes are the interface names of container and virtual machine bridges, and of tunnels with a MAC address.
var skippedPrefixes = []string{
	"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel", "cali", "lxc", "lxd", "podman", "kube",
	"tun", "tap", "utun", "wg", "ppp", "ipsec", "gif", "stf", "awdl", "llw", "anpi", "bridge", "zt", "tailscale", "nebula",
	"(wsl", "(default switch", "vmware network adapter", "virtualbox host-only", "openvpn", "wireguard",
}

func isSkipped(name string, flags net.Flags, mac net.HardwareAddr) bool {
	const skippedFlags = net.FlagLoopback | net.FlagPointToPoint
	// Interfaces without a MAC address are tunnels and have no neighbors.
	if flags&net.FlagUp == 0 || flags&skippedFlags != 0 || len(mac) != 6 {
		return true
	}
	// On Windows, a bridge to a physical network has this prefix too. The internal ones are in the list.
	lower := strings.TrimPrefix(strings.ToLower(name), "vethernet ")
	return slices.ContainsFunc(skippedPrefixes, func(prefix string) bool { return strings.HasPrefix(lower, prefix) })
}

// ConnectedNetworks returns the private IPv4 networks that this machine is directly connected to.
func ConnectedNetworks() ([]Network, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("failed to list the network interfaces: %w", err)
	}
	var networks []Network
	for _, iface := range interfaces {
		if isSkipped(iface.Name, iface.Flags, iface.HardwareAddr) {
			continue
		}
		addresses, err := iface.Addrs()
		if err != nil {
			// The interface was removed in the meantime.
			continue
		}
		for _, address := range addresses {
			prefix, err := netip.ParsePrefix(address.String())
			// A /31 or /32 has no neighbors.
			if err != nil || !prefix.Addr().Is4() || !prefix.Addr().IsPrivate() || prefix.Bits() > 30 || prefix.Bits() < 8 {
				continue
			}
			networks = append(networks, Network{iface.Name, iface.Index, iface.HardwareAddr, prefix.Addr(), prefix.Masked()})
		}
	}
	return networks, nil
}

// Plan applies the selection to the networks. It returns the targets and the reasons why networks were skipped.
func Plan(networks []Network, selection Selection) (targets []Target, skipped []string, err error) {
	if err := checkSubnets(networks, selection.Subnets); err != nil {
		return nil, nil, err
	}
	seen := map[netip.Addr]bool{}
	for _, network := range networks {
		for _, prefix := range selectPrefixes(network, selection.Subnets) {
			if reason := checkSize(network, prefix, selection.AllowedRanges); reason != "" {
				skipped = append(skipped, reason)
				continue
			}
			addresses := hostAddresses(network, prefix, selection.Exclude, seen)
			if len(addresses) > 0 {
				targets = append(targets, Target{network, addresses})
			}
		}
	}
	return targets, skipped, nil
}

func contains(outer, inner netip.Prefix) bool {
	return outer.Bits() <= inner.Bits() && outer.Contains(inner.Addr())
}

func checkSubnets(networks []Network, subnets []netip.Prefix) error {
	for _, subnet := range subnets {
		if !slices.ContainsFunc(networks, func(network Network) bool { return contains(network.Subnet, subnet) }) {
			return fmt.Errorf("%s is not part of a private network that this machine is directly connected to", subnet)
		}
	}
	return nil
}

func selectPrefixes(network Network, subnets []netip.Prefix) []netip.Prefix {
	if len(subnets) == 0 {
		return []netip.Prefix{network.Subnet}
	}
	var prefixes []netip.Prefix
	for _, subnet := range subnets {
		if contains(network.Subnet, subnet) {
			prefixes = append(prefixes, subnet.Masked())
		}
	}
	return prefixes
}

// checkSize returns the reason why a network is too large to scan, or "".
func checkSize(network Network, prefix netip.Prefix, allowed []netip.Prefix) string {
	if prefix.Bits() >= defaultMinBits {
		return ""
	}
	if prefix.Bits() < minBits {
		return fmt.Sprintf("%s on %s is larger than a /%d and is never scanned in one run; select a part with --subnet",
			prefix, network.Interface, minBits)
	}
	if slices.ContainsFunc(allowed, func(r netip.Prefix) bool { return contains(r, prefix) }) {
		return ""
	}
	return fmt.Sprintf("%s on %s is larger than a /%d; allow it with --allow-range %s or select a part with --subnet",
		prefix, network.Interface, defaultMinBits, prefix)
}

func hostAddresses(network Network, prefix netip.Prefix, exclude []netip.Prefix, seen map[netip.Addr]bool) []netip.Addr {
	var addresses []netip.Addr
	broadcast := lastAddress(network.Subnet)
	for address := prefix.Addr(); prefix.Contains(address); address = address.Next() {
		if address == network.Subnet.Addr() || address == broadcast || seen[address] {
			continue
		}
		if slices.ContainsFunc(exclude, func(excluded netip.Prefix) bool { return excluded.Contains(address) }) {
			continue
		}
		seen[address] = true
		addresses = append(addresses, address)
	}
	return addresses
}

func lastAddress(prefix netip.Prefix) netip.Addr {
	bytes := prefix.Masked().Addr().As4()
	for bit := prefix.Bits(); bit < 32; bit++ {
		bytes[bit/8] |= 0x80 >> (bit % 8)
	}
	return netip.AddrFrom4(bytes)
}
