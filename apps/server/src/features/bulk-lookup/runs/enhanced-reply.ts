import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RowResult, rowResult } from '@warranty/contracts/csv-enrichment';
import { type ExportStores, exportFile } from '../reading/export.ts';
import { serialResultOf, toRowResult } from '../reading/row-results.ts';
import type { RunRow } from './run.ts';
import type { SyncLookup } from './sync-lookup.ts';

/** Small enough that a page does not block the event loop. */
const rowsPerPage = 250;

const wasDellCalled = ({ manufacturer, outcome }: RowResult) =>
  manufacturer === 'Dell' && outcome !== 'skipped' && outcome !== 'not-processed';

/** The JSON of a string without its quotes, to be embedded in a longer string. */
const inner = (text: string) => JSON.stringify(text).slice(1, -1);

/** The reply for a finished run as JSON, page by page. */
export async function* enhancedReply(
  stores: ExportStores,
  few: SyncLookup,
  run: RunRow,
): AsyncGenerator<string> {
  let dellDevicesProcessed = 0;
  let after = 0;
  yield '{"warrantyResults":[';
  for (;;) {
    const batch = await stores.rows.page(run, after, rowsPerPage);
    if (batch.length === 0) break;
    const context = { demo: stores.demo, now: new Date() };
    const results = batch.map((row) => toRowResult(row, serialResultOf(row), context));
    const full = await few.withDetails(run.owner, results);
    dellDevicesProcessed += full.filter(wasDellCalled).length;
    const texts = full.map((result) => JSON.stringify(rowResult.parse(result)));
    yield (after > 0 ? ',' : '') + texts.join(',');
    after += batch.length;
    await nextTurn();
  }
  yield '],"enrichedCSV":"';
  for await (const text of exportFile(stores, run, { asText: true })) yield inner(text);
  const rest = {
    progressId: run.id,
    dellDevicesProcessed,
    ...(run.manufacturerStats ? { manufacturerStats: run.manufacturerStats } : {}),
  };
  yield `",${JSON.stringify(rest).slice(1)}`;
}
