package scan

import (
	"fmt"
	"net"
	"net/netip"
	"slices"
	"strings"
)

// Attached is a network that this machine has a cable or an antenna in.
type Attached struct {
	Interface string
	Index     int
	MAC       net.HardwareAddr
	Own       netip.Addr
	Subnet    netip.Prefix
}

// Target is the part of an attached network that will be scanned.
type Target struct {
	Attached
	Addresses []netip.Addr
}

// Choice is what the caller asked for.
type Choice struct {
	Subnets []netip.Prefix
	Exclude []netip.Prefix
	// Allowed are ranges that may be larger than the usual limit.
	Allowed []netip.Prefix
}

const (
	// A /22: more is rarely meant, and takes long.
	usualBits = 22
	// More than this the server would not take as one scan.
	leastBits = 16
)

// Bridges of containers and virtual machines, and tunnels that carry a hardware address.
var skippedNames = []string{
	"docker", "br-", "veth", "virbr", "vmnet", "vboxnet", "cni", "flannel", "cali", "lxc", "lxd", "podman", "kube",
	"tun", "tap", "utun", "wg", "ppp", "ipsec", "gif", "stf", "awdl", "llw", "anpi", "bridge", "zt", "tailscale", "nebula",
	"(wsl", "(default switch", "vmware network adapter", "virtualbox host-only", "openvpn", "wireguard",
}

func skipped(name string, flags net.Flags, mac net.HardwareAddr) bool {
	const unfit = net.FlagLoopback | net.FlagPointToPoint
	// Without a hardware address there are no neighbours: a tunnel.
	if flags&net.FlagUp == 0 || flags&unfit != 0 || len(mac) != 6 {
		return true
	}
	// Windows calls a bridge to a real cable so; those without one are in the list.
	lower := strings.TrimPrefix(strings.ToLower(name), "vethernet ")
	return slices.ContainsFunc(skippedNames, func(prefix string) bool { return strings.HasPrefix(lower, prefix) })
}

// AttachedNetworks lists the private IPv4 networks that this machine is directly attached to.
func AttachedNetworks() ([]Attached, error) {
	interfaces, err := net.Interfaces()
	if err != nil {
		return nil, fmt.Errorf("could not list the network interfaces: %w", err)
	}
	var found []Attached
	for _, each := range interfaces {
		if skipped(each.Name, each.Flags, each.HardwareAddr) {
			continue
		}
		addresses, err := each.Addrs()
		if err != nil {
			// It went away while we looked.
			continue
		}
		for _, address := range addresses {
			prefix, err := netip.ParsePrefix(address.String())
			// A /31 or /32 has no neighbours to find.
			if err != nil || !prefix.Addr().Is4() || !prefix.Addr().IsPrivate() || prefix.Bits() > 30 || prefix.Bits() < 8 {
				continue
			}
			found = append(found, Attached{each.Name, each.Index, each.HardwareAddr, prefix.Addr(), prefix.Masked()})
		}
	}
	return found, nil
}

// Plan turns what is attached and what was asked for into targets; notes say what was left out and why.
func Plan(attached []Attached, choice Choice) (targets []Target, notes []string, err error) {
	if err := contained(attached, choice.Subnets); err != nil {
		return nil, nil, err
	}
	seen := map[netip.Addr]bool{}
	for _, network := range attached {
		for _, prefix := range wanted(network, choice.Subnets) {
			if note := tooLarge(network, prefix, choice.Allowed); note != "" {
				notes = append(notes, note)
				continue
			}
			addresses := hosts(network, prefix, choice.Exclude, seen)
			if len(addresses) > 0 {
				targets = append(targets, Target{network, addresses})
			}
		}
	}
	return targets, notes, nil
}

func contained(attached []Attached, subnets []netip.Prefix) error {
	for _, subnet := range subnets {
		inside := func(network Attached) bool {
			return network.Subnet.Bits() <= subnet.Bits() && network.Subnet.Contains(subnet.Addr())
		}
		if !slices.ContainsFunc(attached, inside) {
			return fmt.Errorf("%s is not part of a private network that this machine is directly attached to", subnet)
		}
	}
	return nil
}

func wanted(network Attached, subnets []netip.Prefix) []netip.Prefix {
	if len(subnets) == 0 {
		return []netip.Prefix{network.Subnet}
	}
	var parts []netip.Prefix
	for _, subnet := range subnets {
		if network.Subnet.Bits() <= subnet.Bits() && network.Subnet.Contains(subnet.Addr()) {
			parts = append(parts, subnet.Masked())
		}
	}
	return parts
}

func tooLarge(network Attached, prefix netip.Prefix, allowed []netip.Prefix) string {
	if prefix.Bits() >= usualBits {
		return ""
	}
	if prefix.Bits() < leastBits {
		return fmt.Sprintf("%s on %s is larger than a /%d and is never scanned in one go; choose a part with --subnet",
			prefix, network.Interface, leastBits)
	}
	if slices.ContainsFunc(allowed, func(each netip.Prefix) bool {
		return each.Bits() <= prefix.Bits() && each.Contains(prefix.Addr())
	}) {
		return ""
	}
	return fmt.Sprintf("%s on %s is larger than a /%d; scan it with --allow-range %s, or choose a part with --subnet",
		prefix, network.Interface, usualBits, prefix)
}

func hosts(network Attached, prefix netip.Prefix, exclude []netip.Prefix, seen map[netip.Addr]bool) []netip.Addr {
	var addresses []netip.Addr
	broadcast := lastAddress(network.Subnet)
	for address := prefix.Addr(); prefix.Contains(address); address = address.Next() {
		if address == network.Subnet.Addr() || address == broadcast || seen[address] {
			continue
		}
		if slices.ContainsFunc(exclude, func(each netip.Prefix) bool { return each.Contains(address) }) {
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
