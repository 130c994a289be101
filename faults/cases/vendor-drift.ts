import { retryBulkRun } from '@warranty/contracts/bulk-lookup';
import { RequestError } from '@warranty/contracts/core/client';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { sendFile } from '../../harness/bulk-run.ts';
import { assert, type Fault } from '../fault.ts';
import { assertRunComplete, type BulkFixture, setUp, waitUntilStatus } from './bulk-fixture.ts';

/** Replies of a vendor that has changed them, each with status 200. */
const drifts: object[] = [
  { drift: 'missingField' },
  { drift: 'renamedField' },
  { drift: 'dateFormat' },
  { drift: 'arrayBecomesObject' },
  { htmlInsteadOfJson: { times: -1 } },
];

/** A lookup may fail or state that it has no result. It must not have dates that were misread. */
async function lookUp({ client }: BulkFixture, modelNumber: string): Promise<string> {
  try {
    const { endDate, error } = await client.call(lookupWarranty, {
      body: { modelNumber, manufacturer: 'Dell', refresh: false },
    });
    assert(!endDate, `a reply that was not understood gave the date ${endDate}`);
    return error ?? 'no result';
  } catch (error) {
    if (error instanceof RequestError && error.status === 503) return 'unavailable';
    throw error;
  }
}

export const vendorDrift: Fault = {
  number: 99,
  slow: true,
  title: 'the vendor changes the format of its replies',
  async run(context) {
    const scene = await setUp(context, { rows: 1000, fullRows: 20_000, env: { BREAKER_SECONDS: '1' } });
    const { simulator } = scene;
    const seen = new Set<string>();
    for (const [at, drift] of drifts.entries()) {
      await simulator.faults(drift);
      seen.add(await lookUp(scene, `FB${at}000X`));
    }
    await simulator.faults(drifts[1] as object);
    await sendFile(scene.client, scene.runId, scene.fleet.chunks());
    await waitUntilStatus(scene, 'completed');
    const { counts } = await assertRunComplete(scene, () => true);
    assert(counts.failed > 0, 'no row failed');
    // Devices without coverage have no dates, so their replies have not changed.
    const { rows } = await scene.observer.query<{ count: number }>(
      `select count(*)::int as count from warranty_records where json_array_length(answer->'entitlements') > 0`,
    );
    assert(rows[0]?.count === 0, `${rows[0]?.count} results that were misread are stored`);
    await simulator.faults({});
    const { call } = scene.client;
    await scene.watch.startOver(() => call(retryBulkRun, { params: { runId: scene.runId } }));
    await waitUntilStatus(scene, 'completed');
    const after = await assertRunComplete(scene);
    const expected = counts.found + counts.failed;
    assert(after.counts.found === expected, `${after.counts.found} of ${expected} rows have a result`);
    return `${drifts.length} formats give no dates (${[...seen].join('; ')}); ${counts.failed} rows of a run failed, and all have a result after a retry`;
  },
};
