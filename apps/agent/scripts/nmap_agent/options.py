"""Options of the command line."""

import argparse
import ipaddress
import re

from .constants import DEFAULT_PORTS, MAX_RATE, VERSION


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
