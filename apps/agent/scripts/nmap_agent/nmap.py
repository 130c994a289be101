"""Runs nmap and reads its report, and the MAC addresses that the report lacks."""

import platform
import re
import subprocess
from xml.etree import ElementTree

from .constants import NO_NMAP, TIMED_OUT
from .messages import AgentError
from .networks import command_output


def nmap_command(targets, options):
    """Only connect: no scripts, no version detection, no data to open ports. `--` ends the options."""
    command = [options.nmap, "-n", "-sT", "-p", options.ports, "--max-rate", str(options.rate), "--max-parallelism", "512",
               "-oX", "-"]
    if options.exclude:
        command += ["--exclude", ",".join(str(network) for network in options.exclude)]
    return command + ["--"] + [str(network) for network, _ in targets]


def run_nmap(command, seconds):
    try:
        result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    except FileNotFoundError:
        raise AgentError("nmap is not installed; install it with your package manager or from https://nmap.org", NO_NMAP)
    except subprocess.TimeoutExpired:
        raise AgentError("the scan exceeded --max-duration; nothing was sent, because the missing devices would look "
                         "offline", TIMED_OUT)
    if result.returncode != 0:
        raise AgentError("nmap failed: " + result.stderr.decode("utf-8", "replace").strip()[:300])
    return result.stdout


def parse_nmap(xml):
    """Return the devices in the report, including those without open ports."""
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise AgentError("failed to parse the nmap report; it may be incomplete (%s)" % error)
    if root.find("runstats/finished") is None:
        raise AgentError("the nmap report is incomplete")
    devices = []
    for host in root.iter("host"):
        status = host.find("status")
        addresses = {address.get("addrtype"): address for address in host.iter("address")}
        if "ipv4" not in addresses or status is not None and status.get("state") != "up":
            continue
        mac = addresses.get("mac")
        ports = [int(port.get("portid")) for port in host.iter("port")
                 if port.find("state") is not None and port.find("state").get("state") == "open"]
        devices.append({
            "ip": addresses["ipv4"].get("addr"),
            "mac": mac.get("addr").lower() if mac is not None else None,
            "vendor": mac.get("vendor") if mac is not None else None,
            "open_ports": sorted(ports),
            "seen": int(host.get("endtime") or 0),
        })
    return devices


def neighbor_table():
    """Return the MAC addresses in the system table. Without root, nmap does not report them."""
    if platform.system() == "Linux":
        return parse_neighbors(command_output(["ip", "-4", "neigh", "show"]))
    return parse_neighbors(command_output(["arp", "-an"] if platform.system() == "Darwin" else ["arp", "-a"]))


def parse_neighbors(text):
    """Parse lines that contain one IP address and one MAC address, in any format."""
    found = {}
    for line in text.splitlines():
        address = re.search(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])", line)
        mac = re.search(r"(?<![\w:-])([0-9a-fA-F]{1,2}(?:[:-][0-9a-fA-F]{1,2}){5})(?![\w:-])", line)
        if address and mac:
            parts = [part.zfill(2).lower() for part in re.split("[:-]", mac.group(1))]
            if int(parts[0], 16) % 2 == 0 and set(parts) != {"00"}:
                found[address.group(1)] = ":".join(parts)
    return found
