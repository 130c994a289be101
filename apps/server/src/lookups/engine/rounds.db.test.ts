import type { BulkResultRow } from '@warranty/contracts/bulk-results';
import { afterEach, describe, expect, it } from 'vitest';
import { dellFile, startBulkFixture } from '../../../test/bulk.ts';
import { waitUntil } from '../../../test/wait-until.ts';

/** A chunk that a vendor fails eight times is given up. */
const lastRound = 7;

const scene = await startBulkFixture();
const user = await scene.startBulkUser();
afterEach(() => scene.simulator.reset());

const { query } = scene;

/** A run with a single chunk. */
async function startRun(from: number): Promise<string> {
  const { id } = await user.create();
  expect((await user.upload(id, dellFile(5, from))).statusCode).toBe(202);
  return id;
}

interface Waiting {
  id: string;
  round: number;
}

/** The job of the chunk, once a failed call has postponed it. */
async function untilPostponed(after?: Waiting): Promise<Waiting> {
  let found: Waiting | undefined;
  await waitUntil('the chunk to be postponed', async () => {
    [found] = await query<Waiting>(
      `select id, (data->>'round')::int as round from pgboss.job
        where name = 'bulk.chunk' and state = 'created' and start_after > now()`,
    );
    return found !== undefined && found.id !== after?.id;
  });
  return found as Waiting;
}

/** Runs the job now, as if it had failed this often before and the vendor may be called again. */
async function runAt({ id }: Waiting, round: number): Promise<void> {
  await query('delete from vendor_gates');
  await query(
    `update pgboss.job set start_after = now(), data = jsonb_set(data::jsonb, '{round}', to_jsonb($2::int))
      where id = $1`,
    [id, round],
  );
}

const rowsOf = async (id: string) =>
  (await user.send('GET', `/api/bulk-runs/${id}/results`)).json<{ rows: BulkResultRow[] }>().rows;

describe('a chunk', () => {
  it('is given up when the vendor has failed it eight times, and can be retried', async () => {
    await scene.simulator.faults({ serverErrors: { times: -1 } });
    const id = await startRun(8000);
    const first = await untilPostponed();
    expect(first.round).toBe(1);
    await runAt(first, lastRound - 1);
    const last = await untilPostponed(first);
    expect(last.round).toBe(lastRound);
    await runAt(last, lastRound);
    expect(await user.over(id)).toMatchObject({ status: 'completed', counts: { failed: 5, pending: 0 } });
    for (const { outcome, error } of await rowsOf(id))
      expect([outcome, error]).toEqual(['failed', expect.stringMatching(/^Dell .+\.$/)]);

    await scene.simulator.faults({});
    await query('delete from vendor_gates');
    await user.send('POST', `/api/bulk-runs/${id}/retry`);
    expect(await user.over(id)).toMatchObject({ counts: { failed: 0, pending: 0 } });
  });

  it('waits for a busy vendor, however often it is busy', async () => {
    await scene.simulator.faults({ busy: { times: -1, retryAfter: 60 } });
    const id = await startRun(8100);
    const first = await untilPostponed();
    expect(first.round).toBe(0);
    await runAt(first, lastRound);
    const again = await untilPostponed(first);
    expect(again.round).toBe(lastRound);
    expect((await rowsOf(id)).map(({ outcome }) => outcome)).toEqual(Array(5).fill('pending'));

    await scene.simulator.faults({});
    await runAt(again, again.round);
    expect(await user.over(id)).toMatchObject({
      status: 'completed',
      counts: { failed: 0, pending: 0 },
    });
  });
});
