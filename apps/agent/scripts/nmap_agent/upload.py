"""Sends one scan to the server, and to no other host."""

import email.utils
import gzip
import ipaddress
import json
import random
import ssl
import time
import urllib.error
import urllib.parse
import urllib.request

from .constants import MAX_ATTEMPTS, MAX_REPLY_BYTES, SCAN_REJECTED, SECRET_REJECTED, UNDELIVERED, USAGE, VERSION
from .messages import AgentError, log, printable


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
