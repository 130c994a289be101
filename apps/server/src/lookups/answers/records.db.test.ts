import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp, type TestApp } from '../../../test/app.ts';
import { reachedDatabase, silent, testMasterKey } from '../../../test/fixtures.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { type Simulator, startSimulator } from '../../../test/vendor.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config/config.ts';
import { createDeps } from '../../deps.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';

let simulator: Simulator;
let server: TestApp;
beforeAll(async () => {
  simulator = await startSimulator('open');
  server = await startTestApp({
    worker: true,
    simulator: { url: simulator.url, samples: [] },
    env: { DEMO: 'on', CACHE_RETENTION_DAYS: '30' },
  });
  await server.deps.jobs.work();
});
afterAll(async () => {
  await server.close();
  await simulator.stop();
});

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
    await server.database.query<{ origin: string }>(
      "select distinct case when is_simulated then 'demo:' else '' end || owner as origin from warranty_records",
    )
  ).map(({ origin }) => origin);

/** The same installation after the operator added credentials. */
async function withCredentials(use: (app: TestApp['app']) => Promise<void>): Promise<void> {
  const config = readConfig('api', {
    DATABASE_URL: server.database.url,
    WEB_DIR: '/nowhere',
    SECRETS_KEY: testMasterKey,
    DELL_CLIENT_ID: 'sim-client',
    DELL_CLIENT_SECRET: 'sim-secret',
    DELL_BASE_URL: simulator.url,
  });
  const context = { database: reachedDatabase(server.database.url), simulator: null, worker: false };
  const deps = await createDeps(config, context, silent);
  const app = await buildApp(config, deps);
  await use(app);
  await app.close();
  await deps.close();
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
    const { cookie, userId } = await server.startSession();
    for (const [keyType, keyValue] of [
      ['client_id', 'sim-own'],
      ['client_secret', 'sim-own-secret'],
    ])
      await server.app.inject({
        method: 'POST',
        url: `/api/user/${userId}/api-keys`,
        headers: { ...sameOriginHeaders, cookie },
        payload: { vendor: 'Dell', keyType, keyValue },
      });
    await lookup(server.app, cookie, 'DEMO002');
    await withCredentials(async (app) => void (await lookup(app, cookie, 'DEMO002')));
    const [user] = await server.database.query<{ id: string }>('select id from users where username = $1', [
      userId,
    ]);
    const own = (await origins()).filter((origin) => origin.includes(user?.id ?? ''));
    expect(own.sort()).toEqual([user?.id, `demo:${user?.id}`].sort());
    await server.database.query('delete from users where id = $1', [user?.id]);
    expect((await origins()).filter((origin) => origin.includes(user?.id ?? ''))).toEqual([]);
  });
});

describe('the sweep', () => {
  it('deletes records of every origin by their last check, in batches', async () => {
    await server.database.query(`
      insert into warranty_records (owner, vendor, serial, is_simulated, answer, checked_at)
      select '${installationOwner}', 'dell', 'OLD' || n, is_simulated, '{"kind":"not-known"}', now() - interval '31 days'
        from unnest(array[true, false]) as is_simulated, generate_series(1, 6000) as n`);
    await server.database.query(`
      insert into warranty_records (owner, vendor, serial, answer, checked_at)
      values ('${installationOwner}', 'dell', 'KEPT', '{"kind":"not-known"}', now() - interval '29 days')`);
    await enqueueJob(server.deps, 'ownership.sweep');
    await waitUntil('the old records to go', async () => {
      const rows = await server.database.query("select from warranty_records where serial like 'OLD%'");
      return rows.length === 0;
    });
    expect(await server.database.query("select from warranty_records where serial = 'KEPT'")).toHaveLength(1);
  });

  it('deletes former answers of every origin by the time they were replaced, in batches', async () => {
    const addHistory = (serial: string, days: number, count: number) =>
      server.database.query(
        `insert into warranty_history (owner, vendor, serial, is_simulated, answer, changed_at, checked_at, replaced_at)
         select '${installationOwner}', 'dell', $1 || n, is_simulated, '{"kind":"not-known"}', now() - interval '1 year', now() - interval '1 year',
                now() - $2 * interval '1 day'
           from unnest(array[true, false]) as is_simulated, generate_series(1, $3) as n`,
        [serial, days, count],
      );
    await addHistory('OLD', 31, 6000);
    await addHistory('KEPT', 29, 1);
    await enqueueJob(server.deps, 'ownership.sweep');
    await waitUntil('the old answers to go', async () => {
      const rows = await server.database.query("select from warranty_history where serial like 'OLD%'");
      return rows.length === 0;
    });
    expect(await server.database.query("select from warranty_history where serial = 'KEPT1'")).toHaveLength(
      2,
    );
  });
});
