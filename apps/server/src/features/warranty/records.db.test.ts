import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sameOriginHeaders, startTestApp, type TestApp } from '../../../test/app.ts';
import { reachedDatabase, silent, testMasterKey } from '../../../test/fixtures.ts';
import { enqueueJob } from '../../../test/jobs.ts';
import { type Simulator, startSimulator } from '../../../test/vendor.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { buildApp } from '../../app.ts';
import { readConfig } from '../../config.ts';
import { createDeps } from '../../deps.ts';

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
const scopes = async () =>
  (await server.database.query<{ scope: string }>('select distinct scope from warranty_records')).map(
    ({ scope }) => scope,
  );

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
  it('have a scope of their own, and are not returned after credentials were added', async () => {
    const { cookie } = await server.startSession();
    expect((await lookup(server.app, cookie, 'DEMO001')).json().source).toMatchObject({ demo: true });
    expect(await scopes()).toEqual(['demo']);
    const before = (await simulator.counts('short')).calls.assetEntitlements;
    await withCredentials(async (app) => {
      expect((await lookup(app, cookie, 'DEMO001')).json().source).toMatchObject({ demo: false });
    });
    expect((await simulator.counts('short')).calls.assetEntitlements).toBe(before + 1);
    expect((await scopes()).sort()).toEqual(['demo', 'system']);
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
    const own = (await scopes()).filter((scope) => scope.includes(user?.id ?? ''));
    expect(own.sort()).toEqual([user?.id, `demo:${user?.id}`].sort());
    await server.database.query('delete from users where id = $1', [user?.id]);
    expect((await scopes()).filter((scope) => scope.includes(user?.id ?? ''))).toEqual([]);
  });
});

describe('the sweep', () => {
  it('deletes records of every scope by their last check, in batches', async () => {
    await server.database.query(`
      insert into warranty_records (scope, vendor, serial, answer, checked_at)
      select scope, 'dell', 'OLD' || n, '{"kind":"not-known"}', now() - interval '31 days'
        from unnest(array['system', 'demo']) as scope, generate_series(1, 6000) as n`);
    await server.database.query(`
      insert into warranty_records (scope, vendor, serial, answer, checked_at)
      values ('system', 'dell', 'KEPT', '{"kind":"not-known"}', now() - interval '29 days')`);
    await enqueueJob(server.deps, 'warranty.sweep');
    await waitUntil('the old records to go', async () => {
      const rows = await server.database.query("select from warranty_records where serial like 'OLD%'");
      return rows.length === 0;
    });
    expect(await server.database.query("select from warranty_records where serial = 'KEPT'")).toHaveLength(1);
  });

  it('deletes former answers of every scope by the time they were replaced, in batches', async () => {
    const addHistory = (serial: string, days: number, count: number) =>
      server.database.query(
        `insert into warranty_history (scope, vendor, serial, answer, changed_at, checked_at, replaced_at)
         select scope, 'dell', $1 || n, '{"kind":"not-known"}', now() - interval '1 year', now() - interval '1 year',
                now() - $2 * interval '1 day'
           from unnest(array['system', 'demo']) as scope, generate_series(1, $3) as n`,
        [serial, days, count],
      );
    await addHistory('OLD', 31, 6000);
    await addHistory('KEPT', 29, 1);
    await enqueueJob(server.deps, 'warranty.sweep');
    await waitUntil('the old answers to go', async () => {
      const rows = await server.database.query("select from warranty_history where serial like 'OLD%'");
      return rows.length === 0;
    });
    expect(await server.database.query("select from warranty_history where serial = 'KEPT1'")).toHaveLength(
      2,
    );
  });
});
