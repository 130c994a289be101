import { gunzipSync } from 'node:zlib';
import { Registry } from 'prom-client';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { silent } from '../../../test/fixtures.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import type { FoundDates, KnownSerial, PredictionOutcome, PredictionTask } from './prediction-tasks.ts';
import { createPredictorPool, type PredictorPool, type PredictorsOptions } from './predictor-pool.ts';
import { createPredictionMetrics } from './purchase-date-metrics.ts';

let registry: Registry;
let predictors: PredictorPool;

function open(options: Partial<PredictorsOptions> = {}): void {
  registry = new Registry();
  predictors = createPredictorPool({
    name: 'files',
    threads: 1,
    maxQueueLength: 4,
    idleSeconds: 60,
    seconds: 120,
    maxMemoryMb: 512,
    log: silent,
    metrics: createPredictionMetrics(registry)('files'),
    ...options,
  });
}

beforeEach(() => open());
afterEach(() => predictors.stop());

const work = (body: object, kind: 'analyze' | 'predict' = 'predict'): PredictionTask => ({
  kind,
  segments: [new TextEncoder().encode(JSON.stringify(body))],
});
const small = () => work({ csvData: [{ serialNumber: 'A1' }] });
const large = () =>
  work({
    csvData: Array.from({ length: 25_000 }, (_, index) => ({ serialNumber: `A${index}`, model: 'Latitude' })),
  });
const here = () => new AbortController().signal;
const sharer = { owner: 'owner', client: { key: '192.0.2.1' } };
const noDates = async (): Promise<FoundDates> => ({ dates: new Map(), ownDates: null, vendorDates: null });
const run = (given = small(), signal = here(), by = sharer) =>
  predictors.run(given, { sharer: by, signal, findDates: noDates });
const told = (answer: PredictionOutcome) =>
  answer.kind === 'json' ? JSON.parse(gunzipSync(Buffer.concat(answer.gzipped)).toString()) : answer;

const metric = async (name: string) =>
  (await registry.getMetricsAsJSON()).find((each) => each.name === name)?.values ?? [];
const lost = async (reason: string) =>
  (await metric('warranty_prediction_aborts_total')).find(({ labels }) => labels.reason === reason)?.value ??
  0;

const threads = () => process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length;

describe('the predictor pool', { timeout: 150_000 }, () => {
  it('predicts in a thread, one task after the other', async () => {
    const answers = await Promise.all([run(), run(), run()]);
    for (const answer of answers)
      expect(told(answer)).toMatchObject({ predictions: [{ method: expect.any(String) }] });
  });

  it.each([true, false])(
    'waits for the dates of its devices, and reports them: %s',
    async (useVendorDates) => {
      const asked: unknown[] = [];
      const csvData = [
        { serialNumber: '7XK2P93', manufacturer: 'Dell Inc.' },
        { serialNumber: '7XK2P93', manufacturer: 'Dell' },
        { serialNumber: 'N/A', manufacturer: 'Dell' },
        { serialNumber: '', manufacturer: 'HP' },
      ];
      const known = { date: '2021-05-03', vendor: 'Dell', meaning: 'shipped', isOwn: true } as const;
      const found: FoundDates = {
        dates: new Map([['7XK2P93', known]]),
        ownDates: { found: 1, sentence: 'One was known.' },
        vendorDates: useVendorDates ? { asked: 1, found: 0, sentence: 'One was asked.' } : null,
      };
      const findDates = async (...given: [KnownSerial[], boolean]) => {
        asked.push(given);
        return found;
      };
      const context = { sharer, signal: here(), findDates };
      const answer = told(await predictors.run(work({ csvData, useVendorDates }), context));
      const lookedUpAs = { vendor: 'Dell', serial: '7XK2P93' };
      const serials = [
        { serialNumber: '7XK2P93', manufacturer: 'Dell Inc.', modelNumber: null, lookedUpAs },
        { serialNumber: 'N/A', manufacturer: 'Dell', modelNumber: null, lookedUpAs: null },
      ];
      expect(asked).toEqual([[serials, useVendorDates]]);
      expect(answer).toMatchObject({ ownDates: found.ownDates, vendorDates: found.vendorDates });
      expect(answer.predictions[0]).toMatchObject({ predictedPurchaseDate: '2021-05-03', isKnown: false });
    },
  );

  it('queues at most four tasks, and then rejects with a time to retry after', async () => {
    const admitted = Array.from({ length: 5 }, () => run());
    await expect(run()).rejects.toMatchObject({
      code: 'predictor_busy',
      retryAfterSeconds: expect.any(Number),
    });
    expect(await Promise.all(admitted)).toHaveLength(5);
    expect(told(await run()).predictions).toHaveLength(1);
  });

  it('queues the first task of an address instead of the newest of one that has several', async () => {
    const greedy = Array.from({ length: 5 }, () => run().then(told, ({ code }: { code: string }) => code));
    const newcomer = run(small(), here(), { owner: 'other', client: { key: '192.0.2.2' } });
    expect(await greedy[4]).toBe('predictor_busy');
    expect(told(await newcomer).predictions).toHaveLength(1);
    for (const answer of await Promise.all(greedy.slice(0, 4)))
      expect(answer).toMatchObject({ predictions: expect.any(Array) });
  });

  it('stops a task that takes too long, and continues with the next', async () => {
    open({ seconds: 0.2 });
    const answers = [run(large()), run(large())];
    for (const answer of answers)
      await expect(answer).rejects.toMatchObject({
        code: 'prediction_stopped',
        message: 'The prediction was stopped because it exceeded the time limit. Try fewer rows.',
      });
    expect(await lost('time')).toBe(2);
  });

  it('stops a task that takes too much memory, and continues with the next', async () => {
    open({ maxMemoryMb: 24 });
    await expect(run(large())).rejects.toMatchObject({
      code: 'prediction_stopped',
      message: 'The prediction was stopped because it exceeded the memory limit. Try fewer rows.',
    });
    expect(await lost('memory')).toBe(1);
    expect(told(await run()).predictions).toHaveLength(1);
  });

  it('stops the task of a disconnected client', async () => {
    const leaving = new AbortController();
    const left = run(large(), leaving.signal);
    const next = run();
    leaving.abort();
    await expect(left).rejects.toMatchObject({ code: 'predictor_busy' });
    expect(told(await next).predictions).toHaveLength(1);
  });

  it('releases its memory after a large file, and when idle', async () => {
    const before = threads();
    await run(large());
    await waitUntil('the thread of the large file ended', async () => threads() === before);
    open({ idleSeconds: 0.05 });
    await run();
    await waitUntil('the idle thread ended', async () => threads() === before);
    expect(told(await run()).predictions).toHaveLength(1);
  });

  it('releases its memory after rejecting a large body', async () => {
    const before = threads();
    const refused = await run(work({ csvData: Array(3_000_000).fill('') }));
    expect(refused).toMatchObject({ kind: 'too-many' });
    await waitUntil('its thread ended', async () => threads() === before);
  });

  it.each([
    ['too many values', `{"csvData":[${Array(2_600_000).fill('{}').join()}]}`],
    ['nested lists', `{"csvData":${'['.repeat(10)}${']'.repeat(10)}}`],
  ])('rejects %s before parsing them', async (_, text) => {
    const answer = await run({ kind: 'predict', segments: [new TextEncoder().encode(text)] });
    expect(answer).toMatchObject({ kind: 'invalid', path: 'body' });
  });

  it('rejects all tasks after it is stopped', async () => {
    const under = run(large());
    const refused = expect(under).rejects.toMatchObject({ code: 'predictor_busy' });
    await predictors.stop();
    await refused;
    await expect(run()).rejects.toMatchObject({ code: 'predictor_busy' });
  });
});
