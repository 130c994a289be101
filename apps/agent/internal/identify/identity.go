// Package identify learns what a device is: this machine from its firmware, others from what they tell everybody.
package identify

import (
	"regexp"
	"strings"
)

// Identity is what a device says of itself; what it does not say is empty.
type Identity struct {
	Manufacturer string
	Model        string
	Serial       string
	// Source says where the serial comes from: smbios, ioreg, cim, redfish.
	Source string
	UUID   string
}

var (
	// What firmware holds where nobody filled it in.
	placeholder = regexp.MustCompile(`(?i)^(to be filled.*|default( string)?|none|n/?a|` +
		`not (applicable|available|specified|present|set)|unknown|undefined|empty|invalid|null|oem|o\.e\.m\.?|` +
		`system (manufacturer|product name|serial number|version)|(base ?board|chassis|product|asset)?[ -]?serial([ -]?number)?|` +
		`sn|s/n|tbd|test|[-0x.* ?]+|f+|0?123456789.*|x{3,})$`)
	// Makers of machines that exist in memory only: their serial is no key to a warranty.
	virtual = regexp.MustCompile(`(?i)vmware|virtualbox|innotek|qemu|kvm|bochs|xen|parallels|bhyve|amazon ec2|google compute|` +
		`openstack|nutanix|red ?hat|virtual machine|firecracker|cloud hypervisor`)
	nobodysUUID = regexp.MustCompile(`^(0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12}|03000200-0400-0500-0006-000700080009)$`)
	uuidForm    = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

func told(text string) string {
	text = strings.TrimSpace(text)
	if placeholder.MatchString(text) {
		return ""
	}
	return text
}

// clean drops placeholders and what belongs to a virtual machine. A Dell without a serial still has it in its UUID.
func (identity Identity) clean() Identity {
	identity.Manufacturer = told(identity.Manufacturer)
	identity.Model = told(identity.Model)
	identity.Serial = told(identity.Serial)
	identity.UUID = strings.ToLower(strings.TrimSpace(identity.UUID))
	if !uuidForm.MatchString(identity.UUID) || nobodysUUID.MatchString(identity.UUID) {
		identity.UUID = ""
	}
	if virtual.MatchString(identity.Manufacturer) || virtual.MatchString(identity.Model) {
		identity.Serial = ""
	} else if identity.Serial == "" {
		identity.Serial = dellTag(identity.UUID)
	}
	if identity.Serial == "" {
		identity.Source = ""
	}
	return identity
}
