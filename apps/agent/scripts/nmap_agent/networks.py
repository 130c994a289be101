"""The networks of this machine, and which of them are scanned."""

import ipaddress
import platform
import re
import subprocess

from .constants import DEFAULT_MIN_BITS, MIN_BITS, USAGE
from .messages import AgentError

SKIPPED_INTERFACES = re.compile(
    r"^(lo|docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|lxc|lxd|podman|kube|tun|tap|utun|wg|ppp|ipsec|gif|stf|"
    r"awdl|llw|anpi|bridge|zt|tailscale|nebula)", re.IGNORECASE)


def connected_networks():
    """Return the directly connected private IPv4 networks as (interface, local address with mask)."""
    system = platform.system()
    if system == "Linux":
        return parse_ip_addr(command_output(["ip", "-4", "-o", "addr", "show", "up"]))
    if system == "Darwin":
        return parse_ifconfig(command_output(["ifconfig", "-u"]))
    return parse_ipconfig(command_output(["ipconfig"]))


def command_output(command):
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return result.stdout.decode("utf-8", "replace")


def is_scannable(interface, local):
    is_supported = local.ip.version == 4 and is_private(local.network) and 8 <= local.network.prefixlen <= 30
    return is_supported and not SKIPPED_INTERFACES.match(interface)


def is_private(network):
    blocks = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
    return any(contains(ipaddress.ip_network(block), network) for block in blocks)


def contains(outer, inner):
    return outer.prefixlen <= inner.prefixlen and inner.network_address in outer


def parse_ip_addr(text):
    """Parse lines such as `2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0`. Tunnels contain `peer`."""
    found = []
    for line in text.splitlines():
        match = re.match(r"\d+:\s+(\S+)\s+inet\s+([\d.]+/\d+)\s", line)
        if match:
            local = ipaddress.ip_interface(match.group(2))
            if is_scannable(match.group(1), local):
                found.append((match.group(1), local))
    return found


def parse_ifconfig(text):
    """Parse macOS blocks: a line `en0: flags=...`, then `inet 10.0.0.5 netmask 0xffffff00 broadcast 10.0.0.255`."""
    found, interface = [], ""
    for line in text.splitlines():
        header = re.match(r"(\S+?): flags=", line)
        if header:
            interface = header.group(1)
        match = re.match(r"\s+inet ([\d.]+) netmask 0x([0-9a-f]{8}) broadcast", line)
        if match:
            bits = bin(int(match.group(2), 16)).count("1")
            local = ipaddress.ip_interface("%s/%d" % (match.group(1), bits))
            if is_scannable(interface, local):
                found.append((interface, local))
    return found


def parse_ipconfig(text):
    """Windows translates the labels, but an IPv4 address is always followed by its mask."""
    numbers = re.findall(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])", text)
    found = []
    for address, mask in zip(numbers, numbers[1:]):
        try:
            local = ipaddress.ip_interface("%s/%s" % (address, mask))
        except ValueError:
            continue
        if mask.startswith("255.") and is_scannable("", local):
            found.append(("ipv4", local))
    return found


def plan(networks, options):
    """Return the networks to scan and the reasons why networks were skipped."""
    targets, skipped = [], []
    for subnet in options.subnet:
        if not any(contains(local.network, subnet) for _, local in networks):
            raise AgentError(
                "%s is not part of a private network that this machine is directly connected to" % subnet, USAGE)
    for interface, local in networks:
        selected = [subnet for subnet in options.subnet if contains(local.network, subnet)]
        for network in selected if options.subnet else [local.network]:
            is_allowed = any(contains(allowed, network) for allowed in options.allow_range)
            if network.prefixlen < MIN_BITS or network.prefixlen < DEFAULT_MIN_BITS and not is_allowed:
                skipped.append("%s on %s is larger than a /%d; allow it with --allow-range (up to a /%d) or select a "
                               "part with --subnet" % (network, interface, DEFAULT_MIN_BITS, MIN_BITS))
            elif network not in [target for target, _ in targets]:
                targets.append((network, local.ip))
    return targets, skipped
