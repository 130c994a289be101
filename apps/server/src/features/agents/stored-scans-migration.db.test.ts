import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cloneDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrationsDir, silent } from '../../../test/fixtures.ts';
import { migrate } from '../../platform/db/migrate.ts';

let database: TestDatabase;
let folder: string;
/** Like a process of the previous version: one connection that was there before the migration. */
let previous: pg.Client;
beforeEach(async () => {
  database = await cloneDatabase('empty');
  folder = await mkdtemp(join(tmpdir(), 'warranty-migrations-'));
  for (const name of await readdir(migrationsDir))
    if (name < '0018') await copyFile(join(migrationsDir, name), join(folder, name));
  await migrate(database.url, folder, silent);
  previous = new pg.Client({ connectionString: database.url });
  await previous.connect();
});
afterEach(async () => {
  await previous.end();
  await database.drop();
  await rm(folder, { recursive: true });
});

/** The statements of the previous version, prepared before the migration. */
async function storeScan(agent: string): Promise<string> {
  const { rows } = await previous.query({
    name: 'store',
    text: `with session as (
             insert into agent_discovery_sessions
               (owner, agent_id, platform, scan_timestamp, total_devices, serial_count, body_hash)
             select id, $1::text, 'linux', clock_timestamp(), '2', 0, sha256(convert_to($1::text, 'utf8')) from users returning id),
           devices as (
             insert into discovered_devices (session_id, ip, open_ports, timestamp, agent_id, id)
             select id, '10.0.0.1'::inet + place, '[]', now(), $1::text, place from session, generate_series(1, 2) as place)
           select id from session`,
    values: [agent],
  });
  return rows[0].id;
}
const readScan = async (id: string) =>
  (
    await previous.query({
      name: 'read',
      text: `select json_build_object('ip', json_agg(host(ip)))::text as devices
               from (select * from discovered_devices where session_id = $1 order by ip, id) as device`,
      values: [id],
    })
  ).rows[0].devices;

const twoDevices = '{"ip" : ["10.0.0.2", "10.0.0.3"]}';

describe('the migration of stored scans', () => {
  it('keeps every device, for processes of the previous version too', async () => {
    await previous.query("insert into users (username, password) values ('owner', '!')");
    const before = await storeScan('before');
    expect(await readScan(before)).toBe(twoDevices);
    expect(await migrate(database.url, migrationsDir, silent)).toContain('0019_devices_by_month.sql');

    const after = await storeScan('after');
    for (const id of [before, after]) expect(await readScan(id)).toBe(twoDevices);
    expect(await previous.query('select from only discovered_devices')).toMatchObject({ rowCount: 0 });
    const [partitioned] = await database.query<{ kind: string }>(
      "select relkind::text as kind from pg_class where relname = 'discovered_devices'",
    );
    expect(partitioned).toEqual({ kind: 'p' });

    await previous.query('delete from agent_discovery_sessions where id = $1', [before]);
    expect(await previous.query('select from discovered_devices')).toMatchObject({ rowCount: 2 });
    await previous.query('delete from users');
    expect(await previous.query('select from discovered_devices')).toMatchObject({ rowCount: 0 });
  });
});
