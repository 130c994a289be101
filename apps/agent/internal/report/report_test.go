package report

import (
	"bytes"
	"encoding/json"
	"os"
	"reflect"
	"testing"
	"time"
)

// golden is also read by the tests of the server and of the Python script.
const golden = "../../../../packages/contracts/src/agent-scan.golden.json"

func pointer(text string) *string { return &text }

func TestScanMatchesGolden(t *testing.T) {
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	at := func(milliseconds int) string {
		return Timestamp(time.Date(2026, 11, 15, 10, 30, 0, milliseconds*1e6, time.FixedZone("CET", 3600)))
	}
	scan := New(
		AgentInfo{"office-north", Platform("linux"), "scanner-01", Version},
		time.Date(2026, 11, 15, 9, 30, 0, 0, time.UTC),
		[]Device{
			{IP: "10.77.0.2", Hostname: pointer("scanner-01"), MAC: pointer("02:77:00:00:00:02"), OpenPorts: []int{22}, Timestamp: at(412),
				Manufacturer: "Dell Inc.", Model: "OptiPlex 7090", Serial: "7XK2P93", SerialSource: "smbios", UUID: "4c4c4544-0058-4b10-8032-b7c04f503933"},
			{IP: "10.77.0.10", MAC: pointer("02:77:00:00:00:10"), OpenPorts: []int{22, 443}, Timestamp: at(431),
				Manufacturer: "Dell", Model: "Integrated Dell Remote Access Controller", Serial: "5TQ8R14", SerialSource: "redfish", UUID: "3431524f-c0b5-3880-5110-00544c4c4544"},
			{IP: "10.77.0.11", Hostname: pointer("printer.office.example"), MAC: pointer("00:1b:a9:00:00:11"), OpenPorts: []int{80, 515, 631, 9100}, Timestamp: at(440),
				Vendor: "Brother"},
			{IP: "10.77.0.12", MAC: pointer("02:77:00:00:00:12"), Timestamp: at(447)},
			{IP: "10.77.0.13", Hostname: pointer("nas.office.example"), OpenPorts: []int{139, 445, 5000, 8080, 8443}, Timestamp: at(450)},
		},
	)
	got, err := json.Marshal(scan)
	if err != nil {
		t.Fatal(err)
	}
	var compact bytes.Buffer
	if err := json.Compact(&compact, want); err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, compact.Bytes()) {
		t.Errorf("got  %s\nwant %s", got, compact.Bytes())
	}
}

func TestGoldenHasNoUnknownFields(t *testing.T) {
	content, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	decoder := json.NewDecoder(bytes.NewReader(content))
	decoder.DisallowUnknownFields()
	var scan Scan
	if err := decoder.Decode(&scan); err != nil {
		t.Error(err)
	}
}

func TestEmptyScanHasLists(t *testing.T) {
	text, err := json.Marshal(New(AgentInfo{}, time.Unix(0, 0), nil))
	if err != nil || !bytes.Contains(text, []byte(`"devices":[],"total_devices":0`)) {
		t.Errorf("%s %v", text, err)
	}
	if Platform("darwin") != "macos" || Platform("windows") != "windows" || !reflect.DeepEqual(New(AgentInfo{}, time.Time{}, nil).Devices, []Device{}) {
		t.Error("unexpected platform name or nil devices")
	}
}
