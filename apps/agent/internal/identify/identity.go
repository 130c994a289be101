// Package identify determines what a device is: this machine from its firmware, other devices from the data they publish
// without a login.
package identify

import (
	"regexp"
	"strings"
)

// Identity is what a device reports about itself. Unknown values are empty.
type Identity struct {
	Manufacturer string
	Model        string
	Serial       string
	// Source is where the serial number comes from: smbios, ioreg, cim or redfish.
	Source string
	UUID   string
}

var (
	// placeholder matches values in firmware that was never configured.
	placeholder = regexp.MustCompile(`(?i)^(to be filled.*|default( string)?|none|n/?a|` +
		`not (applicable|available|specified|present|set)|unknown|undefined|empty|invalid|null|oem|o\.e\.m\.?|` +
		`system (manufacturer|product name|serial number|version)|(base ?board|chassis|product|asset)?[ -]?serial([ -]?number)?|` +
		`sn|s/n|tbd|test|[-0x.* ?]+|f+|0?123456789.*|x{3,})$`)
	// virtual matches manufacturers and models of virtual machines, which have no warranty.
	virtual = regexp.MustCompile(`(?i)vmware|virtualbox|innotek|qemu|kvm|bochs|xen|parallels|bhyve|amazon ec2|google compute|` +
		`openstack|nutanix|red ?hat|virtual machine|firecracker|cloud hypervisor`)
	placeholderUUID = regexp.MustCompile(`^(0{8}-0{4}-0{4}-0{4}-0{12}|f{8}-f{4}-f{4}-f{4}-f{12}|03000200-0400-0500-0006-000700080009)$`)
	uuidPattern     = regexp.MustCompile(`^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$`)
)

// dropPlaceholder trims a value and returns "" for placeholders.
func dropPlaceholder(text string) string {
	text = strings.TrimSpace(text)
	if placeholder.MatchString(text) {
		return ""
	}
	return text
}

// clean drops placeholders and the serial numbers of virtual machines. If a Dell machine reports no serial number, it is
// extracted from the UUID.
func (id Identity) clean() Identity {
	id.Manufacturer = dropPlaceholder(id.Manufacturer)
	id.Model = dropPlaceholder(id.Model)
	id.Serial = dropPlaceholder(id.Serial)
	id.UUID = strings.ToLower(strings.TrimSpace(id.UUID))
	if !uuidPattern.MatchString(id.UUID) || placeholderUUID.MatchString(id.UUID) {
		id.UUID = ""
	}
	if virtual.MatchString(id.Manufacturer) || virtual.MatchString(id.Model) {
		id.Serial = ""
	} else if id.Serial == "" {
		id.Serial = dellTag(id.UUID)
	}
	if id.Serial == "" {
		id.Source = ""
	}
	return id
}
