import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import type { AgentScan } from '@warranty/contracts/agent-scan';
import { describe, expect, it } from 'vitest';
import { device, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';

const server = await startTestApp({ env: { AGENT_SCANS_PER_MINUTE: '100000', DISK_FLOOR_MB: '0' } });
const user = await startAgentUser(server);
const secret = (await user.make()).rawSecret;
const send = (scan: unknown, headers?: Record<string, string>) => sendTo(server)(secret, scan, headers);

const golden = new URL(import.meta.resolve('@warranty/contracts/agent-scan')).href.replace(
  '.ts',
  '.golden.json',
);
const readGolden = async () => JSON.parse(await readFile(new URL(golden), 'utf8')) as AgentScan;
const devicesIn = async (sessionId: string) => (await user.read(sessionId)).devices;

describe('POST /api/agent/discoveries', () => {
  it('accepts what our agents send and replies as specified', async () => {
    const scan = await readGolden();
    const reply = await send(scan);
    expect(reply.statusCode).toBe(200);
    const { session_id, timestamp, warnings, ...answer } = reply.json();
    expect(answer).toEqual({
      success: true,
      message: 'Scan received: 5 devices.',
      devices_processed: 5,
      agent_id: 'office-north',
    });
    expect(Math.abs(Date.parse(timestamp) - Date.now())).toBeLessThan(60_000);
    const { session, devices } = await user.read(session_id);
    expect(session).toMatchObject({
      agentId: 'office-north',
      hostname: 'scanner-01',
      platform: 'linux',
      version: scan.agent_info.version,
      scanTimestamp: '2026-11-15T09:30:00.000Z',
      totalDevices: 5,
      serialCount: 2,
    });
    expect(warnings).toHaveLength(session.clockDifferenceSeconds === null ? 0 : 1);
    expect(devices.map(({ ip, openPorts }) => [ip, openPorts])).toEqual(
      scan.devices.map(({ ip, open_ports }) => [ip, JSON.stringify(open_ports)]),
    );
    expect(devices[1]).toMatchObject({
      serial: '5TQ8R14',
      manufacturer: 'Dell',
      kind: 'server',
      hostname: null,
    });
    expect(devices[2]).toMatchObject({ kind: 'printer', vendor: scan.devices[2]?.vendor, randomMac: false });
  });

  it('creates one session for a scan sent 100 times concurrently, with identical replies', async () => {
    const scan = scanOf([device(1), device(2)]);
    const before = (await user.sessions()).length;
    const replies = await Promise.all(Array.from({ length: 100 }, () => send(scan)));
    expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => body)).size).toBe(1);
    expect((await user.sessions()).length).toBe(before + 1);
    expect(await devicesIn(replies[0]?.json().session_id)).toHaveLength(2);
  });

  it('treats a scan with reordered members or gzip compression as the same scan', async () => {
    const scan = scanOf([device(1)]);
    const turned = Object.fromEntries(Object.entries(scan).reverse());
    const first = (await send(scan)).body;
    expect((await send(turned)).body).toBe(first);
    const packed = await send(gzipSync(JSON.stringify(scan)), { 'content-encoding': 'gzip' });
    expect(packed.body).toBe(first);
  });

  it('creates another session for a different scan with the same time, with a warning', async () => {
    const scan = scanOf([device(1)]);
    const first = (await send(scan)).json();
    const second = (await send({ ...scan, devices: [device(2)] })).json();
    expect(second.session_id).not.toBe(first.session_id);
    expect(first.warnings).toEqual([]);
    expect(second.warnings).toEqual(['A different scan with the same scan time was already received.']);
    // Sent again, each gets its first reply.
    expect((await send(scan)).json()).toEqual(first);
    expect((await send({ ...scan, devices: [device(2)] })).json()).toEqual(second);
    const flags = (await user.sessions()).filter(({ id }) =>
      [first, second].some((reply) => reply.session_id === id),
    );
    expect(flags.map(({ id, repeatsTimestamp }) => [id, repeatsTimestamp])).toEqual([
      [second.session_id, true],
      [first.session_id, false],
    ]);
  });

  it.each([
    [11 * 60, /11 minutes ahead of the server/],
    [-3 * 3600, /180 minutes behind the server/],
  ])(
    'stores the time of a clock that is off by %i seconds along with the server time, with a warning',
    async (off, words) => {
      const scan_timestamp = new Date(Date.now() + off * 1000).toISOString();
      const { session_id, warnings } = (await send(scanOf([device(3)], { scan_timestamp }))).json();
      expect(warnings).toEqual([expect.stringMatching(words)]);
      const { session } = await user.read(session_id);
      expect(session.scanTimestamp).toBe(scan_timestamp);
      expect(Math.abs((session.clockDifferenceSeconds ?? 0) - off)).toBeLessThan(30);
      expect(Math.abs(Date.parse(session.receivedAt) - Date.now())).toBeLessThan(30_000);
    },
  );

  it('tolerates a clock difference of nine minutes, and reads a time without a zone as UTC', async () => {
    const nearly = new Date(Date.now() - 9 * 60_000).toISOString();
    expect((await send(scanOf([device(4)], { scan_timestamp: nearly }))).json().warnings).toEqual([]);
    const { session_id } = (
      await send(
        scanOf([device(4, { timestamp: '2026-11-15T10:00:00+23:00' })], {
          scan_timestamp: nearly.slice(0, -1),
        }),
      )
    ).json();
    const { session, devices } = await user.read(session_id);
    expect(session.scanTimestamp).toBe(nearly);
    expect(devices[0]?.timestamp).toBe('2026-11-14T11:00:00.000Z');
  });

  it('stores device-provided text truncated and printable', async () => {
    const hostile = [
      '<img src=x onerror=alert(1)>',
      '=cmd|"/C calc"!A0',
      "'; drop table users; --",
      'a\u0000b\u001b[31m\u202egnp.exe',
      '\ud800 alone',
      'x'.repeat(5000),
      '{},"\\N',
    ];
    const { session_id } = (
      await send(scanOf(hostile.map((hostname, index) => device(index + 1, { hostname }))))
    ).json();
    const names = (await devicesIn(session_id)).map(({ hostname }) => hostname);
    expect(names).toEqual([
      hostile[0],
      hostile[1],
      hostile[2],
      'a\ufffdb\ufffd[31m\ufffdgnp.exe',
      '\ufffd alone',
      'x'.repeat(255),
      hostile[6],
    ]);
  });

  it('does not take a BIOS placeholder for a serial number', async () => {
    const serials = ['To Be Filled By O.E.M.', 'Default string', '0000000', '7XK2P93'];
    const { session_id } = (
      await send(scanOf(serials.map((serial, index) => device(index + 1, { serial }))))
    ).json();
    expect((await devicesIn(session_id)).map(({ serial }) => serial)).toEqual([null, null, null, '7XK2P93']);
  });

  it('accepts a scan without devices and one with ten thousand', async () => {
    expect((await send(scanOf([]))).json()).toMatchObject({
      devices_processed: 0,
      message: 'Scan received: 0 devices.',
    });
    const many = Array.from({ length: 10_000 }, (_, index) =>
      device(1, { ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}` }),
    );
    const { session_id } = (await send(scanOf(many))).json();
    expect(await devicesIn(session_id)).toHaveLength(10_000);
    const reply = await send(scanOf([...many, device(1)]));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });
});

describe('GET /api/agent/discoveries', () => {
  it('lists scans by scan time, newest first, in pages', async () => {
    const other = await startAgentUser(server);
    const { rawSecret } = await other.make();
    const sent = new Map<string, string>();
    for (const time of ['14:29', '14:20', '14:40', '14:31']) {
      const scan = scanOf([device(1)], { scan_timestamp: `2026-11-15T${time}:00.000Z` });
      sent.set((await sendTo(server)(rawSecret, scan)).json().session_id, time);
    }
    const listed = await other.sessions();
    expect(listed.map(({ id }) => sent.get(id))).toEqual(['14:40', '14:31', '14:29', '14:20']);
    const rest = (await other.call('GET', `/discoveries?before=${listed[1]?.id}`)).json().sessions;
    expect(rest).toEqual(listed.slice(2));
  });
});

describe('an invalid scan', () => {
  const good = () => scanOf([device(1)]);
  const withDevice = (more: object) => ({ ...good(), devices: [{ ...device(1), ...more }] });

  it.each([
    ['no agent', { ...good(), agent_info: undefined }],
    ['an agent without a name', { ...good(), agent_info: { ...good().agent_info, agent_id: ' ' } }],
    ['a wrong count', { ...good(), total_devices: 2 }],
    ['an invalid date', { ...good(), scan_timestamp: 'yesterday' }],
    ['the year 0', { ...good(), scan_timestamp: '0000-01-01T00:00:00Z' }],
    ['an invalid IP address', withDevice({ ip: '10.1.2.300' })],
    ['an IP address range', withDevice({ ip: '10.1.2.0/24' })],
    ['an invalid MAC address', withDevice({ mac: '<b>' })],
    ['port 0', withDevice({ open_ports: [0] })],
    ['port 65536', withDevice({ open_ports: [65_536] })],
    ['a port that is a string', withDevice({ open_ports: ['22'] })],
    ['too many ports', withDevice({ open_ports: Array(1001).fill(1) })],
    ['a host name that is not a string', withDevice({ hostname: { a: 1 } })],
    ['a list', []],
  ])('is rejected: %s', async (_, scan) => {
    const before = await user.sessions();
    const reply = await send(scan);
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
    expect(await user.sessions()).toEqual(before);
  });

  it.each([
    ['half of the JSON', (text: string) => [text.slice(0, text.length / 2), {}]],
    [
      'half of what was packed',
      (text: string) => [gzipSync(text).subarray(0, 60), { 'content-encoding': 'gzip' }],
    ],
    ['not packed at all', (text: string) => [text, { 'content-encoding': 'gzip' }]],
    ['packed though it does not say so', (text: string) => [gzipSync(text), {}]],
  ] as [string, (text: string) => [string | Buffer, Record<string, string>]][])(
    'is rejected: %s',
    async (_, spoil) => {
      const [body, headers] = spoil(JSON.stringify(good()));
      const reply = await send(body, headers);
      expect([reply.statusCode, reply.json()]).toEqual([
        400,
        { error: 'Invalid request data', code: 'invalid_request' },
      ]);
    },
  );

  it('is rejected with an unsupported compression', async () => {
    const reply = await send(JSON.stringify(good()), { 'content-encoding': 'br' });
    expect([reply.statusCode, reply.json().error]).toEqual([
      415,
      'The request body must be application/json, optionally gzip-compressed.',
    ]);
  });

  it('is rejected if it is larger than eight megabytes, plain or decompressed, without decompressing all of it', async () => {
    const bomb = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '));
    expect(bomb.length).toBeLessThan(1024 * 1024);
    const memory = process.memoryUsage.rss();
    const packed = await send(bomb, { 'content-encoding': 'gzip' });
    expect([packed.statusCode, packed.json().code]).toEqual([413, 'body_too_large']);
    expect(process.memoryUsage.rss() - memory).toBeLessThan(100 * 1024 * 1024);
    const plain = await send(' '.repeat(8 * 1024 * 1024 + 1));
    expect([plain.statusCode, plain.json().error]).toEqual([
      413,
      'The request is larger than 8388608 bytes.',
    ]);
  });
});
