package identify

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"time"
)

const localWait = 15 * time.Second

// readSMBIOS reads what Linux shows of the firmware's tables; serial and UUID for root only.
func readSMBIOS(folder string) Identity {
	read := func(name string) string {
		text, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			return ""
		}
		return string(text)
	}
	serial := told(read("product_serial"))
	if serial == "" {
		serial = read("chassis_serial")
	}
	return Identity{
		Manufacturer: read("sys_vendor"), Model: read("product_name"), Serial: serial, Source: "smbios",
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
	maker := values["manufacturer"]
	if maker == "" && values["IOPlatformSerialNumber"] != "" {
		maker = "Apple Inc."
	}
	return Identity{
		Manufacturer: maker, Model: values["model"], Serial: values["IOPlatformSerialNumber"], Source: "ioreg",
		UUID: values["IOPlatformUUID"],
	}.clean()
}

// The one answer in which CIM has it all; the serial of the firmware is the one that makers print on the label.
const cimQuestion = `[Console]::OutputEncoding = [Text.Encoding]::UTF8; ` +
	`$p = Get-CimInstance Win32_ComputerSystemProduct; $b = Get-CimInstance Win32_BIOS; ` +
	`ConvertTo-Json @{ vendor = $p.Vendor; name = $p.Name; uuid = $p.UUID; serial = $b.SerialNumber; product = $p.IdentifyingNumber }`

func parseCIM(text []byte) Identity {
	var answer struct{ Vendor, Name, UUID, Serial, Product string }
	if json.Unmarshal([]byte(strings.TrimPrefix(string(text), "\ufeff")), &answer) != nil {
		return Identity{}
	}
	serial := told(answer.Serial)
	if serial == "" {
		serial = answer.Product
	}
	return Identity{
		Manufacturer: answer.Vendor, Model: answer.Name, Serial: serial, Source: "cim", UUID: answer.UUID,
	}.clean()
}

// output is what a program of the system says; nothing where it is missing or hangs.
func output(program string, args ...string) []byte {
	ctx, cancel := context.WithTimeout(context.Background(), localWait)
	defer cancel()
	text, err := exec.CommandContext(ctx, program, args...).Output()
	if err != nil {
		return nil
	}
	return text
}
