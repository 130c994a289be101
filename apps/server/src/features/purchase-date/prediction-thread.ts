import { countPredictions } from '@warranty/domain/prediction/counts';
import { readDescription } from '@warranty/domain/prediction/description';
import { analyzeAssets, predictAssets, predictDescription } from '@warranty/domain/prediction/predict';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import { knownSerials } from './known-serials.ts';
import type { FoundDates, PredictionOutcome, PredictionTasks } from './prediction-tasks.ts';
import { gzipAll, predictionTexts } from './reply-writer.ts';
import { type Row, readRequest } from './request-rows.ts';

// Entry point of a prediction thread. It parses a file, predicts and serializes the result, so that the main thread can
// keep serving requests. It has no connections, and keeps only the rows of a file that is waiting for dates.

type Predict = (found: FoundDates) => Promise<PredictionOutcome>;

const nothingFound: FoundDates = { dates: new Map(), ownDates: null, vendorDates: null };
let waiting: Predict | null = null;

const predictOne =
  (description: string, now: Date): Predict =>
  async ({ dates, ...found }) => ({
    kind: 'prediction',
    prediction: predictDescription(description, { now, vendorDates: dates }),
    found,
  });

const predictFile =
  (rows: Row[], now: Date): Predict =>
  async ({ dates, ...found }) => {
    const predictions = predictAssets(rows, { now, vendorDates: dates });
    const rest = { counts: countPredictions(predictions), ...found };
    return { kind: 'json', gzipped: await gzipAll(predictionTexts(predictions, rest)), rows: rows.length };
  };

/** Waits for the dates of the rows' devices, unless there is nothing to look for. */
function whenDated(rows: Row[], useVendorDates: boolean, predict: Predict) {
  const serials = knownSerials(rows);
  if (serials.length === 0 && !useVendorDates) return predict(nothingFound);
  waiting = predict;
  return { kind: 'serials' as const, serials, useVendorDates };
}

async function start({ work, now }: PredictionTasks['start']['input']) {
  if (work.kind === 'single') {
    const { description, useVendorDates } = work;
    return whenDated([readDescription(description)], useVendorDates, predictOne(description, now));
  }
  const request = readRequest(Buffer.concat(work.segments).toString('utf8'));
  if ('kind' in request) return request;
  const { rows, useVendorDates } = request;
  if (work.kind === 'predict') return whenDated(rows, useVendorDates, predictFile(rows, now));
  const gzipped = await gzipAll([JSON.stringify(analyzeAssets(rows, { now }))]);
  return { kind: 'json' as const, gzipped, rows: rows.length };
}

serveTasks<PredictionTasks>({
  start: async (input) => ({ output: await start(input) }),
  async resume(found) {
    if (!waiting) throw new Error('nothing is waiting for dates');
    const predict = waiting;
    waiting = null;
    return { output: await predict(found) };
  },
});
