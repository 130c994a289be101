#!/usr/bin/env python3
"""Discovers the devices on your network with nmap and sends them to the warranty server. Needs nmap and Python 3.7+."""

import os
import re
import shutil
import socket
import sys
import time

# The joined script has the parts in this order.
from .constants import NO_NETWORK, NO_NMAP, USAGE, VERSION
from .messages import AgentError, log
from .networks import connected_networks, plan
from .nmap import neighbor_table, nmap_command, parse_nmap, run_nmap
from .scan import agent_id, complete, encode, make_scan, platform_name, timestamp
from .upload import create_client, upload_url
from .delivery import deliver, state_dir, write_private
from .options import parse_options
from .secret import read_secret


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
