import { beforeEach, describe, expect, it } from 'vitest';
import { type AgentUser, device, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { withToken } from '../../../test/tokens.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const takers = 50;
let user: AgentUser;
let secret: string;
const server = await startTestApp({
  env: {
    ...{ AGENT_STORED_SCANS: '20', AGENT_STORED_DEVICES: '100', AGENT_DEVICES_PER_DAY_PER_ADDRESS: '5000' },
    ...{ AGENT_SCANS_PER_MINUTE: '100000', DISCOVERY_DAYS: '10', DISK_FLOOR_MB: '0' },
  },
  worker: true,
});
beforeEach(async () => {
  user = await startAgentUser(server);
  secret = (await user.make()).rawSecret;
});

const { query } = server;
const devices = (count: number) => Array.from({ length: count }, (_, index) => device(index + 1));
/** A scan made at this minute. */
const scanAt = (minute: number, deviceCount = 1) =>
  scanOf(devices(deviceCount), {
    scan_timestamp: new Date(Date.now() - 3600_000 + minute * 60_000).toISOString(),
  });
const send = (scan: unknown) => sendTo(server)(secret, scan);

async function usage(): Promise<(number | undefined)[]> {
  const used = await user.usage();
  return [used['agent-scans'], used['agent-devices']];
}

async function stored(): Promise<number[]> {
  const owner = await server.ownerOf(user.userId);
  const sessions = await query('select id from agent_discovery_sessions where owner = $1', [owner]);
  // Only the newest scan is rows.
  const found = await Promise.all(sessions.map(async ({ id }) => (await user.read(String(id))).devices));
  return [sessions.length, found.flat().length];
}

const statusesOf = (replies: { statusCode: number; json(): { code?: string } }[]) =>
  Object.fromEntries(
    [...Map.groupBy(replies, (reply) => reply.json().code ?? 'stored')].map(([code, all]) => [
      code,
      all.length,
    ]),
  );

describe('the last unit goes to one of fifty concurrent scans', () => {
  const sendAll = (deviceCount: number) =>
    Promise.all(Array.from({ length: takers }, (_, index) => send(scanAt(100 + index, deviceCount))));

  it('of scans', async () => {
    for (let minute = 0; minute < 19; minute += 1) await send(scanAt(minute));
    const replies = await sendAll(1);
    expect(statusesOf(replies)).toEqual({ stored: 1, too_many_scans: takers - 1 });
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().error).toBe(
      'You have reached the limit of 20 stored scans.',
    );
    expect([await stored(), await usage()]).toEqual([
      [20, 20],
      [20, 20],
    ]);
  });

  it('of devices', async () => {
    await send(scanAt(0, 91));
    const replies = await sendAll(9);
    expect(statusesOf(replies)).toEqual({ stored: 1, too_many_devices: takers - 1 });
    expect(replies.find(({ statusCode }) => statusCode === 409)?.json().error).toBe(
      'This scan would exceed the limit of 100 stored devices.',
    );
    expect([await stored(), await usage()]).toEqual([
      [2, 100],
      [2, 100],
    ]);
  });

  it('of devices per address', async () => {
    const from = '192.0.2.20';
    await query(
      "insert into rate_limits values ('agent-devices:192.0.2.20', now() + interval '1 day' * 4999.0 / 5000)",
    );
    const replies = await Promise.all(
      Array.from({ length: takers }, (_, index) =>
        server.app.inject(
          withToken(secret, {
            ...{ method: 'POST', url: '/api/agent/discoveries', remoteAddress: from },
            headers: { 'content-type': 'application/json' },
            payload: JSON.stringify(scanAt(index)),
          }),
        ),
      ),
    );
    expect(statusesOf(replies)).toEqual({ stored: 1, address_quota: takers - 1 });
    expect(replies.find(({ statusCode }) => statusCode === 429)?.json().error).toBe(
      'Your IP address has reached the daily limit of 5,000 discovered devices. Try again later.',
    );
  });
});

describe('the stored scans', () => {
  it('count a scan once, however often it is sent', async () => {
    const scan = scanAt(0, 5);
    const replies = await Promise.all(Array.from({ length: takers }, () => send(scan)));
    expect(new Set(replies.map((reply) => reply.json().session_id)).size).toBe(1);
    expect([await stored(), await usage()]).toEqual([
      [1, 5],
      [1, 5],
    ]);
  });

  it('accept a repeated scan when the quota is used up', async () => {
    const scan = scanAt(0, 100);
    const first = await send(scan);
    expect((await send(scanAt(1))).statusCode).toBe(409);
    const again = await send(scan);
    expect([again.statusCode, again.json().session_id]).toEqual([200, first.json().session_id]);
  });

  it('reject a first scan that is larger than the quota', async () => {
    expect((await send(scanAt(0, 101))).json().code).toBe('too_many_devices');
    expect(await usage()).toEqual([0, 0]);
  });

  it('free their quota when they are deleted, after the configured days', async () => {
    await send(scanAt(0, 60));
    await send(scanAt(1, 40));
    await query(
      `update agent_discovery_sessions set created_at = now() - interval '10 days 1 minute'
        where owner = (select id from users where username = $1) and total_devices = '60'`,
      [user.userId],
    );
    await enqueueJob(server.deps, 'agents.sweep');
    await waitUntil('the scan to go', async () => (await stored())[0] === 1);
    expect(await usage()).toEqual([1, 40]);
    expect((await send(scanAt(2, 60))).statusCode).toBe(200);
  });
});
