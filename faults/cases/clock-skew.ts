import { readSession } from '@warranty/contracts/session';
import { readRun, sendFile } from '../../harness/bulk-run.ts';
import { reconnect } from '../../harness/test-client.ts';
import { faketimeUnavailableReason, withClock } from '../faketime.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { startProcess } from '../installation.ts';
import { assertExtraCalls, setUp, waitUntilComplete } from './bulk-fixture.ts';

const startSkewed = (
  context: FaultContext,
  role: 'api' | 'worker',
  env: Record<string, string>,
  offset: string,
) => startProcess(context, role, { ...env, ...withClock(offset) });

const hourMs = 3_600_000;

export const clockSkew: Fault = {
  number: 94,
  slow: true,
  title: 'the clocks of an api and of two workers are an hour fast or slow',
  async run(context) {
    if (faketimeUnavailableReason) return `skipped: ${faketimeUnavailableReason}`;
    const scene = await setUp(context, { workers: 0, latencyMs: 500, rows: 3000 });
    const { env, client, observer, runId } = scene;
    const [fast, slow] = await Promise.all([
      startSkewed(context, 'api', env, '+1h'),
      startSkewed(context, 'api', env, '-1h'),
      startSkewed(context, 'worker', env, '+1h'),
      startSkewed(context, 'worker', env, '-1h'),
    ]);
    await sendFile(client, runId, scene.fleet.chunks());
    for (const { url } of [fast, slow]) {
      const shifted = Date.parse((await fetch(`${url}/livez`)).headers.get('date') ?? '');
      assert(Math.abs(Math.abs(shifted - Date.now()) - hourMs) < 60_000, 'the clock is not wrong');
      const { userId } = await reconnect(url, client).call(readSession);
      assert(userId === client.userId, 'the session ended early');
    }
    await waitUntilComplete(scene);
    await assertExtraCalls(scene);
    const { rows } = await observer.query<{ count: number }>(
      `select count(*)::int as count from pgboss.job where retry_count > 0`,
    );
    assert(rows[0]?.count === 0, `${rows[0]?.count} jobs were taken over early`);
    const { createdAt, finishedAt } = await readRun(client, runId);
    const took = Date.parse(finishedAt ?? '') - Date.parse(createdAt);
    assert(took > 0 && took < scene.timeoutMs, `the run seems to have taken ${took / 1000} s`);
    return `${scene.fleet.rows} rows, each with one result, 0 extra calls, 0 jobs taken over; the session is valid in every process`;
  },
};
