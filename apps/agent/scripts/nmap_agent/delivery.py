"""Keeps scans on disk until they are delivered."""

import os
import platform
import tempfile
import time

from .constants import MAX_PENDING, MAX_PENDING_SECONDS, SCAN_REJECTED
from .messages import AgentError, log, printable
from .upload import send


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
