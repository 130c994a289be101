import type { readBulkReport } from '@warranty/contracts/bulk-lookup';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { type CellChange, createEnricher } from '@warranty/domain/csv/enrich';
import { createWriter } from '@warranty/domain/csv/write';
import { endDateOf, statusAt } from '@warranty/domain/warranty-dates';
import { demandSource, type ExportStores, planFor, toldRows } from './export.ts';
import type { RunRow } from './runs.store.ts';

type Report = ReplyOf<typeof readBulkReport>;

const changesListed = 200;
/** Unless all are asked for: the fleet is shown at once, and reading a million rows takes as long as their download. */
const firstRows = 20_000;
const chunksRead = 200;

/** What the run found as a whole, from the answers alone, and what the download would write, from these rows. */
export async function readReport(
  stores: ExportStores,
  run: RunRow,
  { rows }: { rows: 'first' | 'all' },
): Promise<Report> {
  const mostRows = rows === 'all' ? Number.POSITIVE_INFINITY : firstRows;
  const [fleet, diff] = [await readFleet(stores, run), await readDiff(stores, run, mostRows)];
  return { ...fleet, ...diff };
}

async function readFleet({ chunks }: ExportStores, run: RunRow) {
  const statuses: Report['statuses'] = { active: 0, expiring: 0, expired: 0, unknown: 0 };
  const months = new Map<string, number>();
  const now = new Date();
  for (let after = -1; ; ) {
    const some = await chunks.endsAfter(run.key, after, chunksRead);
    for (const { ends, rowsEach } of some) {
      for (const [at, endsAt] of ends.entries()) {
        if (endsAt === null) continue;
        const rows = rowsEach[at] ?? 0;
        statuses[statusAt(endsAt, now)] += rows;
        const month = endDateOf(endsAt)?.slice(0, 7);
        if (month) months.set(month, (months.get(month) ?? 0) + rows);
      }
    }
    const last = some.at(-1);
    if (!last) break;
    after = last.chunk;
  }
  const expiriesPerMonth = [...months].sort().map(([month, count]) => ({ month, count }));
  return { statuses, expiriesPerMonth };
}

async function readDiff(stores: ExportStores, run: RunRow, mostRows: number) {
  const source = demandSource(run);
  const plan = planFor(source, run.options);
  const writer = createWriter({ delimiter: source.delimiter });
  writer.row(plan.header);
  const cells = new Map(plan.targets.map(({ column }) => [column, 0]));
  const changes: Report['changes'] = [];
  const enrich = createEnricher(plan);
  let seen = 0;
  for await (const some of toldRows(stores, run)) {
    for (const { row, told } of some) {
      const ofRow: CellChange[] = [];
      writer.row(enrich(row.cells, told, ofRow));
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
