import { parentPort } from 'node:worker_threads';
import type { VendorDates } from '@warranty/contracts/purchase-date';
import { findColumns } from '@warranty/domain/prediction/asset-columns';
import { analyzeAssets, predictAssets, predictDescription } from '@warranty/domain/prediction/predict';
import { gzipAll, predictionTexts } from './reply-writer.ts';
import { type RequestRows, type Row, readRequest } from './request-rows.ts';
import type {
  KnownSerial,
  MessageFromThread,
  MessageToThread,
  PredictionOutcome,
  PredictionTask,
  VendorDatesResult,
} from './thread-messages.ts';

// Entry point of a prediction thread. It parses a file, predicts and serializes the result, so that the main thread can
// keep serving requests. It has no connections and keeps no state between tasks.

const port = parentPort;
if (!port) throw new Error('this is the program of a thread');

const say = (message: MessageFromThread, transfer: ArrayBuffer[] = []) => port.postMessage(message, transfer);

let resolveVendorDates: ((vendors: VendorDatesResult) => void) | null = null;

function requestVendorDates(serials: KnownSerial[]): Promise<VendorDatesResult> {
  say({ kind: 'serials', serials });
  return new Promise((resolve) => {
    resolveVendorDates = resolve;
  });
}

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

async function predict({ rows, useVendorDates }: RequestRows, now: Date): Promise<Uint8Array[]> {
  const vendors = useVendorDates ? await requestVendorDates(serialsOf(rows)) : null;
  const told: VendorDates | null = vendors && {
    asked: vendors.asked,
    found: vendors.dates.size,
    sentence: vendors.sentence,
  };
  const predictions = predictAssets(rows, { now, ...(vendors && { vendorDates: vendors.dates }) });
  return gzipAll(predictionTexts(predictions, told));
}

async function answerTo(work: PredictionTask, now: Date): Promise<PredictionOutcome> {
  if (work.kind === 'single') {
    const prediction = predictDescription(work.description, { now, vendorDates: work.shipDates });
    return { kind: 'prediction', prediction };
  }
  const request = readRequest(Buffer.concat(work.segments).toString('utf8'));
  if ('kind' in request) return request;
  const { rows } = request;
  const gzipped =
    work.kind === 'predict'
      ? await predict(request, now)
      : await gzipAll([JSON.stringify(analyzeAssets(rows, { now }))]);
  return { kind: 'json', gzipped, rows: rows.length };
}

port.on('message', async (message: MessageToThread) => {
  if (message.kind === 'vendors') resolveVendorDates?.(message.vendors);
  else say(await answerTo(message.work, message.now));
});
