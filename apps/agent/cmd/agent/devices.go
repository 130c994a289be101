package main

import (
	"crypto/rand"
	"encoding/hex"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"

	"it-warranty-lookup/agent/internal/identify"
	"it-warranty-lookup/agent/internal/report"
	"it-warranty-lookup/agent/internal/scan"
)

// devices joins what the scan found with what was learnt about each.
func devices(hosts []scan.Host, collector *identify.Collector, local identify.Identity) []report.Device {
	var all []report.Device
	for _, host := range hosts {
		name, identity := collector.Of(host.Address)
		if host.Own {
			name, identity = hostname(), local
		}
		device := report.Device{
			IP: host.Address.String(), Timestamp: report.Stamp(host.FoundAt),
			Vendor:       identify.Maker(host.MAC),
			Manufacturer: identity.Manufacturer, Model: identity.Model, Serial: identity.Serial,
			SerialSource: identity.Source, UUID: identity.UUID,
		}
		if name != "" {
			device.Hostname = &name
		}
		if len(host.MAC) > 0 {
			mac := host.MAC.String()
			device.MAC = &mac
		}
		for _, port := range host.Open {
			device.OpenPorts = append(device.OpenPorts, int(port))
		}
		all = append(all, device)
	}
	return all
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// stateFolder is where the agent keeps its name and the scans that wait.
func stateFolder(chosen string) (string, error) {
	if chosen != "" {
		return chosen, nil
	}
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		return "/var/lib/network-agent", nil
	}
	folder, err := os.UserConfigDir()
	if err != nil {
		return "", errors.New("this account has no folder of its own; name one with --spool")
	}
	return filepath.Join(folder, "network-agent"), nil
}

var unfit = regexp.MustCompile(`[^\p{L}\p{N}._-]+`)

// agentID is the name of the machine and a few random letters, made once: two machines may have the same name.
func agentID(chosen options, folder string) string {
	if chosen.agentID != "" {
		return chosen.agentID
	}
	file := filepath.Join(folder, "agent-id")
	if kept, err := os.ReadFile(file); err == nil && agentIDForm.MatchString(strings.TrimSpace(string(kept))) {
		return strings.TrimSpace(string(kept))
	}
	name := strings.Trim(unfit.ReplaceAllString(hostname(), "-"), "-._")
	letters := make([]byte, 3)
	_, _ = rand.Read(letters)
	made := name[:min(len(name), 60)] + "-" + hex.EncodeToString(letters)
	if !agentIDForm.MatchString(made) {
		made = "agent-" + hex.EncodeToString(letters)
	}
	err := os.MkdirAll(folder, 0o700)
	if err == nil {
		err = os.WriteFile(file, []byte(made+"\n"), 0o600)
	}
	if err != nil {
		logf("Warning: could not remember the agent id %s (%v); name one with --agent-id.", made, err)
	}
	return made
}

var notInFileNames = strings.NewReplacer(":", "", ".", "", " ", "-", "@", "-")

func scanName(found report.Scan) string {
	return "network_scan_" + notInFileNames.Replace(found.AgentInfo.AgentID) + "_" + notInFileNames.Replace(found.ScanTimestamp)
}
