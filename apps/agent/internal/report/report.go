// Package report holds what an agent sends, word for word as the server reads it.
package report

import "time"

// Version of the agent.
const Version = "1.2.0"

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

// Platform is the name under which the agent is downloaded.
func Platform(system string) string {
	if system == "darwin" {
		return "macos"
	}
	return system
}

// Stamp is an instant in UTC with milliseconds.
func Stamp(moment time.Time) string { return moment.UTC().Format("2006-01-02T15:04:05.000Z07:00") }

// New joins what is the same for all devices.
func New(info AgentInfo, at time.Time, devices []Device) Scan {
	for index := range devices {
		devices[index].AgentID = info.AgentID
		if devices[index].OpenPorts == nil {
			devices[index].OpenPorts = []int{}
		}
	}
	if devices == nil {
		devices = []Device{}
	}
	return Scan{info, Stamp(at), devices, len(devices)}
}
