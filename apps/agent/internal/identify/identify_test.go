package identify

import (
	"net"
	"os"
	"path/filepath"
	"testing"
)

func TestDellTagInUUID(t *testing.T) {
	for uuid, want := range map[string]string{
		"4c4c4544-0058-4b10-8032-b7c04f503933": "7XK2P93",
		"44454c4c-5800-104b-8032-b7c04f503933": "7XK2P93",
		"3339504f-c0b7-3280-4b10-00584c4c4544": "7XK2P93",
		"44454c4c-0000-1020-8020-80c04f202020": "",
		"4c4c4544-0058-4b10-8032-b7c04f5039":   "",
		"92384634-2938-2342-8820-489239905423": "",
		"":                                     "",
	} {
		if got := dellTag(uuid); got != want {
			t.Errorf("%s returned %q, want %q", uuid, got, want)
		}
	}
}

func TestDropPlaceholder(t *testing.T) {
	for _, text := range []string{
		"To Be Filled By O.E.M.", "Default string", "None", "N/A", "Not Specified", "System Serial Number", "0", "00000000",
		"123456789", "0123456789ABCDEF", "xxxxxxxx", "FFFFFFFF", " ", "Chassis Serial Number", "INVALID", "...", "OEM",
	} {
		if got := dropPlaceholder(text); got != "" {
			t.Errorf("%q was not dropped", text)
		}
	}
	for _, text := range []string{"7XK2P93", "PF0ABCDE", "C02EXAMPLE01", "5CD0000XYZ", "FOC1234X0AB", "Tester 5000"} {
		if dropPlaceholder(text) != text {
			t.Errorf("%q was dropped", text)
		}
	}
}

func readTestSMBIOS(t *testing.T, files map[string]string) Identity {
	t.Helper()
	dir := t.TempDir()
	for name, content := range files {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content+"\n"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return readSMBIOS(dir)
}

func TestLocalOnLinux(t *testing.T) {
	dell := map[string]string{
		"sys_vendor": "Dell Inc.", "product_name": "OptiPlex 7090", "product_serial": "7XK2P93",
		"product_uuid": "4C4C4544-0058-4B10-8032-B7C04F503933",
	}
	want := Identity{"Dell Inc.", "OptiPlex 7090", "7XK2P93", "smbios", "4c4c4544-0058-4b10-8032-b7c04f503933"}
	if got := readTestSMBIOS(t, dell); got != want {
		t.Errorf("got %+v", got)
	}
	dell["product_serial"] = "To Be Filled By O.E.M."
	if got := readTestSMBIOS(t, dell); got != want {
		t.Errorf("the service tag is not extracted from the UUID: %+v", got)
	}
	virtualMachine := map[string]string{"sys_vendor": "VMware, Inc.", "product_name": "VMware7,1", "product_serial": "VMware-56 4d 01"}
	if got := readTestSMBIOS(t, virtualMachine); got.Serial != "" || got.Source != "" || got.Manufacturer != "VMware, Inc." {
		t.Errorf("virtual machine: got %+v", got)
	}
	if got := readTestSMBIOS(t, nil); got != (Identity{}) {
		t.Errorf("no tables: got %+v", got)
	}
}

func TestLocalOnMacOS(t *testing.T) {
	text, err := os.ReadFile("testdata/ioreg.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := Identity{"Apple Inc.", "MacBookPro18,1", "C02EXAMPLE01", "ioreg", "11111111-2222-4333-8444-555555555555"}
	if got := parseIoreg(string(text)); got != want {
		t.Errorf("got %+v", got)
	}
	if got := parseIoreg(""); got != (Identity{}) {
		t.Errorf("empty output: got %+v", got)
	}
}

func TestLocalOnWindows(t *testing.T) {
	text, err := os.ReadFile("testdata/cim.txt")
	if err != nil {
		t.Fatal(err)
	}
	want := Identity{"LENOVO", "20XWS00000", "PF0ABCDE", "cim", "aaaabbbb-cccc-4ddd-8eee-ffff00001111"}
	if got := parseCIM(text); got != want {
		t.Errorf("got %+v", got)
	}
	for _, broken := range []string{"", "Get-CimInstance : Access denied", `{"vendor": 5}`} {
		if got := parseCIM([]byte(broken)); got != (Identity{}) {
			t.Errorf("%q returned %+v", broken, got)
		}
	}
}

func TestNICManufacturer(t *testing.T) {
	for mac, want := range map[string]string{
		"00:1b:a9:00:00:11": "Brother", "00:14:22:01:02:03": "Dell",
		"02:1b:a9:00:00:11": "", "ff:ff:ff:ff:ff:ff": "", "00:00:5e:00:01:01": "",
	} {
		address, _ := net.ParseMAC(mac)
		if got := NICManufacturer(address); got != want {
			t.Errorf("%s returned %q, want %q", mac, got, want)
		}
	}
	if NICManufacturer(nil) != "" {
		t.Error("a missing address has a manufacturer")
	}
}
