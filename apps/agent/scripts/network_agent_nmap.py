#!/usr/bin/env python3
"""Discovers the devices on your network with nmap and sends them to the warranty server. Needs nmap and Python 3.7+."""

# Joined from apps/agent/scripts/nmap_agent by `npm run docs`.

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
from datetime import datetime, timezone
from xml.etree import ElementTree


# Version, limits and exit codes.


VERSION = "1.2.0"
DEFAULT_PORTS = "21-23,25,53,80,110,135,139,143,443,445,515,548,631,3389,5900,8080,8443,9100"
MAX_RATE = 1000
DEFAULT_MIN_BITS = 22
MIN_BITS = 16
MAX_ATTEMPTS = 8
MAX_PENDING = 100
MAX_PENDING_SECONDS = 30 * 24 * 3600
MAX_REPLY_BYTES = 64 * 1024

FAILED, USAGE, NO_NETWORK, UNDELIVERED, SECRET_REJECTED, SCAN_REJECTED, TIMED_OUT, NO_NMAP = 1, 2, 3, 4, 5, 6, 7, 8


# Messages for the user.


class AgentError(Exception):
    """An error message for the user and the exit code."""

    def __init__(self, message, code=FAILED):
        super().__init__(message)
        self.code = code


def log(text):
    """Write to standard error, because --no-upload prints the scan to standard output."""
    print(text, file=sys.stderr, flush=True)


def printable(text):
    return "".join(char if char.isprintable() else " " for char in str(text))[:300]


# The networks of this machine, and which of them are scanned.


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


# Runs nmap and reads its report, and the MAC addresses that the report lacks.


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


# Names of devices, and what this machine says about itself.


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


# The scan as the server expects it.


OPTIONAL_FIELDS = ("vendor", "manufacturer", "model", "serial", "serial_source", "uuid")


def agent_id(options):
    """Return the configured ID, or the host name with a suffix that distinguishes machines with the same name."""
    if options.agent_id:
        return options.agent_id
    name = re.sub(r"[^\w.-]+", "-", socket.gethostname()).strip("-._") or "agent"
    return name[:60] + "-" + hashlib.sha256(b"%012x" % uuid.getnode()).hexdigest()[:6]


def platform_name():
    return {"Darwin": "macos"}.get(platform.system(), platform.system().lower())


def timestamp(seconds):
    time_utc = datetime.fromtimestamp(seconds, timezone.utc)
    return time_utc.strftime("%Y-%m-%dT%H:%M:%S.") + "%03dZ" % (time_utc.microsecond // 1000)


def make_scan(info, started_at, devices):
    """Build the payload, with its fields in the same order as the other agents."""
    entries = []
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
        entries.append(entry)
    return {
        "agent_info": {key: info[key] for key in ("agent_id", "platform", "hostname", "version")},
        "scan_timestamp": started_at,
        "devices": entries,
        "total_devices": len(entries),
    }


def complete(devices, local_addresses, neighbors, started_at):
    for device in devices:
        is_local = device["ip"] in local_addresses
        device["mac"] = device["mac"] or neighbors.get(device["ip"])
        device["hostname"] = socket.gethostname() if is_local else lookup_name(device["ip"])
        device["timestamp"] = timestamp(max(device["seen"], started_at))
        if is_local:
            device.update(local_identity())
    return sorted(devices, key=lambda device: ipaddress.ip_address(device["ip"]))


def encode(scan):
    """Encode the scan deterministically, so that the server recognizes a repeated upload."""
    return json.dumps(scan, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "replace")


# Sends one scan to the server, and to no other host.


def upload_url(text, insecure_http):
    """Require https, because every upload contains the secret. Exceptions: this machine and --insecure-http."""
    server = urllib.parse.urlsplit(text)
    if server.scheme not in ("https", "http") or not server.hostname or server.username or server.query or server.fragment:
        raise AgentError("%r is not a valid server URL; expected a URL such as https://warranty.example.com" % text, USAGE)
    if server.scheme == "http" and not is_plain_http_allowed(server.hostname, insecure_http):
        raise AgentError("plain http would expose the agent secret on the network; use https:// "
                         "(or --insecure-http with the IP address of a server on your own network)", USAGE)
    return text.rstrip("/") + "/api/agent/discoveries"


def is_plain_http_allowed(host, insecure_http):
    if host == "localhost":
        return True
    try:
        address = ipaddress.ip_address(host)
    except ValueError:
        return False
    return address.is_loopback or insecure_http and address.is_private


class NoRedirects(urllib.request.HTTPRedirectHandler):
    """Makes sure that the secret is only sent to the specified server."""

    def redirect_request(self, request, file, code, message, headers, url):
        return None


def create_client(ca_file):
    context = ssl.create_default_context(cafile=ca_file)
    return urllib.request.build_opener(NoRedirects, urllib.request.HTTPSHandler(context=context))


def parse_retry_after(text, now):
    if not text:
        return 0
    if text.isdigit():
        return min(int(text), 900)
    try:
        return min(max(email.utils.parsedate_to_datetime(text).timestamp() - now, 0), 900)
    except (TypeError, ValueError):
        return 0


def post(url, secret, compressed, client):
    """Return the reply to one attempt: (status, headers, text). Raises OSError if the network fails."""
    request = urllib.request.Request(url, data=compressed, method="POST", headers={
        "Authorization": "Bearer " + secret, "Content-Type": "application/json", "Content-Encoding": "gzip",
        "User-Agent": "network-agent-nmap/" + VERSION})
    try:
        with client.open(request, timeout=60) as response:
            return response.status, response.headers, response.read(MAX_REPLY_BYTES)
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read(MAX_REPLY_BYTES)


def send(url, secret, body, client, sleep=time.sleep):
    """Send the same bytes until the server accepts or rejects them, and return its reply."""
    compressed = gzip.compress(body)
    backoff = 1.0
    for attempt in range(1, MAX_ATTEMPTS + 1):
        requested = 0
        try:
            status, headers, text = post(url, secret, compressed, client)
        except (OSError, EOFError, ValueError) as error:
            failure = "failed to reach the server (%s)" % printable(getattr(error, "reason", error))
        except Exception as error:  # http.client raises its own errors for incomplete replies
            failure = "the server's reply was cut off (%s)" % printable(error)
        else:
            if status not in (408, 429) and status < 500:
                return parse_reply(status, text)
            failure = "the server is temporarily unavailable (status %d)" % status
            requested = parse_retry_after(headers.get("Retry-After"), time.time())
        if attempt == MAX_ATTEMPTS:
            raise AgentError("failed to deliver the scan after %d attempts: %s" % (MAX_ATTEMPTS, failure), UNDELIVERED)
        delay = requested + random.uniform(0, backoff / 2) if requested else random.uniform(backoff / 2, backoff)
        log("%s; retrying in %.1f s" % (failure, delay))
        sleep(delay)
        backoff = min(backoff * 2, 60)


def parse_reply(status, text):
    try:
        reply = json.loads(text.decode("utf-8"))
        reply = reply if isinstance(reply, dict) else {}
    except ValueError:
        reply = {}
    if 200 <= status < 300 and reply.get("success"):
        return reply
    if reply.get("code") == "agent_secret_bound":
        raise AgentError("the server rejected the agent secret: " + printable(reply.get("error", "")), SECRET_REJECTED)
    if status in (401, 403):
        raise AgentError("the server rejected the agent secret; create a new one on the Download Agents page",
                         SECRET_REJECTED)
    if status < 400 or status in (404, 405, 421):
        raise AgentError("the URL is not a warranty server; check --server (status %d)" % status, UNDELIVERED)
    reason = printable(reply.get("error", ""))
    raise AgentError("the server rejected the scan (status %d): %s" % (status, reason), SCAN_REJECTED)


# Keeps scans on disk until they are delivered.


def state_dir(spool):
    if spool:
        return spool
    if platform.system() == "Linux" and os.geteuid() == 0:
        return "/var/lib/network-agent"
    base = os.environ.get("APPDATA") if os.name == "nt" else os.path.join(os.path.expanduser("~"), ".config")
    return os.path.join(base or ".", "network-agent")


def write_private(path, body):
    """Write a file atomically, accessible only to its owner."""
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


def pending_scans(directory, now):
    """Delete scans that are too old or too many and return the others, oldest first."""
    paths = [os.path.join(directory, name) for name in os.listdir(directory) if name.endswith(".scan.json")]
    paths.sort(key=os.path.getmtime)
    pending = [path for path in paths if now - os.path.getmtime(path) <= MAX_PENDING_SECONDS][-MAX_PENDING:]
    for path in set(paths) - set(pending):
        os.unlink(path)
        log("Deleted an undelivered scan (too old or too many): " + path)
    return pending


def deliver(directory, url, secret, client, sleep=time.sleep):
    """Send all pending scans, oldest first. Rejected scans are set aside and the others are still sent."""
    rejected = None
    for path in pending_scans(directory, time.time()):
        with open(path, "rb") as file:
            body = file.read()
        try:
            reply = send(url, secret, body, client, sleep)
        except AgentError as error:
            if error.code != SCAN_REJECTED:
                log("The scan is saved in %s and will be sent with the next one." % directory)
                raise
            os.replace(path, path[:-len(".scan.json")] + ".refused.json")
            rejected = error
            continue
        log("Scan delivered: " + printable(reply.get("message", "")))
        for warning in reply.get("warnings") or []:
            log("Server warning: " + printable(warning))
        os.unlink(path)
    if rejected:
        raise rejected


# Options of the command line.


def network_list(text):
    try:
        return [ipaddress.ip_network(part.strip(), strict=False) for part in text.split(",")]
    except ValueError as error:
        raise argparse.ArgumentTypeError(str(error))


def port_list(text):
    if not re.match(r"^\d{1,5}(-\d{1,5})?(,\d{1,5}(-\d{1,5})?)*$", text):
        raise argparse.ArgumentTypeError("must be a list of ports such as 22,80,8000-8010")
    return text


def rate(text):
    if not text.isdigit() or not 1 <= int(text) <= MAX_RATE:
        raise argparse.ArgumentTypeError("must be between 1 and %d" % MAX_RATE)
    return int(text)


def parse_options(args, description=None):
    """The description is what --help says first."""
    parser = argparse.ArgumentParser(
        prog="network_agent_nmap.py", description=description, allow_abbrev=False,
        epilog="Exit codes: 0 success, 1 failed, 2 invalid options, 3 no network to scan, 4 not delivered yet, 5 secret "
               "rejected, 6 rejected by the server, 7 --max-duration exceeded, 8 nmap is not installed.")
    add = parser.add_argument
    add("--server", metavar="URL", help="server URL, for example https://warranty.example.com")
    add("--agent-secret", metavar="SECRET",
        help="agent secret; other users can see it, so prefer AGENT_SECRET or --agent-secret-file")
    add("--agent-secret-file", metavar="FILE", help="read the secret from a file that only you can read, or - for stdin")
    add("--agent-id", metavar="NAME", help="name of this agent in the list of scans (default: based on host name)")
    add("--save-local", nargs="?", const="", metavar="FILE", help="also save the scan to a file")
    add("--no-upload", action="store_true", help="do not send the scan; print it unless --save-local is set")
    add("--subnet", type=network_list, default=[], metavar="CIDR", help="scan only these parts of the networks")
    add("--exclude", type=network_list, default=[], metavar="CIDR", help="do not scan these addresses")
    add("--allow-range", type=network_list, default=[], metavar="CIDR", help="allow a network larger than a /22, up to a /16")
    add("--ports", type=port_list, default=DEFAULT_PORTS, metavar="LIST", help="ports to scan, for example 22,80,8000-8010")
    add("--rate", type=rate, default=MAX_RATE, metavar="N", help="maximum packets per second, up to 1000")
    add("--max-duration", type=int, default=1800, metavar="SECONDS", help="stop after this time (default 1800)")
    add("--dry-run", action="store_true", help="print the nmap command and exit")
    add("--spool", metavar="DIR", help="directory for scans that have not been delivered yet")
    add("--ca-file", metavar="FILE", help="trust the certificate authority in this PEM file")
    add("--insecure-http", action="store_true", help="allow http:// to a private IP address")
    add("--nmap", default="nmap", metavar="FILE", help="path of the nmap program")
    add("--version", action="version", version="network_agent_nmap.py v" + VERSION)
    return parser.parse_args(args)


# The secret of the agent.


def read_secret(options):
    from_env = os.environ.pop("AGENT_SECRET", "")
    if options.agent_secret:
        log("Warning: other users of this machine can see the value of --agent-secret. Set AGENT_SECRET or use "
            "--agent-secret-file instead.")
        secret = options.agent_secret
    elif options.agent_secret_file == "-":
        secret = sys.stdin.readline(4096)
    elif options.agent_secret_file:
        secret = read_secret_file(options.agent_secret_file)
    else:
        secret = from_env
    secret = secret.strip()
    if not re.match(r"^[!-~]+$", secret):
        raise AgentError("an agent secret is required: create one on the Download Agents page and set AGENT_SECRET, or use "
                         "--no-upload", USAGE)
    return secret


def read_secret_file(name):
    try:
        with open(name, encoding="utf-8") as file:
            if os.name == "posix" and stat.S_IMODE(os.fstat(file.fileno()).st_mode) & 0o077:
                raise AgentError("other users can access %s; run: chmod 600 %s" % (name, name), USAGE)
            return file.read(4096)
    except (OSError, UnicodeError) as error:
        raise AgentError("failed to read --agent-secret-file: %s" % error, USAGE)


# The run, from the options to the exit code.


def run(options):
    url = secret = client = None
    if not options.no_upload:
        if not options.server:
            raise AgentError("--server is required, for example --server https://warranty.example.com; or use --no-upload", USAGE)
        url = upload_url(options.server, options.insecure_http)
        if not options.dry_run:
            secret, client = read_secret(options), create_client(options.ca_file)
    networks = connected_networks()
    targets, skipped = plan(networks, options)
    for reason in skipped:
        log("Skipped: %s." % reason)
    if not targets:
        raise AgentError("this machine is not connected to a private network that can be scanned", NO_NETWORK)
    if options.dry_run:
        print(" ".join(nmap_command(targets, options)))
        return
    deliver_scan(options, run_scan(options, targets, [str(local.ip) for _, local in networks]), url, secret, client)


def run_scan(options, targets, local_addresses):
    if not shutil.which(options.nmap):
        raise AgentError("nmap is not installed; install it with your package manager or from https://nmap.org", NO_NMAP)
    log("Scanning %s with nmap." % ", ".join(str(network) for network, _ in targets))
    started_at = time.time()
    found = parse_nmap(run_nmap(nmap_command(targets, options), options.max_duration))
    devices = complete(found, local_addresses, neighbor_table(), started_at)
    info = {"agent_id": agent_id(options), "platform": platform_name(), "hostname": socket.gethostname(), "version": VERSION}
    log("Found %d devices in %.1f s." % (len(devices), time.time() - started_at))
    return make_scan(info, timestamp(started_at), devices)


def deliver_scan(options, scan, url, secret, client):
    body = encode(scan)
    name = re.sub(r"[^\w-]", "", "network_scan_%s_%s" % (scan["agent_info"]["agent_id"], scan["scan_timestamp"]))
    if options.save_local is not None:
        write_private(options.save_local or name + ".json", body + b"\n")
        log("Saved to %s." % (options.save_local or name + ".json"))
    elif options.no_upload:
        print(body.decode("utf-8"))
    if url:
        directory = state_dir(options.spool)
        os.makedirs(directory, mode=0o700, exist_ok=True)
        write_private(os.path.join(directory, name + ".scan.json"), body)
        deliver(directory, url, secret, client)


def main(args):
    try:
        run(parse_options(args, __doc__))
    except AgentError as error:
        log(str(error))
        return error.code
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
