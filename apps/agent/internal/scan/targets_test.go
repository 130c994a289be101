package scan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func testNetwork(local string) Network {
	prefix := netip.MustParsePrefix(local)
	return Network{Interface: "eth0", Index: 2, LocalAddress: prefix.Addr(), Subnet: prefix.Masked()}
}

func parsePrefixes(texts ...string) []netip.Prefix {
	var prefixes []netip.Prefix
	for _, text := range texts {
		prefixes = append(prefixes, netip.MustParsePrefix(text))
	}
	return prefixes
}

func TestPlanSkipsNetworkBroadcastAndExcluded(t *testing.T) {
	targets, skipped, err := Plan([]Network{testNetwork("10.0.0.5/29")}, Selection{Exclude: parsePrefixes("10.0.0.2/31")})
	if err != nil || len(skipped) != 0 || len(targets) != 1 {
		t.Fatal(targets, skipped, err)
	}
	var got []string
	for _, address := range targets[0].Addresses {
		got = append(got, address.String())
	}
	if want := "10.0.0.1 10.0.0.4 10.0.0.5 10.0.0.6"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestPlanLimitsSize(t *testing.T) {
	large := []Network{testNetwork("10.1.2.3/16")}
	for _, test := range []struct {
		name      string
		networks  []Network
		selection Selection
		addresses int
		reason    string
	}{
		{"22 bits", []Network{testNetwork("10.1.2.3/22")}, Selection{}, 1022, ""},
		{"16 bits", large, Selection{}, 0, "--allow-range 10.1.0.0/16"},
		{"16 bits allowed", large, Selection{AllowedRanges: parsePrefixes("10.1.0.0/16")}, 65534, ""},
		{"other range allowed", large, Selection{AllowedRanges: parsePrefixes("10.2.0.0/16")}, 0, "--allow-range"},
		{"part of 16 bits", large, Selection{Subnets: parsePrefixes("10.1.7.0/24")}, 256, ""},
		{"8 bits allowed", []Network{testNetwork("10.1.2.3/8")}, Selection{AllowedRanges: parsePrefixes("10.0.0.0/8")}, 0, "never scanned"},
		{"two addresses in one network", []Network{testNetwork("10.3.0.1/30"), testNetwork("10.3.0.2/30")}, Selection{}, 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			targets, skipped, err := Plan(test.networks, test.selection)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, target := range targets {
				total += len(target.Addresses)
			}
			if total != test.addresses || (test.reason == "") != (len(skipped) == 0) || !strings.Contains(strings.Join(skipped, ""), test.reason) {
				t.Errorf("%d addresses, skipped %q", total, skipped)
			}
		})
	}
}

func TestPlanRejectsUnconnectedSubnets(t *testing.T) {
	for _, subnet := range []string{"10.9.0.0/24", "8.8.8.0/24", "10.0.0.0/16"} {
		if _, _, err := Plan([]Network{testNetwork("10.0.0.5/24")}, Selection{Subnets: parsePrefixes(subnet)}); err == nil {
			t.Errorf("%s was accepted", subnet)
		}
	}
}

func TestVirtualInterfacesAreSkipped(t *testing.T) {
	mac := net.HardwareAddr{2, 0, 0, 0, 0, 1}
	for name, want := range map[string]bool{
		"eth0": false, "en0": false, "wlp3s0": false, "Ethernet 2": false, "vEthernet (External)": false,
		"docker0": true, "br-1f2e": true, "veth12": true, "tun0": true, "tap0": true, "wg0": true, "utun3": true,
		"awdl0": true, "virbr0": true, "tailscale0": true, "vEthernet (WSL (Hyper-V firewall))": true,
	} {
		if got := isSkipped(name, net.FlagUp|net.FlagBroadcast, mac); got != want {
			t.Errorf("%s: skipped %v", name, got)
		}
	}
	if !isSkipped("eth0", net.FlagUp|net.FlagPointToPoint, mac) || !isSkipped("eth0", net.FlagUp, nil) || !isSkipped("eth0", 0, mac) {
		t.Error("a tunnel or an interface that is down is not skipped")
	}
}

func TestParsePorts(t *testing.T) {
	ports, err := ParsePorts("443, 22,8000-8002,22")
	if err != nil || !slices.Equal(ports, []uint16{22, 443, 8000, 8001, 8002}) {
		t.Error(ports, err)
	}
	for _, invalid := range []string{"", "0", "65536", "a", "9-1", "1-65535", "22;80"} {
		if ports, err := ParsePorts(invalid); err == nil {
			t.Errorf("%q returned %v", invalid, ports)
		}
	}
}
