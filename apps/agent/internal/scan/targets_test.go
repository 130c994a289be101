package scan

import (
	"net"
	"net/netip"
	"slices"
	"strings"
	"testing"
)

func attached(own string) Attached {
	prefix := netip.MustParsePrefix(own)
	return Attached{Interface: "eth0", Index: 2, Own: prefix.Addr(), Subnet: prefix.Masked()}
}

func parse(texts ...string) []netip.Prefix {
	var all []netip.Prefix
	for _, text := range texts {
		all = append(all, netip.MustParsePrefix(text))
	}
	return all
}

func TestPlanLeavesOutNetworkBroadcastAndExcluded(t *testing.T) {
	targets, notes, err := Plan([]Attached{attached("10.0.0.5/29")}, Choice{Exclude: parse("10.0.0.2/31")})
	if err != nil || len(notes) != 0 || len(targets) != 1 {
		t.Fatal(targets, notes, err)
	}
	var got []string
	for _, address := range targets[0].Addresses {
		got = append(got, address.String())
	}
	if want := "10.0.0.1 10.0.0.4 10.0.0.5 10.0.0.6"; strings.Join(got, " ") != want {
		t.Errorf("got %v, want %s", got, want)
	}
}

func TestPlanLimitsTheSize(t *testing.T) {
	large := []Attached{attached("10.1.2.3/16")}
	for _, test := range []struct {
		name      string
		attached  []Attached
		choice    Choice
		addresses int
		note      string
	}{
		{"a /22 as it is", []Attached{attached("10.1.2.3/22")}, Choice{}, 1022, ""},
		{"a /16 not at all", large, Choice{}, 0, "--allow-range 10.1.0.0/16"},
		{"a /16 where allowed", large, Choice{Allowed: parse("10.1.0.0/16")}, 65534, ""},
		{"another range allowed", large, Choice{Allowed: parse("10.2.0.0/16")}, 0, "--allow-range"},
		{"a part of a /16", large, Choice{Subnets: parse("10.1.7.0/24")}, 256, ""},
		{"a /8 not even where allowed", []Attached{attached("10.1.2.3/8")}, Choice{Allowed: parse("10.0.0.0/8")}, 0, "never scanned"},
		{"two addresses in one network", []Attached{attached("10.3.0.1/30"), attached("10.3.0.2/30")}, Choice{}, 2, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			targets, notes, err := Plan(test.attached, test.choice)
			if err != nil {
				t.Fatal(err)
			}
			total := 0
			for _, target := range targets {
				total += len(target.Addresses)
			}
			if total != test.addresses || (test.note == "") != (len(notes) == 0) || !strings.Contains(strings.Join(notes, ""), test.note) {
				t.Errorf("%d addresses, notes %q", total, notes)
			}
		})
	}
}

func TestPlanRefusesWhatIsNotAttached(t *testing.T) {
	for _, subnet := range []string{"10.9.0.0/24", "8.8.8.0/24", "10.0.0.0/16"} {
		if _, _, err := Plan([]Attached{attached("10.0.0.5/24")}, Choice{Subnets: parse(subnet)}); err == nil {
			t.Errorf("%s was accepted", subnet)
		}
	}
}

func TestInterfacesThatAreNoCableAreSkipped(t *testing.T) {
	mac := net.HardwareAddr{2, 0, 0, 0, 0, 1}
	for name, want := range map[string]bool{
		"eth0": false, "en0": false, "wlp3s0": false, "Ethernet 2": false, "vEthernet (External)": false,
		"docker0": true, "br-1f2e": true, "veth12": true, "tun0": true, "tap0": true, "wg0": true, "utun3": true,
		"awdl0": true, "virbr0": true, "tailscale0": true, "vEthernet (WSL (Hyper-V firewall))": true,
	} {
		if got := skipped(name, net.FlagUp|net.FlagBroadcast, mac); got != want {
			t.Errorf("%s: skipped %v", name, got)
		}
	}
	if !skipped("eth0", net.FlagUp|net.FlagPointToPoint, mac) || !skipped("eth0", net.FlagUp, nil) || !skipped("eth0", 0, mac) {
		t.Error("a tunnel, or an interface that is down, would be scanned")
	}
}

func TestParsePorts(t *testing.T) {
	ports, err := ParsePorts("443, 22,8000-8002,22")
	if err != nil || !slices.Equal(ports, []uint16{22, 443, 8000, 8001, 8002}) {
		t.Error(ports, err)
	}
	for _, wrong := range []string{"", "0", "65536", "a", "9-1", "1-65535", "22;80"} {
		if ports, err := ParsePorts(wrong); err == nil {
			t.Errorf("%q gave %v", wrong, ports)
		}
	}
}
