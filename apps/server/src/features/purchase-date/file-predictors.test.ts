import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../../test/fixtures.ts';
import { createFilePredictors, type FilePredictors } from './file-predictors.ts';
import type { FoundDates } from './prediction-tasks.ts';
import { createPredictorPool } from './predictor-pool.ts';
import { createPredictionMetrics } from './purchase-date-metrics.ts';

let predictors: FilePredictors;
beforeEach(() => {
  const metricsOf = createPredictionMetrics(new Registry());
  predictors = createFilePredictors({
    threads: 1,
    seconds: 120,
    maxMemoryMb: 1536,
    startPool: (limits) =>
      createPredictorPool({ ...limits, idleSeconds: 60, log: silent, metrics: metricsOf(limits.name) }),
  });
});
afterEach(() => predictors.stop());

const encode = (body: object) => new TextEncoder().encode(JSON.stringify(body));
const rowsOf = (count: number, notes = '') =>
  Array.from({ length: count }, (_, index) => ({ serialNumber: `A${index}`, model: 'Latitude 5420', notes }));
const small = () => encode({ csvData: rowsOf(10) });
/** 1.2 MB: takes seconds. */
const medium = () => encode({ csvData: rowsOf(15_000, 'in use') });
/** 0.6 MB: takes no time. */
const fewRows = () => encode({ csvData: rowsOf(20, 'n'.repeat(30_000)) });
const noDates = async (): Promise<FoundDates> => ({ dates: new Map(), ownDates: null, vendorDates: null });

const run = (body: Uint8Array, address: string, signal = new AbortController().signal) =>
  predictors.run(
    { kind: 'predict', segments: [body] },
    { sharer: { owner: `owner at ${address}`, client: { key: address } }, signal, findDates: noDates },
  );

describe('the predictors of files', { timeout: 60_000 }, () => {
  it('do not let a small file wait for larger ones', async () => {
    const leaving = new AbortController();
    let done = 0;
    const larger = ['a', 'b', 'c'].map((address) =>
      run(medium(), address, leaving.signal).then(() => {
        done += 1;
      }),
    );
    expect(await run(small(), 'd')).toMatchObject({ kind: 'json', rows: 10 });
    // The first of them may be faster than a thread that has to start.
    expect(done).toBeLessThanOrEqual(1);
    leaving.abort();
    await Promise.allSettled(larger);
  });

  it('queue one file each of twenty addresses', async () => {
    const files = Array.from({ length: 20 }, (_, index) => run(fewRows(), `192.0.2.${index}`));
    for (const answer of await Promise.all(files)) expect(answer).toMatchObject({ rows: 20 });
  });
});
