"""Names of devices, and what this machine says about itself."""

import os
import re
import socket

PLACEHOLDER = re.compile(
    r"^(to be filled.*|default( string)?|none|n/?a|not (applicable|available|specified|present|set)|unknown|undefined|empty|"
    r"invalid|null|oem|o\.e\.m\.?|system (manufacturer|product name|serial number|version)|"
    r"(base ?board|chassis|product|asset)?[ -]?serial([ -]?number)?|sn|s/n|tbd|test|[-0x.* ?]*|f+|0?123456789.*|x{3,})$",
    re.IGNORECASE)
VIRTUAL = re.compile(
    r"vmware|virtualbox|innotek|qemu|kvm|bochs|xen|parallels|bhyve|amazon ec2|google compute|openstack|nutanix|red ?hat|"
    r"virtual machine|firecracker|cloud hypervisor", re.IGNORECASE)


def lookup_name(address):
    try:
        return socket.gethostbyaddr(address)[0] or None
    except (OSError, UnicodeError):
        return None


def drop_placeholder(text):
    text = (text or "").strip()
    return "" if PLACEHOLDER.match(text) else text


def local_identity(dmi_dir="/sys/class/dmi/id"):
    """Return the identity of this machine. Linux only; the serial number requires root."""

    def read(name):
        try:
            with open(os.path.join(dmi_dir, name), encoding="utf-8", errors="replace") as file:
                return drop_placeholder(file.read())
        except OSError:
            return ""

    identity = {"manufacturer": read("sys_vendor"), "model": read("product_name"), "uuid": read("product_uuid").lower()}
    if not VIRTUAL.search(identity["manufacturer"] + " " + identity["model"]):
        identity["serial"] = read("product_serial") or read("chassis_serial")
        if identity["serial"]:
            identity["serial_source"] = "smbios"
    return {key: value for key, value in identity.items() if value}
