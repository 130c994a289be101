import type { ScanLookup } from '@warranty/contracts/scan-lookups';
import { afterEach, describe, expect, it } from 'vitest';
import { agentUser, device, deviceAt, scanOf, sendTo } from '../../../test/agents.ts';
import { type BulkUser, startBulkFixture } from '../../../test/bulk.ts';
import { enqueueJob, untilBulkJobsEnd } from '../../../test/jobs.ts';
import { avoidMidnight } from '../../../test/midnight.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const perDay = 20;
const scene = await startBulkFixture({
  VENDOR_CALLS_PER_DAY: String(perDay),
  BULK_LIVE_RUNS: '1',
  AGENT_SCANS_PER_MINUTE: '10000',
  DISK_FLOOR_MB: '0',
});
const { query, dellCalls } = scene;
afterEach(async () => {
  await scene.simulator.reset();
  await query('truncate vendor_gates, vendor_call_counts, warranty_records, looked_up_serials');
});

type Devices = Parameters<typeof scanOf>[0];

const dells = (count: number, from = 0): Devices =>
  Array.from({ length: count }, (_, index) => deviceAt(from + index, { manufacturer: 'Dell Inc.' }));

async function startScanUser() {
  const user = await scene.startBulkUser();
  const { rawSecret } = await agentUser(user).make();
  return {
    ...user,
    scan: async (devices: Devices): Promise<string> =>
      (await sendTo(scene.server)(rawSecret, scanOf(devices))).json().session_id,
  };
}

const urlOf = (scan: string) => `/api/agent/discoveries/${scan}/lookup`;

const start = (user: BulkUser, scan: string, devices?: string[]) =>
  user.send('POST', urlOf(scan), devices ? { devices } : {});

const read = async (user: BulkUser, scan: string): Promise<ScanLookup> =>
  (await user.get(urlOf(scan))).lookup;

async function untilStatus(user: BulkUser, scan: string, status: ScanLookup['status']): Promise<ScanLookup> {
  await waitUntil(`the lookup to be ${status}`, async () => (await read(user, scan)).status === status);
  return read(user, scan);
}

/** As the page reads them: what is known, without a call to a vendor. */
async function knownOutcomes(user: BulkUser, serials: string[]): Promise<string[]> {
  const items = serials.map((serialNumber) => ({ serialNumber, manufacturer: 'Dell' }));
  const reply = await user.send('POST', '/api/warranty/bulk', { items, cachedOnly: true });
  return reply.json<{ outcome: string }[]>().map(({ outcome }) => outcome);
}

describe('the lookup of a scan', () => {
  it('needs one vendor call per hundred devices, and no browser', { timeout: 60_000 }, async () => {
    const user = await startScanUser();
    const scan = await user.scan(dells(2000));
    const started = await start(user, scan);
    expect(started.statusCode).toBe(202);
    expect(started.json().lookup).toMatchObject({ total: 2000, devices: null, failures: [] });
    expect(await untilStatus(user, scan, 'done')).toMatchObject({ total: 2000, done: 2000, failures: [] });
    expect(await dellCalls()).toBe(20);
    const serials = dells(2000).map(({ serial = '' }) => serial ?? '');
    for (const from of [0, 1000])
      expect(await knownOutcomes(user, serials.slice(from, from + 1000))).not.toContain('pending');
  });

  it('is not in the list of files, no active run, and stays readable when the run is gone', async () => {
    const user = await startScanUser();
    const scan = await user.scan(dells(3));
    await start(user, scan);
    await untilStatus(user, scan, 'done');
    expect((await user.get('/api/bulk-runs')).runs).toEqual([]);
    for (const url of [`/api/bulk-runs/${scan}`, `/api/progress/${scan}`])
      expect((await user.send('GET', url)).statusCode).toBe(404);
    for (const [id, used] of Object.entries(await user.usage()))
      if (id.startsWith('bulk-')) expect([id, used]).toEqual([id, 0]);
    await query('delete from bulk_runs');
    expect(await knownOutcomes(user, ['B000000', 'B000002'])).not.toContain('pending');
  });

  it('looks up what was chosen, and adds to what is not done', async () => {
    const user = await startScanUser();
    const scan = await user.scan(dells(5));
    await scene.simulator.faults({ latencyMs: 400 });
    await start(user, scan, ['1', '2']);
    expect(await read(user, scan)).toMatchObject({ total: 2, devices: ['1', '2'] });
    await start(user, scan, ['2', '3']);
    expect(await untilStatus(user, scan, 'done')).toMatchObject({
      total: 3,
      done: 3,
      devices: ['1', '2', '3'],
    });
    const [chosen, other] = await knownOutcomes(user, ['B000002', 'B000004']);
    expect([chosen === 'pending', other]).toEqual([false, 'pending']);
  });

  it('says which devices it cannot look up, and why', async () => {
    const user = await startScanUser();
    const scan = await user.scan([
      device(1, { manufacturer: 'Dell', serial: 'B000001' }),
      device(2, { manufacturer: 'LENOVO', serial: 'PF0ABC12' }),
      device(3, { manufacturer: 'Acme', serial: 'A1B2C3D4E5' }),
      device(4),
    ]);
    await start(user, scan);
    const { total, failures } = await untilStatus(user, scan, 'done');
    expect(total).toBe(1);
    expect(failures.map(({ needsKeys, devices }) => [needsKeys, devices])).toEqual([
      [false, ['3']],
      [true, ['2']],
    ]);
    for (const { message } of failures) expect(message).toMatch(/^.{10,200}\.$/);
  });

  it('counts in the daily budget, and continues on the next day', { timeout: 60_000 }, async () => {
    await avoidMidnight(30);
    const user = await startScanUser();
    const scan = await user.scan(dells((perDay + 1) * 100));
    await start(user, scan);
    const waiting = await untilStatus(user, scan, 'paused');
    expect(waiting.continuesAt).toMatch(/T00:00:00.000Z$/);
    expect(waiting.done).toBeLessThanOrEqual(perDay * 100);
    // A job that is still active would succeed after midnight.
    await untilBulkJobsEnd(scene.server.database);
    await query('update vendor_call_counts set day = day - 1');
    await query("update bulk_runs set continues_at = continues_at - interval '1 day'");
    await enqueueJob(scene.server.deps, 'bulk.sweep');
    expect((await untilStatus(user, scan, 'done')).done).toBe((perDay + 1) * 100);
  });

  it('has a bound of its own', async () => {
    const user = await startScanUser();
    await scene.simulator.faults({ latencyMs: 5000 });
    const scans: string[] = [];
    for (let index = 0; index < 11; index += 1) scans.push(await user.scan(dells(1, index)));
    const statuses = [];
    for (const scan of scans) statuses.push((await start(user, scan)).statusCode);
    expect(statuses).toEqual([...Array(10).fill(202), 409]);
    await query("update bulk_runs set status = 'cancelled'");
  });

  it('is of a scan that exists, and null before it starts', async () => {
    const user = await startScanUser();
    const scan = await user.scan(dells(1));
    for (const method of ['POST', 'GET'] as const)
      expect((await user.send(method, urlOf('x'), {})).statusCode).toBe(404);
    expect(await user.get(urlOf(scan))).toEqual({ lookup: null });
  });
});
