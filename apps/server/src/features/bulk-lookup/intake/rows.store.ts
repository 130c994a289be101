import { pipeline } from 'node:stream/promises';
import type { RowOutcome } from '@warranty/contracts/row-outcome';
import { type RawBuilder, sql } from 'kysely';
import { from as copyFrom } from 'pg-copy-streams';
import type { PackedSerialResult } from '../../../lookups/engine/packed-result.ts';
import type { RunRef } from '../../../lookups/runs/run.ts';
import type { Db, Pool, PoolClient, Tx } from '../../../platform/db/database.ts';
import { createPartitions, type PartitionedTable, partitionOf } from '../../../platform/db/partitions.ts';
import { inPooledTransaction } from '../../../platform/db/pooled-transaction.ts';
import { prepare } from '../../../platform/db/prepared.ts';
import { type Columns, rawQuery } from '../../../platform/db/raw-query.ts';

export interface FileRow {
  row: number;
  line: number;
  /** The vendor that can look the row up; null if none can. */
  vendor: string | null;
  serial: string | null;
  manufacturer: string | null;
  /** Set if the row is not looked up; `reason` explains why. */
  outcome: Extract<RowOutcome, 'skipped' | 'not-processed'> | null;
  reason: string | null;
  cells: string[];
}

/** A row with the result of its serial; null if it is pending or not looked up. */
export interface StoredRow extends FileRow {
  answer: PackedSerialResult | null;
}

/** The fields that the results show: cells can be large and are not shown there. */
export type ShownRow = Omit<StoredRow, 'cells'>;

/** Some cells of a row. */
export interface RowCells {
  byPosition: Readonly<Record<number, string>>;
  /** The size of all its cells, which had to be read. */
  bytes: number;
}

/** The fields needed for the enriched file. */
export type WrittenRow = Pick<StoredRow, 'row' | 'line' | 'manufacturer' | 'reason' | 'cells' | 'answer'>;

const copyStatement = `copy bulk_rows (day, run, row, line, vendor, serial, manufacturer, outcome, reason, cells) from stdin`;

const commonColumns = 'r.row, r.line, r.manufacturer, r.reason, s.answer';
const writtenColumns = `${commonColumns}, r.cells`;
export const shownColumns = `${commonColumns}, r.vendor, r.serial, r.outcome`;
const resultColumns = `${shownColumns}, r.cells`;

const commonTypes: Columns<Omit<WrittenRow, 'cells'>> = {
  row: 'int4',
  line: 'int4',
  manufacturer: 'text | null',
  reason: 'text | null',
  answer: 'json | null',
};
export const shownTypes: Columns<ShownRow> = {
  ...commonTypes,
  vendor: 'text | null',
  serial: 'text | null',
  outcome: 'text | null',
};

/** Lateral, because a join would be planned as a hash of all serials for every page. */
const withAnswers = (rows: string) => `${rows} r left join lateral (
  select answer from bulk_serials
   where day = r.day and run = r.run and vendor = r.vendor and serial = r.serial limit 1) s on true`;
export const rowsWithResults = withAnswers('bulk_rows');
const inPage = 'r.day = $1 and r.run = $2 and r.row > $3 and r.row <= $3 + $4';

/**
 * Maximum size of the cells in a page, not counting its last row: a row may hold 16 MB, and a full page of them would be
 * too much.
 */
const maxPageBytes = 1024 * 1024;
/** The size of an uncompressed value is known without reading it. */
const cellBytes = `case when pg_column_compression(cells) is null then pg_column_size(cells) else octet_length(cells::text) end`;
const rowsWithinBytes = `(
  select r.*, sum(${cellBytes}) over (order by r.row rows between unbounded preceding and 1 preceding) as bytes_before
    from bulk_rows r where ${inPage})`;
/** Fewer rows than requested if they are large; none at the end. */
const pageOfRows = `${withAnswers(rowsWithinBytes)} where coalesce(r.bytes_before, 0) < ${maxPageBytes} order by r.row`;

const findPage = prepare<StoredRow>(
  'bulk-rows',
  { ...shownTypes, cells: 'json' },
  `select ${resultColumns} from ${pageOfRows}`,
);
const findPageToWrite = prepare<WrittenRow>(
  'bulk-rows-to-write',
  { ...commonTypes, cells: 'json' },
  `select ${writtenColumns} from ${pageOfRows}`,
);
const findShown = prepare<ShownRow>(
  'bulk-rows-shown',
  shownTypes,
  `select ${shownColumns} from ${rowsWithResults} where ${inPage} order by r.row`,
);
const findMatching = prepare<ShownRow>(
  'bulk-rows-matching',
  shownTypes,
  `select ${shownColumns} from ${rowsWithResults}
    where ${inPage} and strpos(lower(r.cells::text), lower($5)) > 0 order by r.row`,
);

/** The start of these cells of these rows, by position. */
const findCells = prepare<{ row: number; bytes: number; cells: Record<number, string> | null }>(
  'bulk-rows-cells',
  { row: 'int4', bytes: 'int4', cells: 'json | null' },
  `select r.row, octet_length(r.cells::text) as bytes,
          (select json_object_agg(c.place - 1, left(c.value, $5))
                    from json_array_elements_text(r.cells) with ordinality c (value, place)
                   where c.place - 1 = any($4::int[])) as cells
     from bulk_rows r where r.day = $1 and r.run = $2 and r.row = any($3::int[])`,
);
const findRow = prepare<StoredRow>(
  'bulk-row',
  { ...shownTypes, cells: 'json' },
  `select ${shownColumns}, (select coalesce(json_agg(left(c.value, $4) order by c.place), '[]')
                              from json_array_elements_text(r.cells) with ordinality c (value, place)) as cells
     from ${rowsWithResults} where r.day = $1 and r.run = $2 and r.row = $3`,
);

const rowsPerDelete = 20_000;
const findLastRow = rawQuery<{ row: number | null }, RunRef>(
  { row: 'int4 | null' },
  ({ day, key }) => sql`select max(row) as row from bulk_rows where day = ${day} and run = ${key}`,
);

const bulkRows: PartitionedTable = { name: 'bulk_rows', period: 'day' };
const bulkWorkbooks: PartitionedTable = { name: 'bulk_workbooks', period: 'day' };

export type RowsStore = ReturnType<typeof createRowsStore>;

export function createRowsStore(db: Db, pool: Pool) {
  const partitioned = [bulkRows, bulkWorkbooks].map((table) => createPartitions(db, table));

  return {
    /** Creates the tables of a day if they do not exist. */
    async prepareDay(day: string): Promise<void> {
      for (const { prepare } of partitioned) await prepare(day);
    },

    /** Drops the tables of earlier days. */
    async dropDaysBefore(day: string): Promise<void> {
      for (const { dropBefore } of partitioned) await dropBefore(day);
    },

    /**
     * Writes rows in COPY format in a separate transaction, so that a slow upload keeps none open. `hold` locks the run
     * until the rows are written; if it returns false, the rows are no longer wanted and nothing is written.
     */
    async write(lines: Uint8Array, hold: (client: PoolClient) => Promise<boolean>): Promise<boolean> {
      return inPooledTransaction(pool, async (client) => {
        if (!(await hold(client))) return false;
        await pipeline([lines], client.query(copyFrom(copyStatement)));
        return true;
      });
    },

    /** The distinct serials of rows that are to be looked up, with the first row and the number of rows of each. */
    distinctSerials: ({ day, key }: RunRef): RawBuilder<unknown> => sql`
      select vendor, serial, min(row) as first_row, count(*)::int as rows
        from bulk_rows
       where day = ${day} and run = ${key} and vendor is not null and outcome is null group by vendor, serial`,

    /** Updates the vendor, serial and outcome of these rows after they were read again. */
    async replaceReading({ day, key }: RunRef, changed: readonly FileRow[]): Promise<void> {
      await sql`update bulk_rows as r
                   set vendor = n.vendor, serial = n.serial, manufacturer = n.manufacturer, outcome = n.outcome, reason = n.reason
                  from json_to_recordset(${JSON.stringify(changed)}::json)
                    as n (row int, vendor text, serial text, manufacturer text, outcome text, reason text)
                 where r.day = ${day} and r.run = ${key} and r.row = n.row`.execute(db);
    },

    /** Rows that were not processed, but are looked up from now on. Returns how many. */
    async process(tx: Tx, { day, key }: RunRef, vendors: readonly string[]): Promise<number> {
      await sql`set local statement_timeout = 0`.execute(tx);
      const { numAffectedRows } = await sql`
        update bulk_rows set outcome = null, reason = null
         where day = ${day} and run = ${key} and outcome = 'not-processed' and vendor = any(${vendors})`.execute(
        tx,
      );
      return Number(numAffectedRows ?? 0);
    },

    /** Counts the rows of the day for the planner. Not if another process does: it would have to wait for that one. */
    async analyze({ day }: RunRef): Promise<void> {
      await sql`analyze (skip_locked) ${sql.table(partitionOf(bulkRows, day).name)}`.execute(db);
    },

    page: ({ day, key }: RunRef, after: number, limit: number) => findPage(pool, day, key, after, limit),
    pageToWrite: ({ day, key }: RunRef, after: number, limit: number) =>
      findPageToWrite(pool, day, key, after, limit),
    shown: ({ day, key }: RunRef, after: number, limit: number) => findShown(pool, day, key, after, limit),
    /** The rows among the next `among` that contain the text in any cell. */
    matching: ({ day, key }: RunRef, after: number, among: number, text: string) =>
      findMatching(pool, day, key, after, among, text),

    /** The first characters of the cells in these columns, by row. */
    async cells(
      { day, key }: RunRef,
      rows: readonly number[],
      columns: readonly number[],
      maxCharacters: number,
    ): Promise<Map<number, RowCells>> {
      const found = await findCells(pool, day, key, rows, columns, maxCharacters);
      return new Map(found.map(({ row, bytes, cells }) => [row, { bytes, byPosition: cells ?? {} }]));
    },

    /** One row with the first characters of its cells. */
    async find({ day, key }: RunRef, row: number, maxCharacters: number): Promise<StoredRow | null> {
      return (await findRow(pool, day, key, row, maxCharacters))[0] ?? null;
    },

    /** By ranges of rows: one statement for all of them could take too long. */
    async remove({ day, key }: RunRef): Promise<void> {
      const [last] = await findLastRow(db, { day, key });
      for (let after = 0; after < (last?.row ?? 0); after += rowsPerDelete)
        await db
          .deleteFrom('bulk_rows')
          .where('day', '=', day)
          .where('run', '=', key)
          .where('row', '>', after)
          .where('row', '<=', after + rowsPerDelete)
          .execute();
    },
  };
}
