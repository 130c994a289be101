"""Tests of network_agent_nmap.py. The network tests run nmap itself. Run: python3 network_agent_nmap_test.py"""

import ast
import builtins
import contextlib
import dis
import gzip
import http.server
import importlib
import io
import json
import os
import subprocess
import sys
import tempfile
import threading
import time
import unittest

import network_agent_nmap as agent

HERE = os.path.dirname(os.path.abspath(__file__))
GOLDEN = os.path.join(HERE, "../../../packages/contracts/src/agent-scan.golden.json")
CONFIRMATION = b'{"success": true, "message": "Scan received.", "devices_processed": 1}'

NMAP_XML = b"""<?xml version="1.0"?><nmaprun>
<host endtime="1700000000"><status state="up"/><address addr="10.0.0.1" addrtype="ipv4"/>
<address addr="00:1B:A9:00:00:11" addrtype="mac" vendor="Brother industries"/>
<ports><port portid="631"><state state="open"/></port><port portid="22"><state state="closed"/></port>
<port portid="80"><state state="open"/></port><port portid="9100"><state state="filtered"/></port></ports></host>
<host><status state="up"/><address addr="10.0.0.2" addrtype="ipv4"/></host>
<host><status state="down"/><address addr="10.0.0.3" addrtype="ipv4"/></host>
<host><status state="up"/><address addr="fe80::1" addrtype="ipv6"/></host>
<runstats><finished time="1"/></runstats></nmaprun>"""


class Scan(unittest.TestCase):
    def test_payload_matches_golden(self):
        with open(GOLDEN, encoding="utf-8") as file:
            golden = json.load(file)
        devices = [{key: value for key, value in device.items() if key != "agent_id"} for device in golden["devices"]]
        scan = agent.make_scan(golden["agent_info"], golden["scan_timestamp"], devices)
        self.assertEqual(agent.encode(scan), json.dumps(golden, separators=(",", ":")).encode())
        self.assertEqual(golden["agent_info"]["version"], agent.VERSION)

    def test_parse_nmap(self):
        devices = agent.parse_nmap(NMAP_XML)
        self.assertEqual([device["ip"] for device in devices], ["10.0.0.1", "10.0.0.2"])
        self.assertEqual(devices[0]["open_ports"], [80, 631])
        self.assertEqual(devices[0]["mac"], "00:1b:a9:00:00:11")
        self.assertEqual(devices[1]["open_ports"], [])
        self.assertIsNone(devices[1]["mac"])

    def test_incomplete_report_is_rejected(self):
        for length in (0, 40, len(NMAP_XML) // 2, len(NMAP_XML) - 5):
            with self.assertRaises(agent.AgentError):
                agent.parse_nmap(NMAP_XML[:length])
        with self.assertRaises(agent.AgentError):
            agent.parse_nmap(b"<nmaprun></nmaprun>")

    def test_nmap_command(self):
        options = agent.parse_options(["--no-upload", "--exclude", "10.0.0.9"])
        command = agent.nmap_command([(agent.ipaddress.ip_network("10.0.0.0/24"), None)], options)
        self.assertEqual(command[-2:], ["--", "10.0.0.0/24"])
        self.assertIn("-sT", command)
        self.assertNotIn("--open", command)

    def test_parse_neighbors(self):
        tables = {
            "10.0.0.1 dev eth0 lladdr 02:77:00:00:00:01 REACHABLE\n10.0.0.2 dev eth0 FAILED\n": {"10.0.0.1": "02:77:00:00:00:01"},
            "? (10.0.0.1) at 0:1b:a9:0:0:11 on en0 ifscope [ethernet]\n? (10.0.0.7) at (incomplete) on en0\n":
                {"10.0.0.1": "00:1b:a9:00:00:11"},
            "  10.0.0.1     00-1b-a9-00-00-11     dynamisch\n  224.0.0.22   01-00-5e-00-00-16     statisch\n":
                {"10.0.0.1": "00:1b:a9:00:00:11"},
        }
        for text, expected in tables.items():
            self.assertEqual(agent.parse_neighbors(text), expected)

    def test_local_identity(self):
        with tempfile.TemporaryDirectory() as directory:
            for name, text in {"sys_vendor": "LENOVO", "product_name": "20XW", "product_serial": "Default string",
                               "chassis_serial": "PF0ABCDE"}.items():
                with open(os.path.join(directory, name), "w") as file:
                    file.write(text + "\n")
            self.assertEqual(agent.local_identity(directory), {
                "manufacturer": "LENOVO", "model": "20XW", "serial": "PF0ABCDE", "serial_source": "smbios"})
            self.assertEqual(agent.local_identity(directory + "/none"), {})


class Targets(unittest.TestCase):
    def plan(self, local, *args):
        networks = [("eth0", agent.ipaddress.ip_interface(local))]
        return agent.plan(networks, agent.parse_options(["--no-upload"] + list(args)))

    def test_size_limits(self):
        self.assertEqual(str(self.plan("10.1.2.3/22")[0][0][0]), "10.1.0.0/22")
        self.assertEqual(self.plan("10.1.2.3/16")[0], [])
        self.assertEqual(len(self.plan("10.1.2.3/16", "--allow-range", "10.1.0.0/16")[0]), 1)
        self.assertEqual(self.plan("10.1.2.3/8", "--allow-range", "10.0.0.0/8")[0], [])
        self.assertEqual(str(self.plan("10.1.2.3/16", "--subnet", "10.1.9.0/24")[0][0][0]), "10.1.9.0/24")
        with self.assertRaises(agent.AgentError):
            self.plan("10.1.2.3/16", "--subnet", "8.8.8.0/24")

    def test_connected_networks(self):
        linux = ("1: lo    inet 127.0.0.1/8 scope host lo\n2: eth0    inet 10.0.0.5/24 brd 10.0.0.255 scope global eth0\n"
                 "3: docker0    inet 172.17.0.1/16 scope global docker0\n4: tun0    inet 10.8.0.2/24 scope global tun0\n"
                 "5: eth1    inet 203.0.113.5/24 brd 203.0.113.255 scope global eth1\n")
        self.assertEqual([str(local) for _, local in agent.parse_ip_addr(linux)], ["10.0.0.5/24"])
        macos = ("en0: flags=8863<UP> mtu 1500\n\tinet 192.168.1.7 netmask 0xffffff00 broadcast 192.168.1.255\n"
                 "utun3: flags=8051<UP>\n\tinet 10.9.0.2 --> 10.9.0.1 netmask 0xffffffff\n")
        self.assertEqual([str(local) for _, local in agent.parse_ifconfig(macos)], ["192.168.1.7/24"])
        windows = "   IPv4-Adresse  . . : 192.168.1.7\r\n   Subnetzmaske  . . : 255.255.255.0\r\n   Gateway . . : 192.168.1.1\r\n"
        self.assertEqual([str(local) for _, local in agent.parse_ipconfig(windows)], ["192.168.1.7/24"])


class FakeServer(http.server.BaseHTTPRequestHandler):
    replies, bodies = [], []

    def do_POST(self):
        self.bodies.append(self.rfile.read(int(self.headers["Content-Length"])))
        reply = self.replies.pop(0) if self.replies else (200, {}, CONFIRMATION)
        if reply == "close":
            self.close_connection = True
            self.connection.close()
            return
        status, headers, text = reply
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(text)))
        self.end_headers()
        self.wfile.write(text)

    def log_message(self, *_):
        pass


class Delivery(unittest.TestCase):
    def setUp(self):
        FakeServer.replies, FakeServer.bodies, self.delays = [], [], []
        self.server = http.server.HTTPServer(("127.0.0.1", 0), FakeServer)
        self.server.handle_error = lambda *_: None
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.addCleanup(self.server.server_close)
        self.addCleanup(self.server.shutdown)
        self.directory = tempfile.mkdtemp()
        self.path = os.path.join(self.directory, "one.scan.json")
        agent.write_private(self.path, b'{"a":1}')
        self.stderr = contextlib.redirect_stderr(io.StringIO())
        self.log = self.stderr.__enter__()
        self.addCleanup(self.stderr.__exit__, None, None, None)

    def deliver(self, *replies):
        FakeServer.replies = list(replies)
        url = agent.upload_url("http://127.0.0.1:%d" % self.server.server_port, False)
        agent.deliver(self.directory, url, "s3cret", agent.create_client(None), self.delays.append)

    def test_retries(self):
        self.deliver((500, {}, b""), "close", (429, {"Retry-After": "40"}, b"{}"), (503, {}, b""))
        self.assertEqual(len(FakeServer.bodies), 5)
        self.assertEqual(set(FakeServer.bodies), {FakeServer.bodies[0]})
        self.assertEqual(gzip.decompress(FakeServer.bodies[0]), b'{"a":1}')
        self.assertGreaterEqual(self.delays[2], 40)
        self.assertEqual(os.listdir(self.directory), [])
        self.assertNotIn("s3cret", self.log.getvalue())

    def test_delivery_after_outage(self):
        with self.assertRaises(agent.AgentError) as raised:
            self.deliver(*["close"] * agent.MAX_ATTEMPTS)
        self.assertEqual(raised.exception.code, agent.UNDELIVERED)
        self.assertEqual(os.listdir(self.directory), ["one.scan.json"])
        self.deliver()
        self.assertEqual(os.listdir(self.directory), [])

    def test_final_replies(self):
        for status, code, left in ((401, agent.SECRET_REJECTED, "one.scan.json"), (404, agent.UNDELIVERED, "one.scan.json"),
                                   (302, agent.UNDELIVERED, "one.scan.json"), (422, agent.SCAN_REJECTED, "one.refused.json")):
            with self.assertRaises(agent.AgentError) as raised:
                self.deliver((status, {"Location": "http://elsewhere.example/"}, b'{"error": "no"}'))
            self.assertEqual(raised.exception.code, code)
            self.assertEqual(os.listdir(self.directory), [left])

    def test_bound_secret(self):
        with self.assertRaises(agent.AgentError) as raised:
            self.deliver((403, {}, b'{"error": "It belongs to another agent.", "code": "agent_secret_bound"}'))
        self.assertEqual(raised.exception.code, agent.SECRET_REJECTED)
        self.assertIn("It belongs to another agent.", str(raised.exception))
        self.assertEqual(os.listdir(self.directory), ["one.scan.json"])

    def test_upload_url(self):
        for url in ("http://warranty.example", "http://10.0.0.5", "ftp://x", "https://u:p@x.example", "x"):
            with self.assertRaises(agent.AgentError):
                agent.upload_url(url, False)
        agent.upload_url("http://10.0.0.5:3000", True)
        with self.assertRaises(agent.AgentError):
            agent.upload_url("http://8.8.8.8", True)

    def test_files_are_private(self):
        if os.name == "posix":
            self.assertEqual(os.stat(self.path).st_mode & 0o777, 0o600)
            os.chmod(self.path, 0o644)
            with self.assertRaises(agent.AgentError):
                agent.read_secret_file(self.path)

    def test_retry_after(self):
        now = time.time()
        self.assertEqual(agent.parse_retry_after("7", now), 7)
        self.assertEqual(agent.parse_retry_after(None, now), 0)
        self.assertEqual(agent.parse_retry_after("soon", now), 0)
        self.assertAlmostEqual(agent.parse_retry_after(agent.email.utils.formatdate(now + 60), now), 60, delta=2)


class Script(unittest.TestCase):
    def test_needs_only_the_standard_library(self):
        # -I and -S remove the folder of the script and all installed packages from the path.
        output = subprocess.check_output([sys.executable, "-I", "-S", agent.__file__, "--version"])
        self.assertEqual(output.decode().strip(), "network_agent_nmap.py v" + agent.VERSION)

    def test_is_valid_python_3_7(self):
        if sys.version_info < (3, 8):
            self.skipTest("requires Python 3.8 or newer")
        with open(agent.__file__, encoding="utf-8") as file:
            ast.parse(file.read(), feature_version=(3, 7))

    def test_help_lists_the_options(self):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), self.assertRaises(SystemExit):
            agent.main(["--help"])
        self.assertIn(agent.__doc__, " ".join(output.getvalue().split()))
        for option in ("--server", "--agent-secret", "--agent-id", "--save-local", "--no-upload", "--help"):
            self.assertIn(option, output.getvalue())

    def test_invalid_options(self):
        with contextlib.redirect_stderr(io.StringIO()):
            for args in ([], ["--server", "http://w.example"], ["--server", "https://w.example"]):
                self.assertEqual(agent.main(args), agent.USAGE)


def names_used(code):
    """Return the global names that compiled code uses, with those in its functions and classes."""
    names = {line.argval for line in dis.get_instructions(code) if line.opname in ("LOAD_GLOBAL", "LOAD_NAME")}
    inner = [names_used(each) for each in code.co_consts if hasattr(each, "co_code")]
    return names.union(*inner)


class Parts(unittest.TestCase):
    """The joined script would hide an import that a part lacks, because another part has it."""

    def setUp(self):
        folder = os.path.join(HERE, "nmap_agent")
        self.parts = {}
        for file_name in sorted(os.listdir(folder)):
            if file_name.endswith(".py"):
                with open(os.path.join(folder, file_name), encoding="utf-8") as file:
                    self.parts[file_name[:-3]] = file.read()

    def test_every_name_is_defined_or_imported(self):
        for name, text in self.parts.items():
            known = set(vars(importlib.import_module("nmap_agent." + name)))
            of_python = set(dir(builtins)) - set(vars(agent))
            self.assertEqual(names_used(compile(text, name, "exec")) - known - of_python, set(), name)

    def test_every_import_is_used(self):
        for name, text in self.parts.items():
            imported = {alias.name.split(".")[0] for node in ast.walk(ast.parse(text))
                        if isinstance(node, (ast.Import, ast.ImportFrom)) for alias in node.names}
            self.assertEqual(imported - names_used(compile(text, name, "exec")), set(), name)


if __name__ == "__main__":
    unittest.main()
