import { setImmediate as nextTurn } from 'node:timers/promises';
import { type RowResult, rowResult } from '@warranty/contracts/bulk-lookup';
import { type ExportStores, exportFile } from './export.ts';
import { serialResultOf, toRowResult } from './row-results.ts';
import type { RunRow } from './runs.store.ts';
import type { SyncLookup } from './sync-lookup.ts';

/** Few enough that a page does not hold up the event loop. */
const rowsPerPage = 250;

const wasDellCalled = ({ manufacturer, outcome }: RowResult) =>
  manufacturer === 'Dell' && outcome !== 'skipped' && outcome !== 'not-processed';

/** A string's JSON without its quotes: what stands between the quotes of a longer one. */
const inner = (text: string) => JSON.stringify(text).slice(1, -1);

/** The answer of a run that is over, as JSON, page by page. */
export async function* enhancedReply(
  stores: ExportStores,
  few: SyncLookup,
  run: RunRow,
): AsyncGenerator<string> {
  let dellDevicesProcessed = 0;
  let after = 0;
  yield '{"warrantyResults":[';
  for (;;) {
    const some = await stores.rows.page(run, after, rowsPerPage);
    if (some.length === 0) break;
    const telling = { demo: stores.demo, now: new Date() };
    const results = some.map((row) => toRowResult(row, serialResultOf(row), telling));
    const full = await few.withEntitlements(run.owner, results);
    dellDevicesProcessed += full.filter(wasDellCalled).length;
    const texts = full.map((result) => JSON.stringify(rowResult.parse(result)));
    yield (after > 0 ? ',' : '') + texts.join(',');
    after += some.length;
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
