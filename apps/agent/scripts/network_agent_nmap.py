#!/usr/bin/env python3
"""Finds the devices of your network with nmap and sends them to the warranty server. Needs Python 3.7 and nmap."""

import argparse
import email.utils
import gzip
import hashlib
import ipaddress
import json
import os
import platform
import random
import re
import shutil
import socket
import ssl
import stat
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
import xml.etree.ElementTree as ElementTree
from datetime import datetime, timezone

VERSION = "1.2.0"
DEFAULT_PORTS = "21-23,25,53,80,110,135,139,143,443,445,515,548,631,3389,5900,8080,8443,9100"
MOST_RATE = 1000
USUAL_BITS = 22
LEAST_BITS = 16
TRIES = 8
MOST_WAITING = 100
OLDEST_WAITING = 30 * 24 * 3600
ANSWER_SIZE = 64 * 1024

FAILED, USAGE, NO_NETWORK, UNDELIVERED, SECRET_REFUSED, REFUSED, TOO_LONG, NO_NMAP = 1, 2, 3, 4, 5, 6, 7, 8

SKIPPED_INTERFACES = re.compile(
    r"^(lo|docker|br-|veth|virbr|vmnet|vboxnet|cni|flannel|cali|lxc|lxd|podman|kube|tun|tap|utun|wg|ppp|ipsec|gif|stf|"
    r"awdl|llw|anpi|bridge|zt|tailscale|nebula)", re.IGNORECASE)


class AgentError(Exception):
    """Something to tell the caller, with the code the program ends with."""

    def __init__(self, message, code=FAILED):
        super().__init__(message)
        self.code = code


def log(text):
    """The scan itself may go to the standard output, so everything for people goes beside it."""
    print(text, file=sys.stderr, flush=True)


def stamp(seconds):
    moment = datetime.fromtimestamp(seconds, timezone.utc)
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (moment.microsecond // 1000)


# What is scanned


def attached_networks():
    """The private IPv4 networks that this machine is directly attached to, as (interface, own address with mask)."""
    system = platform.system()
    if system == "Linux":
        return parse_ip_addr(output_of(["ip", "-4", "-o", "addr", "show", "up"]))
    if system == "Darwin":
        return parse_ifconfig(output_of(["ifconfig", "-u"]))
    return parse_ipconfig(output_of(["ipconfig"]))


def output_of(command):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, timeout=20)
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout.decode("utf-8", "replace")


def usable(interface, own):
    fits = own.ip.version == 4 and is_private(own.network) and 8 <= own.network.prefixlen <= 30
    return fits and not SKIPPED_INTERFACES.match(interface)


def is_private(network):
    blocks = ("10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16")
    return any(contains(ipaddress.ip_network(block), network) for block in blocks)


def contains(outer, inner):
    return outer.prefixlen <= inner.prefixlen and inner.network_address in outer


def parse_ip_addr(text):
    """Lines such as `2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0`; a tunnel says `peer`."""
    found = []
    for line in text.splitlines():
        match = re.match(r"\d+:\s+(\S+)\s+inet\s+([\d.]+/\d+)\s", line)
        if match:
            own = ipaddress.ip_interface(match.group(2))
            if usable(match.group(1), own):
                found.append((match.group(1), own))
    return found


def parse_ifconfig(text):
    """Blocks of macOS: a line `en0: flags=...`, then `inet 10.0.0.5 netmask 0xffffff00 broadcast 10.0.0.255`."""
    found, interface = [], ""
    for line in text.splitlines():
        head = re.match(r"(\S+?): flags=", line)
        if head:
            interface = head.group(1)
        match = re.match(r"\s+inet ([\d.]+) netmask 0x([0-9a-f]{8}) broadcast", line)
        if match:
            bits = bin(int(match.group(2), 16)).count("1")
            own = ipaddress.ip_interface("%s/%d" % (match.group(1), bits))
            if usable(interface, own):
                found.append((interface, own))
    return found


def parse_ipconfig(text):
    """Windows translates the words, but not the order: an IPv4 address is followed by its mask."""
    numbers = re.findall(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])", text)
    found = []
    for address, mask in zip(numbers, numbers[1:]):
        try:
            own = ipaddress.ip_interface("%s/%s" % (address, mask))
        except ValueError:
            continue
        if mask.startswith("255.") and usable("", own):
            found.append(("ipv4", own))
    return found


def plan(attached, options):
    """The networks to scan; notes say what was left out and why."""
    targets, notes = [], []
    for subnet in options.subnet:
        if not any(contains(own.network, subnet) for _, own in attached):
            raise AgentError(
                "%s is not part of a private network that this machine is directly attached to" % subnet, USAGE)
    for interface, own in attached:
        wanted = [subnet for subnet in options.subnet if contains(own.network, subnet)]
        for network in wanted if options.subnet else [own.network]:
            allowed = any(contains(each, network) for each in options.allow_range)
            if network.prefixlen < LEAST_BITS or network.prefixlen < USUAL_BITS and not allowed:
                notes.append("%s on %s is larger than a /%d; allow it with --allow-range (up to a /%d), or choose a part "
                             "with --subnet" % (network, interface, USUAL_BITS, LEAST_BITS))
            elif network not in [each for each, _ in targets]:
                targets.append((network, own.ip))
    return targets, notes


# nmap


def nmap_command(targets, options):
    """Connects only: no scripts, no versions, nothing sent to an open port. `--` ends the options."""
    command = [options.nmap, "-n", "-sT", "-p", options.ports, "--max-rate", str(options.rate), "--max-parallelism", "512",
               "-oX", "-"]
    if options.exclude:
        command += ["--exclude", ",".join(str(each) for each in options.exclude)]
    return command + ["--"] + [str(network) for network, _ in targets]


def run_nmap(command, seconds):
    try:
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=seconds)
    except FileNotFoundError:
        raise AgentError("nmap is not installed; get it from your package manager or https://nmap.org", NO_NMAP)
    except subprocess.TimeoutExpired:
        raise AgentError("the scan took longer than --max-duration; nothing was sent, because half a scan would make the "
                         "other devices look gone", TOO_LONG)
    if done.returncode != 0:
        raise AgentError("nmap failed: " + done.stderr.decode("utf-8", "replace").strip()[:300])
    return done.stdout


def parse_nmap(xml):
    """Devices as nmap reports them; those without an open port are devices too."""
    try:
        root = ElementTree.fromstring(xml)
    except ElementTree.ParseError as error:
        raise AgentError("nmap's report cannot be read; was it cut off? (%s)" % error)
    if root.find("runstats/finished") is None:
        raise AgentError("nmap's report breaks off before its end")
    devices = []
    for host in root.iter("host"):
        status = host.find("status")
        addresses = {each.get("addrtype"): each for each in host.iter("address")}
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


def neighbour_table():
    """Addresses and hardware addresses that the system remembers: without root nmap does not report them."""
    if platform.system() == "Linux":
        return parse_neighbours(output_of(["ip", "-4", "neigh", "show"]))
    return parse_neighbours(output_of(["arp", "-an"] if platform.system() == "Darwin" else ["arp", "-a"]))


def parse_neighbours(text):
    """One address and one hardware address on a line, whatever stands between them."""
    found = {}
    for line in text.splitlines():
        address = re.search(r"(?<![\d.])(\d{1,3}(?:\.\d{1,3}){3})(?![\d.])", line)
        mac = re.search(r"(?<![\w:-])([0-9a-fA-F]{1,2}(?:[:-][0-9a-fA-F]{1,2}){5})(?![\w:-])", line)
        if address and mac:
            parts = [part.zfill(2).lower() for part in re.split("[:-]", mac.group(1))]
            if int(parts[0], 16) % 2 == 0 and set(parts) != {"00"}:
                found[address.group(1)] = ":".join(parts)
    return found


# Who the devices are


def name_of(address):
    try:
        return socket.gethostbyaddr(address)[0] or None
    except (OSError, UnicodeError):
        return None


PLACEHOLDER = re.compile(
    r"^(to be filled.*|default( string)?|none|n/?a|not (applicable|available|specified|present|set)|unknown|undefined|empty|"
    r"invalid|null|oem|o\.e\.m\.?|system (manufacturer|product name|serial number|version)|"
    r"(base ?board|chassis|product|asset)?[ -]?serial([ -]?number)?|sn|s/n|tbd|test|[-0x.* ?]*|f+|0?123456789.*|x{3,})$",
    re.IGNORECASE)
VIRTUAL = re.compile(
    r"vmware|virtualbox|innotek|qemu|kvm|bochs|xen|parallels|bhyve|amazon ec2|google compute|openstack|nutanix|red ?hat|"
    r"virtual machine|firecracker|cloud hypervisor", re.IGNORECASE)


def told(text):
    text = (text or "").strip()
    return "" if PLACEHOLDER.match(text) else text


def own_identity(folder="/sys/class/dmi/id"):
    """This machine, on Linux and as root; elsewhere the agent programs know how."""

    def read(name):
        try:
            with open(os.path.join(folder, name), encoding="utf-8", errors="replace") as file:
                return told(file.read())
        except OSError:
            return ""

    identity = {"manufacturer": read("sys_vendor"), "model": read("product_name"), "uuid": read("product_uuid").lower()}
    if not VIRTUAL.search(identity["manufacturer"] + " " + identity["model"]):
        identity["serial"] = read("product_serial") or read("chassis_serial")
        if identity["serial"]:
            identity["serial_source"] = "smbios"
    return {key: value for key, value in identity.items() if value}


# What is sent


OPTIONAL_FIELDS = ("vendor", "manufacturer", "model", "serial", "serial_source", "uuid")


def make_scan(info, begun, devices):
    """The payload, with its members in the order in which every agent writes them."""
    listed = []
    for device in devices:
        entry = {
            "ip": device["ip"],
            "hostname": device.get("hostname"),
            "mac": device.get("mac"),
            "open_ports": device.get("open_ports", []),
            "timestamp": device["timestamp"],
            "agent_id": info["agent_id"],
        }
        entry.update((field, device[field]) for field in OPTIONAL_FIELDS if device.get(field))
        listed.append(entry)
    return {
        "agent_info": {key: info[key] for key in ("agent_id", "platform", "hostname", "version")},
        "scan_timestamp": begun,
        "devices": listed,
        "total_devices": len(listed),
    }


def complete(devices, own_addresses, neighbours, begun):
    for device in devices:
        is_own = device["ip"] in own_addresses
        device["mac"] = device["mac"] or neighbours.get(device["ip"])
        device["hostname"] = socket.gethostname() if is_own else name_of(device["ip"])
        device["timestamp"] = stamp(max(device["seen"], begun))
        if is_own:
            device.update(own_identity())
    return sorted(devices, key=lambda device: ipaddress.ip_address(device["ip"]))


def platform_name():
    return {"Darwin": "macos"}.get(platform.system(), platform.system().lower())


def pack(scan):
    """The same bytes every time: the server knows the scan again by them."""
    return json.dumps(scan, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


# Delivery


def write_private(path, body):
    """For the owner alone, and there whole or not at all."""
    handle, name = tempfile.mkstemp(dir=os.path.dirname(os.path.abspath(path)), prefix=".scan-")
    try:
        with os.fdopen(handle, "wb") as file:
            file.write(body)
            file.flush()
            os.fsync(file.fileno())
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def waiting_scans(folder, now):
    """Oldest first, after dropping what is too old or too many."""
    paths = [os.path.join(folder, name) for name in os.listdir(folder) if name.endswith(".scan.json")]
    paths.sort(key=os.path.getmtime)
    kept = [path for path in paths if now - os.path.getmtime(path) <= OLDEST_WAITING][-MOST_WAITING:]
    for path in set(paths) - set(kept):
        os.unlink(path)
        log("A waiting scan was too old or one too many and has been dropped: " + path)
    return kept


def server_address(text, insecure_http):
    """The secret travels with every scan: https, or this machine, or a private address where the caller says so."""
    server = urllib.parse.urlsplit(text)
    if server.scheme not in ("https", "http") or not server.hostname or server.username or server.query or server.fragment:
        raise AgentError("%r is not the address of a server; it looks like https://warranty.example.com" % text, USAGE)
    if server.scheme == "http" and not plain_allowed(server.hostname, insecure_http):
        raise AgentError("plain http would show the agent secret to everybody on the way; use https:// "
                         "(or --insecure-http with the IP address of a server in your own network)", USAGE)
    return text.rstrip("/") + "/api/agent/discoveries"


def plain_allowed(host, insecure_http):
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or insecure_http and address.is_private


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """The secret goes to the server that was named and nowhere else."""

    def redirect_request(self, request, file, code, message, headers, url):
        return None


def opener(ca_file):
    context = ssl.create_default_context(cafile=ca_file)
    return urllib.request.build_opener(NoRedirects, urllib.request.HTTPSHandler(context=context))


def retry_after(text, now):
    if not text:
        return 0
    if text.isdigit():
        return min(int(text), 900)
    try:
        return min(max(email.utils.parsedate_to_datetime(text).timestamp() - now, 0), 900)
    except (TypeError, ValueError):
        return 0


def printable(text):
    return "".join(letter if letter.isprintable() else " " for letter in str(text))[:300]


def post(url, secret, packed, client):
    """The answer to one try: (status, headers, text). A network that fails raises OSError."""
    request = urllib.request.Request(url, data=packed, method="POST", headers={
        "Authorization": "Bearer " + secret, "Content-Type": "application/json", "Content-Encoding": "gzip",
        "User-Agent": "network-agent-nmap/" + VERSION})
    try:
        with client.open(request, timeout=60) as response:
            return response.status, response.headers, response.read(ANSWER_SIZE)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read(ANSWER_SIZE)


def send(url, secret, body, client, pause=time.sleep):
    """Repeats the same bytes until the server answers for good, and returns what it said."""
    packed = gzip.compress(body)
    wait = 1.0
    for attempt in range(1, TRIES + 1):
        asked = 0
        try:
            status, headers, text = post(url, secret, packed, client)
        except (OSError, EOFError, ValueError) as error:
            trouble = "the server could not be reached (%s)" % printable(getattr(error, "reason", error))
        except Exception as error:  # http.client has errors of its own for answers that break off
            trouble = "the server's answer broke off (%s)" % printable(error)
        else:
            if status not in (408, 429) and status < 500:
                return judge(status, text)
            trouble, asked = "the server is busy (status %d)" % status, retry_after(headers.get("Retry-After"), time.time())
        if attempt == TRIES:
            raise AgentError("%s, after %d tries" % (trouble, TRIES), UNDELIVERED)
        delay = asked + random.uniform(0, wait / 2) if asked else random.uniform(wait / 2, wait)
        log("%s; trying again in %.1f s" % (trouble, delay))
        pause(delay)
        wait = min(wait * 2, 60)


def judge(status, text):
    try:
        answer = json.loads(text.decode("utf-8"))
        answer = answer if isinstance(answer, dict) else {}
    except ValueError:
        answer = {}
    if 200 <= status < 300 and answer.get("success"):
        return answer
    if status in (401, 403):
        raise AgentError("the server does not accept this agent secret; make a new one on the Download Agents page",
                         SECRET_REFUSED)
    if status < 400 or status in (404, 405, 421):
        raise AgentError("this is not the address of a warranty server; check --server (status %d)" % status, UNDELIVERED)
    raise AgentError("the server refused the scan (status %d): %s" % (status, printable(answer.get("error", ""))), REFUSED)


def deliver(folder, url, secret, client, pause=time.sleep):
    """Everything that waits, oldest first. A refused scan is set aside; the others go on."""
    refused = None
    for path in waiting_scans(folder, time.time()):
        with open(path, "rb") as file:
            body = file.read()
        try:
            answer = send(url, secret, body, client, pause)
        except AgentError as error:
            if error.code != REFUSED:
                log("The scan is kept in %s and goes along with the next one." % folder)
                raise
            os.replace(path, path[:-len(".scan.json")] + ".refused.json")
            refused = error
            continue
        log("The server has the scan: " + printable(answer.get("message", "")))
        for warning in answer.get("warnings") or []:
            log("The server notes: " + printable(warning))
        os.unlink(path)
    if refused:
        raise refused


# The program


def network_list(text):
    try:
        return [ipaddress.ip_network(part.strip(), strict=False) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error))


def port_list(text):
    if not re.match(r"^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$", text):
        raise argparse.ArgumentTypeError("ports look like 22,80,8000-8010")
    return text


def rate(text):
    if not text.isdigit() or not 1 <= int(text) <= MOST_RATE:
        raise argparse.ArgumentTypeError("the rate is between 1 and %d" % MOST_RATE)
    return int(text)


def parse_options(args):
    parser = argparse.ArgumentParser(
        prog="network_agent_nmap.py", description=__doc__, allow_abbrev=False,
        epilog="Ends with 0 done, 1 failed, 2 wrong options, 3 no network to scan, 4 not delivered yet, 5 secret not "
               "accepted, 6 refused by the server, 7 took too long, 8 nmap is missing.")
    add = parser.add_argument
    add("--server", metavar="URL", help="the server, such as https://warranty.example.com")
    add("--agent-secret", metavar="SECRET", help="other users of this machine can see it; rather set AGENT_SECRET, or use")
    add("--agent-secret-file", metavar="FILE", help="a file that only you can read, or - for standard input")
    add("--agent-id", metavar="NAME", help="the name under which the scans are listed (default: from this machine)")
    add("--save-local", nargs="?", const="", metavar="FILE", help="also keeps the scan as a file")
    add("--no-upload", action="store_true", help="sends nothing; prints the scan unless --save-local is given")
    add("--subnet", type=network_list, default=[], metavar="CIDR", help="only these parts of the attached networks")
    add("--exclude", type=network_list, default=[], metavar="CIDR", help="never these addresses")
    add("--allow-range", type=network_list, default=[], metavar="CIDR", help="a network larger than a /22, up to a /16")
    add("--ports", type=port_list, default=DEFAULT_PORTS, metavar="LIST", help="such as 22,80,8000-8010")
    add("--rate", type=rate, default=MOST_RATE, metavar="N", help="packets per second, at most 1000")
    add("--max-duration", type=int, default=1800, metavar="SECONDS", help="gives up after this time (default 1800)")
    add("--dry-run", action="store_true", help="prints the nmap command, and does nothing")
    add("--spool", metavar="FOLDER", help="where scans wait while the server is away")
    add("--ca-file", metavar="FILE", help="trusts a server whose certificate comes from your own authority")
    add("--insecure-http", action="store_true", help="allows http:// to a private IP address")
    add("--nmap", default="nmap", metavar="FILE", help="the nmap program")
    add("--version", action="version", version="network_agent_nmap.py v" + VERSION)
    return parser.parse_args(args)


def read_secret(options):
    from_environment = os.environ.pop("AGENT_SECRET", "")
    if options.agent_secret:
        log("Warning: other users of this machine can read a secret given as --agent-secret. Set AGENT_SECRET or use "
            "--agent-secret-file instead.")
        secret = options.agent_secret
    elif options.agent_secret_file == "-":
        secret = sys.stdin.readline(4096)
    elif options.agent_secret_file:
        secret = read_secret_file(options.agent_secret_file)
    else:
        secret = from_environment
    secret = secret.strip()
    if not re.match(r"^[!-~]+$", secret):
        raise AgentError("an agent secret is needed: make one on the Download Agents page and set AGENT_SECRET, or use "
                         "--no-upload", USAGE)
    return secret


def read_secret_file(name):
    try:
        with open(name, encoding="utf-8") as file:
            if os.name == "posix" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise AgentError("others may read %s; run: chmod 600 %s" % (name, name), USAGE)
            return file.read(4096)
    except (OSError, UnicodeError) as error:
        raise AgentError("could not read --agent-secret-file: %s" % error, USAGE)


def state_folder(chosen):
    if chosen:
        return chosen
    if platform.system() == "Linux" and os.geteuid() == 0:
        return "/var/lib/network-agent"
    base = os.environ.get("APPDATA") if os.name == "nt" else os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base or ".", "network-agent")


def agent_id(options):
    """Without a name of its own, the machine's name and a few letters that tell two machines of that name apart."""
    if options.agent_id:
        return options.agent_id
    name = re.sub(r"[^\w.-]+", "-", socket.gethostname()).strip("-._") or "agent"
    return name[:60] + "-" + hashlib.sha256(b"%012x" % uuid.getnode()).hexdigest()[:6]


def run(options):
    url = secret = client = None
    if not options.no_upload:
        if not options.server:
            raise AgentError("--server is needed, such as --server https://warranty.example.com; or use --no-upload", USAGE)
        url = server_address(options.server, options.insecure_http)
        if not options.dry_run:
            secret, client = read_secret(options), opener(options.ca_file)
    attached = attached_networks()
    targets, notes = plan(attached, options)
    for note in notes:
        log("Left out: %s." % note)
    if not targets:
        raise AgentError("this machine is attached to no private network that may be scanned", NO_NETWORK)
    if options.dry_run:
        print(" ".join(nmap_command(targets, options)))
        return
    deliver_scan(options, scan_now(options, targets, [str(own.ip) for _, own in attached]), url, secret, client)


def scan_now(options, targets, own_addresses):
    if not shutil.which(options.nmap):
        raise AgentError("nmap is not installed; get it from your package manager or https://nmap.org", NO_NMAP)
    log("Scanning %s with nmap." % ", ".join(str(network) for network, _ in targets))
    begun = time.time()
    found = parse_nmap(run_nmap(nmap_command(targets, options), options.max_duration))
    devices = complete(found, own_addresses, neighbour_table(), begun)
    info = {"agent_id": agent_id(options), "platform": platform_name(), "hostname": socket.gethostname(), "version": VERSION}
    log("Found %d devices in %.1f s." % (len(devices), time.time() - begun))
    return make_scan(info, stamp(begun), devices)


def deliver_scan(options, scan, url, secret, client):
    body = pack(scan)
    name = re.sub(r"[^\w-]", "", "network_scan_%s_%s" % (scan["agent_info"]["agent_id"], scan["scan_timestamp"]))
    if options.save_local is not None:
        write_private(options.save_local or name + ".json", body + b"\n")
        log("Kept as %s." % (options.save_local or name + ".json"))
    elif options.no_upload:
        print(body.decode("utf-8"))
    if url:
        folder = state_folder(options.spool)
        os.makedirs(folder, mode=0o700, exist_ok=True)
        write_private(os.path.join(folder, name + ".scan.json"), body)
        deliver(folder, url, secret, client)


def main(args):
    try:
        run(parse_options(args))
    except AgentError as error:
        log(str(error))
        return error.code
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
