import type { readBulkReport } from '@warranty/contracts/bulk-lookup';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { type CellChange, createEnricher } from '@warranty/domain/csv/enrich';
import { createWriter } from '@warranty/domain/csv/write';
import { endDateOf, statusAt } from '@warranty/domain/warranty-dates';
import { createSemaphore } from '../../platform/semaphore.ts';
import { type ExportStores, planFor, readEnrichedRows, requireSource } from './export.ts';
import type { RunRow } from './runs.store.ts';
import { takeTurn } from './take-turn.ts';

type Report = ReplyOf<typeof readBulkReport>;

const changesListed = 200;
/** Unless all are asked for: the fleet is shown at once, and reading a million rows takes as long as their download. */
const firstRows = 20_000;
const chunksRead = 200;

/** At a time, in this process: each reads thousands of rows. */
const maxReports = 2;
const maxWaiting = 20;
const busySeconds = 5;

/** Reads what the run found as a whole, from the answers alone, and what the download would write, from these rows. */
export function createReportReader(stores: ExportStores) {
  const semaphore = createSemaphore(maxReports, maxWaiting);
  return async (run: RunRow, { rows }: { rows: 'first' | 'all' }): Promise<Report> => {
    const release = await takeTurn(semaphore, busySeconds);
    try {
      const mostRows = rows === 'all' ? Number.POSITIVE_INFINITY : firstRows;
      const fleet = await readFleet(stores, run);
      return { ...fleet, ...(await readDiff(stores, run, mostRows)) };
    } finally {
      release();
    }
  };
}

async function readFleet(stores: ExportStores, run: RunRow) {
  const statuses: Report['statuses'] = { active: 0, expiring: 0, expired: 0, unknown: 0 };
  const months = new Map<string, number>();
  const now = new Date();
  for (const [endsAt, rows] of await countRowsByEnd(stores, run)) {
    statuses[statusAt(endsAt, now)] += rows;
    const month = endDateOf(endsAt)?.slice(0, 7);
    if (month) months.set(month, (months.get(month) ?? 0) + rows);
  }
  const expiriesPerMonth = [...months].sort().map(([month, count]) => ({ month, count }));
  return { statuses, expiriesPerMonth };
}

/** What an end means is worked out once for all rows that share it: there are a million of those, and few days. */
async function countRowsByEnd({ chunks }: ExportStores, run: RunRow): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = -1; ; ) {
    const some = await chunks.endsAfter(run.key, after, chunksRead);
    for (const { ends, rowsPerSerial } of some) {
      for (const [at, endsAt] of ends.entries())
        if (endsAt !== null) counts.set(endsAt, (counts.get(endsAt) ?? 0) + (rowsPerSerial[at] ?? 0));
    }
    const last = some.at(-1);
    if (!last) return counts;
    after = last.chunk;
  }
}

async function readDiff(stores: ExportStores, run: RunRow, mostRows: number) {
  const source = await requireSource(stores, run);
  const plan = planFor(source, run.options);
  const writer = createWriter({ delimiter: source.delimiter });
  writer.row(plan.header);
  const cells = new Map(plan.targets.map(({ column }) => [column, 0]));
  const changes: Report['changes'] = [];
  const enrich = createEnricher(plan);
  let seen = 0;
  for await (const some of readEnrichedRows(stores, run)) {
    for (const { row, enrichment } of some) {
      const ofRow: CellChange[] = [];
      writer.row(enrich(row.cells, enrichment, ofRow));
      for (const { column, before, after } of ofRow) {
        cells.set(column, (cells.get(column) ?? 0) + 1);
        if (changes.length < changesListed)
          changes.push({ row: row.row, line: row.line, column, before, after });
      }
    }
    seen += some.length;
    if (seen >= mostRows) break;
  }
  const columns = plan.targets.map(({ column, kind }) => ({ column, kind, cells: cells.get(column) ?? 0 }));
  return { columns, guardedCells: writer.guardedCells, changes, rowsCompared: seen };
}
