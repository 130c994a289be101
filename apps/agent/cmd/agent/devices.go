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

// buildDevices combines the scanned hosts with their names and identities.
func buildDevices(hosts []scan.Host, collector *identify.Collector, local identify.Identity) []report.Device {
	var devices []report.Device
	for _, host := range hosts {
		name, identity := collector.Get(host.Address)
		if host.IsLocal {
			name, identity = hostname(), local
		}
		device := report.Device{
			IP: host.Address.String(), Timestamp: report.Timestamp(host.FoundAt),
			Vendor:       identify.NICManufacturer(host.MAC),
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
		for _, port := range host.OpenPorts {
			device.OpenPorts = append(device.OpenPorts, int(port))
		}
		devices = append(devices, device)
	}
	return devices
}

func hostname() string {
	name, err := os.Hostname()
	if err != nil {
		return "unknown"
	}
	return name
}

// stateDir returns the directory for the agent ID and undelivered scans.
func stateDir(spool string) (string, error) {
	if spool != "" {
		return spool, nil
	}
	if runtime.GOOS == "linux" && os.Geteuid() == 0 {
		return "/var/lib/network-agent", nil
	}
	dir, err := os.UserConfigDir()
	if err != nil {
		return "", errors.New("this account has no configuration directory; specify a directory with --spool")
	}
	return filepath.Join(dir, "network-agent"), nil
}

var invalidIDChars = regexp.MustCompile(`[^\p{L}\p{N}._-]+`)

// agentID returns the configured or saved agent ID, or generates and saves one. The random suffix distinguishes
// machines that have the same host name.
func agentID(opts options, dir string) string {
	if opts.agentID != "" {
		return opts.agentID
	}
	file := filepath.Join(dir, "agent-id")
	if saved, err := os.ReadFile(file); err == nil && agentIDPattern.MatchString(strings.TrimSpace(string(saved))) {
		return strings.TrimSpace(string(saved))
	}
	name := strings.Trim(invalidIDChars.ReplaceAllString(hostname(), "-"), "-._")
	suffix := make([]byte, 3)
	_, _ = rand.Read(suffix)
	id := name[:min(len(name), 60)] + "-" + hex.EncodeToString(suffix)
	if !agentIDPattern.MatchString(id) {
		id = "agent-" + hex.EncodeToString(suffix)
	}
	err := os.MkdirAll(dir, 0o700)
	if err == nil {
		err = os.WriteFile(file, []byte(id+"\n"), 0o600)
	}
	if err != nil {
		logf("Warning: failed to save the agent ID %s (%v). Specify one with --agent-id.", id, err)
	}
	return id
}

var fileNameReplacer = strings.NewReplacer(":", "", ".", "", " ", "-", "@", "-")

func scanName(result report.Scan) string {
	return "network_scan_" + fileNameReplacer.Replace(result.AgentInfo.AgentID) + "_" + fileNameReplacer.Replace(result.ScanTimestamp)
}
