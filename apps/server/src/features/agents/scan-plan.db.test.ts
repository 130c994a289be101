import { expect, it } from 'vitest';
import { device, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';
import { handlerOf } from '../../../test/jobs.ts';

// With one connection, every scan uses the same plan.
const server = await startTestApp({ env: { DATABASE_POOL_SIZE: '1', DISK_FLOOR_MB: '0' } });

const { query } = server;

const storedRows = 50_000;

/** Statistics of a connection are complete when it has ended. */
async function endConnections(): Promise<void> {
  const own = `from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`;
  await query(`select pg_terminate_backend(pid) ${own}`);
  await expect.poll(() => query(`select ${own}`)).toEqual([]);
}

const readSequentially = async () =>
  query<{ name: string; rows: number }>(
    `select relname as name, seq_tup_read::int as rows from pg_stat_user_tables
      where relname like 'discovered_devices%' and seq_tup_read >= $1`,
    [storedRows],
  );

it('a scan does not read the other rows, although its statement was planned when there were none', async () => {
  const { rawSecret } = await (await startAgentUser(server)).make();
  const start = Date.parse('2026-11-15T09:00:00.000Z');
  let minute = 0;
  const send = async () => {
    minute += 1;
    const scan_timestamp = new Date(start + minute * 60_000).toISOString();
    const reply = await sendTo(server)(rawSecret, scanOf([device(1), device(2)], { scan_timestamp }));
    expect(reply.statusCode).toBe(200);
  };
  // PostgreSQL now believes that the month stays empty.
  await query('vacuum analyze discovered_devices');
  for (let time = 0; time < 12; time += 1) await send();
  await query(
    `insert into discovered_devices (session_id, id, ip, open_ports, timestamp, agent_id)
     select gen_random_uuid(), 1, '10.0.0.1', '[]', now(), 'other' from generate_series(1, $1)`,
    [storedRows],
  );
  for (let time = 0; time < 5; time += 1) await send();
  await handlerOf(server.deps, 'agents.sweep').run({} as never, {} as never);
  await query('delete from agent_discovery_sessions');
  await endConnections();
  expect(await readSequentially()).toEqual([]);
  expect(await query('select from discovered_devices')).toHaveLength(storedRows);
});
