import type { VendorDates } from '@warranty/contracts/purchase-date';
import { findColumns } from '@warranty/domain/prediction/asset-columns';
import { analyzeAssets, predictAssets, predictDescription } from '@warranty/domain/prediction/predict';
import { serveTasks } from '../../platform/threads/serve-tasks.ts';
import type { KnownSerial, PredictionTasks, VendorDatesResult } from './prediction-tasks.ts';
import { gzipAll, predictionTexts } from './reply-writer.ts';
import { type Row, readRequest } from './request-rows.ts';

// Entry point of a prediction thread. It parses a file, predicts and serializes the result, so that the main thread can
// keep serving requests. It has no connections, and keeps only the rows of a file that is waiting for ship dates.

let waiting: { rows: Row[]; now: Date } | null = null;

/** Without duplicates. */
function serialsOf(rows: readonly Row[]): KnownSerial[] {
  const { names } = findColumns(rows);
  const cell = (row: Row, name: string | undefined) => (name === undefined ? '' : (row[name] ?? '').trim());
  const known = new Map<string, KnownSerial>();
  for (const row of rows) {
    const serialNumber = cell(row, names.serialNumber);
    if (serialNumber === '' || known.has(serialNumber)) continue;
    const manufacturer = cell(row, names.manufacturer) || null;
    known.set(serialNumber, {
      serialNumber,
      manufacturer,
      modelNumber: cell(row, names.modelNumber) || null,
    });
  }
  return [...known.values()];
}

async function predict(rows: Row[], now: Date, vendors: VendorDatesResult | null): Promise<Uint8Array[]> {
  const told: VendorDates | null = vendors && {
    asked: vendors.asked,
    found: vendors.dates.size,
    sentence: vendors.sentence,
  };
  const predictions = predictAssets(rows, { now, ...(vendors && { vendorDates: vendors.dates }) });
  return gzipAll(predictionTexts(predictions, told));
}

async function start({
  work,
  now,
}: PredictionTasks['start']['input']): Promise<PredictionTasks['start']['output']> {
  if (work.kind === 'single') {
    const prediction = predictDescription(work.description, { now, vendorDates: work.shipDates });
    return { kind: 'prediction', prediction };
  }
  const request = readRequest(Buffer.concat(work.segments).toString('utf8'));
  if ('kind' in request) return request;
  const { rows, useVendorDates } = request;
  if (work.kind === 'predict' && useVendorDates) {
    waiting = { rows, now };
    return { kind: 'serials', serials: serialsOf(rows) };
  }
  const gzipped =
    work.kind === 'predict'
      ? await predict(rows, now, null)
      : await gzipAll([JSON.stringify(analyzeAssets(rows, { now }))]);
  return { kind: 'json', gzipped, rows: rows.length };
}

serveTasks<PredictionTasks>({
  start: async (input) => ({ output: await start(input) }),
  async resume(vendors) {
    if (!waiting) throw new Error('no file is waiting for ship dates');
    const { rows, now } = waiting;
    waiting = null;
    return { output: { kind: 'json', gzipped: await predict(rows, now, vendors), rows: rows.length } };
  },
});
