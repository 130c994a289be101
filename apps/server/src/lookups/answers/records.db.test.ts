import { describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp, type TestApp } from '../../../test/app.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { startVendors } from '../../../test/vendor.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { installationOwner, type OwnerId } from '../../platform/ownership/owner-id.ts';

const simulator = await startVendors();
const server = await startTestApp({
  worker: true,
  simulator: { url: simulator.url, samples: [] },
  env: { DEMO: 'on', CACHE_RETENTION_DAYS: '30' },
});
const { query } = server;

const lookup = (app: TestApp['app'], cookie: string, modelNumber: string) =>
  app.inject({
    method: 'POST',
    url: '/api/warranty/lookup',
    headers: { ...sameOriginHeaders, cookie },
    payload: { modelNumber, manufacturer: 'Dell' },
  });

/** The owners of answers, those of demo mode marked. */
const origins = async () =>
  (
    await query<{ origin: string }>(
      "select distinct case when is_simulated then 'demo:' else '' end || owner as origin from warranty_records",
    )
  ).map(({ origin }) => origin);

/** The same installation after the operator added credentials. */
async function withCredentials(use: (app: TestApp['app']) => Promise<void>): Promise<void> {
  const keys = { DELL_CLIENT_ID: 'sim-client', DELL_CLIENT_SECRET: 'sim-secret' };
  const { app, stop } = await server.startProcess({
    env: { ...keys, DELL_BASE_URL: simulator.url, DEMO: 'off' },
  });
  await use(app);
  await stop();
}

describe('answers of the demo mode', () => {
  it('are marked, and are not returned after credentials were added', async () => {
    const { cookie } = await server.startSession();
    expect((await lookup(server.app, cookie, 'DEMO001')).json().source).toMatchObject({ demo: true });
    expect(await origins()).toEqual([`demo:${installationOwner}`]);
    const before = (await simulator.counts('short')).calls.assetEntitlements;
    await withCredentials(async (app) => {
      expect((await lookup(app, cookie, 'DEMO001')).json().source).toMatchObject({ demo: false });
    });
    expect((await simulator.counts('short')).calls.assetEntitlements).toBe(before + 1);
    expect((await origins()).sort()).toEqual([installationOwner, `demo:${installationOwner}`]);
  });

  it('are separate from those of vendors for a user with own keys, and are deleted with the user', async () => {
    const { cookie, userId, send } = await server.startSession();
    for (const [keyType, keyValue] of Object.entries({
      client_id: 'sim-own',
      client_secret: 'sim-own-secret',
    }))
      await send('POST', `/api/user/${userId}/api-keys`, { vendor: 'Dell', keyType, keyValue });
    await lookup(server.app, cookie, 'DEMO002');
    await withCredentials(async (app) => void (await lookup(app, cookie, 'DEMO002')));
    const owner = (await server.ownerOf(userId)) as OwnerId;
    const own = (await origins()).filter((origin) => origin.includes(owner));
    expect(own.sort()).toEqual([owner, `demo:${owner}`].sort());
    await query('delete from users where id = $1', [owner]);
    expect((await origins()).filter((origin) => origin.includes(owner))).toEqual([]);
  });
});

describe('the sweep', () => {
  const stored = 'owner, vendor, serial, is_simulated, answer, checked_at';
  const values = `'${installationOwner}', 'dell', $1 || n, is_simulated, '{"kind":"not-known"}'`;
  const age = "now() - $2 * interval '1 day'";

  it.each([
    ['records', 'warranty_records', stored, `${values}, ${age}`],
    [
      'former answers',
      'warranty_history',
      `${stored}, changed_at, replaced_at`,
      `${values}, now() - interval '1 year', now() - interval '1 year', ${age}`,
    ],
  ])('deletes %s of every origin (%s) in batches', async (_, table, columns, row) => {
    const add = (serial: string, days: number, count: number) =>
      query(
        `insert into ${table} (${columns})
         select ${row} from unnest(array[true, false]) as is_simulated, generate_series(1, $3::int) as n`,
        [serial, days, count],
      );
    const named = (serial: string) => query(`select from ${table} where serial like $1`, [`${serial}%`]);
    await add('OLD', 31, 6000);
    await add('KEPT', 29, 1);
    await enqueueJob(server.deps, 'ownership.sweep');
    await waitUntil('the old ones to go', async () => (await named('OLD')).length === 0);
    expect(await named('KEPT')).toHaveLength(2);
  });
});
