"""The scan as the server expects it."""

import hashlib
import ipaddress
import json
import platform
import re
import socket
import uuid
from datetime import datetime, timezone

from .identity import local_identity, lookup_name

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
