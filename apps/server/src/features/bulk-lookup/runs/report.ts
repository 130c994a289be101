import { endWithinDays, type readBulkReport } from '@warranty/contracts/bulk-results';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { type CellChange, createEnricher } from '@warranty/domain/csv/enrich';
import { createWriter } from '@warranty/domain/csv/write';
import { coverageAt, endDateOf } from '@warranty/domain/warranty-dates';
import { noCoverageEnd } from '../../../lookups/engine/chunk-reads.store.ts';
import { throwIfClientLeft } from '../../../platform/fairness/current-request.ts';
import { createSemaphore } from '../../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../../platform/fairness/shares.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { comparerFor } from '../reading/comparer.ts';
import { type ExportStores, planFor, readEnrichedRows, requireSource } from '../reading/export.ts';
import { serialResultOf } from '../reading/row-results.ts';
import type { RunRow } from './run.ts';

type Report = ReplyOf<typeof readBulkReport>;

const changesListed = 200;
/** The default, because the fleet is shown immediately and reading a million rows takes as long as downloading them. */
const firstRows = 20_000;
const maxRowsOf = { none: 0, first: firstRows, all: Number.POSITIVE_INFINITY };
const chunksRead = 200;

/** Concurrent reports in this process; each reads thousands of rows. */
const maxReports = 2;
const maxWaiting = 20;
const busySeconds = 5;

/** Summarizes the results of the whole run, and what the download would change in the given rows. */
export function createReportReader(stores: ExportStores) {
  const semaphore = createSemaphore(maxReports, {
    maxLength: maxWaiting,
    fullError: () => new AppError('too_many_requests', { retryAfterSeconds: busySeconds }),
  });
  return (sharer: Sharer, run: RunRow, { rows }: { rows: keyof typeof maxRowsOf }): Promise<Report> =>
    semaphore.run(sharer, async () => {
      const maxRows = maxRowsOf[rows];
      const fleet = await readFleet(stores, run);
      return { ...fleet, ...(await readDiff(stores, run, maxRows)) };
    });
}

async function readFleet(stores: ExportStores, run: RunRow) {
  const statuses: Report['statuses'] = { active: 0, expiring: 0, expired: 0, unknown: 0 };
  const endsWithin: Report['endsWithin'] = { 30: 0, 60: 0, 90: 0, 180: 0 };
  const months = new Map<string, number>();
  const now = new Date();
  const rowsByEnd = await countRowsByEnd(stores, run);
  for (const [endsAt, rows] of rowsByEnd) {
    const { status, daysRemaining } = coverageAt(endsAt, now);
    statuses[status] += rows;
    const month = endDateOf(endsAt)?.slice(0, 7);
    if (month) months.set(month, (months.get(month) ?? 0) + rows);
    for (const days of endWithinDays)
      if (daysRemaining !== null && daysRemaining <= Number(days)) endsWithin[days] += rows;
  }
  const expiriesPerMonth = [...months].sort().map(([month, count]) => ({ month, count }));
  return { statuses, noCoverage: rowsByEnd.get(noCoverageEnd) ?? 0, expiriesPerMonth, endsWithin };
}

/** Rows are grouped by end date, so that each date is evaluated only once: there can be a million rows, but few dates. */
async function countRowsByEnd({ chunks }: ExportStores, run: RunRow): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (let after = -1; ; ) {
    throwIfClientLeft();
    const batch = await chunks.endsAfter(run.key, after, chunksRead);
    for (const { ends, rowsPerSerial } of batch) {
      for (const [at, endsAt] of ends.entries())
        if (endsAt !== null) counts.set(endsAt, (counts.get(endsAt) ?? 0) + (rowsPerSerial[at] ?? 0));
    }
    const last = batch.at(-1);
    if (!last) return counts;
    after = last.chunk;
  }
}

async function readDiff(stores: ExportStores, run: RunRow, maxRows: number) {
  const source = await requireSource(stores, run);
  const plan = planFor(source, run.options);
  const writer = createWriter({ delimiter: source.delimiter });
  writer.row(plan.header);
  const cells = new Map(plan.targets.map(({ column }) => [column, 0]));
  const changes: Report['changes'] = [];
  const enrich = createEnricher(plan);
  const { compare } = comparerFor(source, run.options);
  const differences = { rows: 0, endDate: 0, model: 0, manufacturer: run.manufacturerStats?.conflicts ?? 0 };
  let seen = 0;
  for await (const batch of maxRows > 0 ? readEnrichedRows(stores, run) : []) {
    throwIfClientLeft();
    for (const { row, enrichment } of batch) {
      const ofRow: CellChange[] = [];
      writer.row(enrich(row.cells, enrichment, ofRow));
      const found = compare(row, row.cells, serialResultOf(row));
      if (found.length > 0) differences.rows += 1;
      for (const field of new Set(found.map(({ field }) => field))) differences[field] += 1;
      for (const { column, before, after } of ofRow) {
        cells.set(column, (cells.get(column) ?? 0) + 1);
        if (changes.length < changesListed)
          changes.push({ row: row.row, line: row.line, column, before, after });
      }
    }
    seen += batch.length;
    if (seen >= maxRows) break;
  }
  const columns = plan.targets.map(({ column, kind }) => ({ column, kind, cells: cells.get(column) ?? 0 }));
  return { columns, differences, guardedCells: writer.guardedCells, changes, rowsCompared: seen };
}
