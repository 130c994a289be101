// Package report defines the JSON payload that the agent sends to the server.
package report

import "time"

// Version is the version of the agent.
const Version = "1.2.0"

// Scan is the payload of one scan.
type Scan struct {
	AgentInfo     AgentInfo `json:"agent_info"`
	ScanTimestamp string    `json:"scan_timestamp"`
	Devices       []Device  `json:"devices"`
	TotalDevices  int       `json:"total_devices"`
}

type AgentInfo struct {
	AgentID  string `json:"agent_id"`
	Platform string `json:"platform"`
	Hostname string `json:"hostname"`
	Version  string `json:"version"`
}

type Device struct {
	IP        string  `json:"ip"`
	Hostname  *string `json:"hostname"`
	MAC       *string `json:"mac"`
	OpenPorts []int   `json:"open_ports"`
	Timestamp string  `json:"timestamp"`
	AgentID   string  `json:"agent_id"`

	Vendor       string `json:"vendor,omitempty"`
	Manufacturer string `json:"manufacturer,omitempty"`
	Model        string `json:"model,omitempty"`
	Serial       string `json:"serial,omitempty"`
	SerialSource string `json:"serial_source,omitempty"`
	UUID         string `json:"uuid,omitempty"`
}

// Platform returns the name of an operating system as used in the download of the agent.
func Platform(goos string) string {
	if goos == "darwin" {
		return "macos"
	}
	return goos
}

// Timestamp formats a time in UTC with milliseconds.
func Timestamp(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// New builds a scan and sets the agent ID of its devices. Lists are never nil, because the server rejects null.
func New(info AgentInfo, startedAt time.Time, devices []Device) Scan {
	for i := range devices {
		devices[i].AgentID = info.AgentID
		if devices[i].OpenPorts == nil {
			devices[i].OpenPorts = []int{}
		}
	}
	if devices == nil {
		devices = []Device{}
	}
	return Scan{info, Timestamp(startedAt), devices, len(devices)}
}
