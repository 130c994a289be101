import '../../../lib/browser/schemas-without-eval.ts';
import { RequestError } from '@warranty/contracts/core/client';
import type { Endpoint, ReplyOf } from '@warranty/contracts/core/endpoint';
import { analyzeAssets, type Prediction, predictBulk } from '@warranty/contracts/purchase-date';
import { type ReportProgress, serveRequests } from '../../../lib/files/file-worker.ts';
import { sheetsOf } from '../../../lib/files/open-file.ts';
import { predictionFile } from '../results/prediction-file.ts';
import { countYears, matching, type RowFilter, toRow } from '../results/prediction-rows.ts';
import { type Results, restoreResults, saveResults } from '../results/saved-results.ts';
import type { AssetFileSummary, AssetRequests, PredictionSummary } from './asset-messages.ts';
import { type AssetSource, exportSource, readSource, sourceOfFile, sourceOfRows } from './asset-source.ts';

// The worker holds the assets and their predictions; the page requests the rows it shows. The worker also calls the server,
// because parsing the replies would block the page for too long.

let rowsText = new Blob();
let results: Results | null = null;
let found: { key: string; places: number[] } | null = null;

async function readFrom(source: AssetSource, tell: ReportProgress): Promise<AssetFileSummary> {
  const read = await readSource(source, tell);
  ({ rowsText } = read);
  results = { source, delimiter: read.delimiter, predictions: [] };
  return read.summary;
}

function required(): Results {
  if (!results) throw new Error('there is no file');
  return results;
}

/** Like `call` of the page, but the body is never one string. */
async function post<E extends Endpoint>(
  { method, path }: E,
  beginning: string,
  headers: Record<string, string>,
): Promise<ReplyOf<E>> {
  const response = await fetch(path, {
    method,
    credentials: 'include',
    headers: { ...headers, 'content-type': 'application/json' },
    body: new Blob([beginning, rowsText, '}'], { type: 'application/json' }),
  });
  if (!response.ok) throw new RequestError(response, await response.text());
  return (await response.json()) as ReplyOf<E>;
}

async function predict({
  useVendorDates,
  headers,
}: AssetRequests['predict']['question']): Promise<PredictionSummary> {
  const beginning = useVendorDates ? '{"useVendorDates":true,' : '{';
  const { predictions, ...rest } = await post(predictBulk, beginning, headers);
  results = { ...required(), predictions };
  found = null;
  const conflicts = predictions.filter((each) => each.conflicts.length > 0).length;
  return { ...rest, conflicts, years: countYears(predictions) };
}

/** Caches the last search: scrolling requests several pages of the same one. */
function placesOf(filter: RowFilter): number[] {
  const key = JSON.stringify(filter);
  if (found?.key !== key) found = { key, places: matching(required().predictions, filter) };
  return found.places;
}

function predictionAt(at: number): Prediction {
  const prediction = required().predictions[at];
  if (!prediction) throw new Error('prediction not found');
  return prediction;
}

serveRequests<AssetRequests>({
  sheets: ({ file }) => sheetsOf(file),
  read: async ({ file, sheet }, tell) => readFrom(await sourceOfFile(file, sheet), tell),
  take: ({ rows }, tell) => readFrom(sourceOfRows(rows), tell),
  analyze: ({ headers }) => post(analyzeAssets, '{', headers),
  predict,
  rows: ({ filter, from, count }) => {
    const places = placesOf(filter);
    const rows = places.slice(from, from + count).map((at) => toRow(predictionAt(at), at));
    return { rows, total: places.length };
  },
  detail: ({ at }) => predictionAt(at),
  export: () => {
    const { predictions, delimiter } = required();
    return new Blob([...predictionFile(predictions, delimiter)], { type: 'text/csv' });
  },
  exportOwnFile: (_, tell) => exportSource(required().source, predictionAt, tell),
  save: (question) => saveResults(question, required()),
  async restore(question) {
    const restored = await restoreResults(question);
    results = restored?.results ?? null;
    return restored?.shown ?? null;
  },
});
