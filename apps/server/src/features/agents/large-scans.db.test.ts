import { gzipSync } from 'node:zlib';
import type { AgentScan } from '@warranty/contracts/agent-scan';
import { readDiscovery } from '@warranty/contracts/agents';
import { describe, expect, it } from 'vitest';
import { deviceAt, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';
import { measureBest } from '../../../test/loop-delay.ts';

const server = await startTestApp({ env: { AGENT_SCANS_PER_MINUTE: '100000', DISK_FLOOR_MB: '0' } });
const user = await startAgentUser(server);
const secret = (await user.make()).rawSecret;

const send = (body: string | Buffer, headers: Record<string, string> = {}) =>
  sendTo(server)(secret, body, headers);

/** A device with every field set, different for each index. */
const fullDevice = (at: number) =>
  deviceAt(at, {
    hostname: `pc-${at}.office.example`,
    mac: `00:1b:a9:00:${(at >> 8).toString(16).padStart(2, '0')}:${(at & 255).toString(16).padStart(2, '0')}`,
    ...{ vendor: 'Dell Inc.', manufacturer: 'Dell', model: 'OptiPlex 7090', os: 'Windows 11 Pro' },
    uuid: `4c4c4544-0058-4b10-8032-${String(at).padStart(12, '0')}`,
  });
const fullScan = (count: number, more: Partial<AgentScan> = {}) =>
  scanOf(
    Array.from({ length: count }, (_, index) => fullDevice(index)),
    more,
  );

const isQuick = ({ maxBlockMs }: { maxBlockMs: number }) => maxBlockMs < 100;

describe('scans of ten thousand devices', { timeout: 60_000 }, () => {
  it('do not block the event loop while ten of them arrive', async () => {
    const scans = Array.from({ length: 10 }, (_, index) => {
      const scan_timestamp = new Date(Date.UTC(2026, 10, 15, 0, index)).toISOString();
      const text = JSON.stringify(fullScan(10_000, { scan_timestamp }));
      return index % 2
        ? { body: gzipSync(text, { level: 1 }), headers: { 'content-encoding': 'gzip' } }
        : { body: Buffer.from(text), headers: {} };
    });
    const { maxBlockMs } = await measureBest(async () => {
      const replies = await Promise.all(scans.map(({ body, headers }) => send(body, headers)));
      expect(replies.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(200));
    }, isQuick);
    expect(maxBlockMs).toBeLessThan(100);
  });

  it('are compared and returned without blocking the event loop, matching the contract', async () => {
    const [{ id } = { id: '' }] = await user.sessions();
    const read = () => user.call('GET', `/discoveries/${id}`);
    await read();
    const { ms, maxBlockMs } = await measureBest(read, (each) => isQuick(each) && each.ms < 250);
    expect(maxBlockMs).toBeLessThan(100);
    expect(ms).toBeLessThan(250);
    const discovery = (await read()).json();
    expect(discovery).toEqual(readDiscovery.reply.schema.parse(discovery));
    expect(discovery.devices).toHaveLength(10_000);
    expect(discovery.devices[300]).toMatchObject({
      ip: '10.0.1.44',
      serial: 'B000300',
      timestamp: '2026-11-15T09:30:01.000Z',
      change: 'known',
      recognizedBy: 'serial',
    });
    expect(discovery.previous.gone).toEqual([]);
  });
});

describe('a large body', () => {
  const many = 2000;
  const spoiled = (more: object) => {
    const scan = fullScan(many);
    Object.assign(scan.devices[many - 1] as object, more);
    return JSON.stringify(scan);
  };

  it('is stored like a small one', async () => {
    const scan = fullScan(many);
    const first = await send(JSON.stringify(scan));
    expect(first.json()).toMatchObject({ message: 'Scan received: 2000 devices.', agent_id: 'office-north' });
    const packed = await send(gzipSync(JSON.stringify(scan, null, 2)), { 'content-encoding': 'gzip' });
    expect(packed.body).toBe(first.body);
    const { session } = await user.read(first.json().session_id);
    expect(session).toMatchObject({ totalDevices: many, serialCount: many });
  });

  it.each([
    ['an invalid IP address', { ip: '10.1.2.300' }, [`body.devices.${many - 1}.ip`]],
    ['a nonexistent date', { timestamp: '2026-02-31T25:00:00Z' }, [`body.devices.${many - 1}.timestamp`]],
  ])('is rejected with the reason: %s', async (_, more, paths) => {
    const reply = await send(spoiled(more));
    expect(reply.statusCode).toBe(400);
    expect(reply.json().details.map(({ path }: { path: string }) => path)).toEqual(paths);
  });

  it('with countless problems gets the first twenty in the reply', async () => {
    const scan = fullScan(many);
    const devices = scan.devices.map((each) => ({ ...each, mac: '<b>' }));
    const reply = await send(JSON.stringify({ ...scan, devices }));
    expect([reply.statusCode, reply.json().details.length]).toEqual([400, 20]);
  });

  it.each([
    ['cut off at the end', (text: string) => text.slice(0, -1)],
    [
      'nested too deeply',
      (text: string) =>
        text.replace('"devices":[', `"more":${'['.repeat(100)}${']'.repeat(100)},"devices":[`),
    ],
    ['numbers instead of devices', () => `{"devices":[${'1,'.repeat(2_000_000)}1]}`],
  ])('is rejected if it is not a scan: %s', async (_, spoil) => {
    const reply = await send(spoil(JSON.stringify(fullScan(many))));
    expect([reply.statusCode, reply.json().code]).toEqual([400, 'invalid_request']);
  });
});
