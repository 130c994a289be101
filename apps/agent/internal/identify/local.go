package identify

import (
	"cmp"
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const localTimeout = 15 * time.Second

// readSMBIOS reads the firmware tables that Linux exposes. Only root can read the serial number and the UUID.
func readSMBIOS(dir string) Identity {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(dir, name))
		if err != nil {
			return ""
		}
		return string(text)
	}
	return Identity{
		Manufacturer: read("sys_vendor"), Model: read("product_name"),
		Serial: cmp.Or(dropPlaceholder(read("product_serial")), read("chassis_serial")), Source: "smbios",
		UUID: read("product_uuid"),
	}.clean()
}

var ioregLine = regexp.MustCompile(`"(model|manufacturer|IOPlatformSerialNumber|IOPlatformUUID)" = <?"([^"]*)"`)

// parseIoreg reads the output of `ioreg -rd1 -c IOPlatformExpertDevice`.
func parseIoreg(text string) Identity {
	values := map[string]string{}
	for _, match := range ioregLine.FindAllStringSubmatch(text, -1) {
		values[match[1]] = match[2]
	}
	manufacturer := values["manufacturer"]
	if manufacturer == "" && values["IOPlatformSerialNumber"] != "" {
		manufacturer = "Apple Inc."
	}
	return Identity{
		Manufacturer: manufacturer, Model: values["model"], Serial: values["IOPlatformSerialNumber"], Source: "ioreg",
		UUID: values["IOPlatformUUID"],
	}.clean()
}

// cimScript collects all values in one call. Win32_BIOS has the serial number that manufacturers print on the label.
const cimScript = `[Console]::OutputEncoding = [Text.Encoding]::UTF8; ` +
	`$p = Get-CimInstance Win32_ComputerSystemProduct; $b = Get-CimInstance Win32_BIOS; ` +
	`ConvertTo-Json @{ vendor = $p.Vendor; name = $p.Name; uuid = $p.UUID; serial = $b.SerialNumber; product = $p.IdentifyingNumber }`

func parseCIM(text []byte) Identity {
	var result struct{ Vendor, Name, UUID, Serial, Product string }
	if json.Unmarshal([]byte(strings.TrimPrefix(string(text), "\ufeff")), &result) != nil {
		return Identity{}
	}
	return Identity{
		Manufacturer: result.Vendor, Model: result.Name,
		Serial: cmp.Or(dropPlaceholder(result.Serial), result.Product), Source: "cim", UUID: result.UUID,
	}.clean()
}

// commandOutput returns the output of a system command, or nil if the command is missing, fails or hangs.
func commandOutput(program string, args ...string) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), localTimeout)
	defer cancel()
	text, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		return nil
	}
	return text
}
