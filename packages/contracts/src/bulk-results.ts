import * as z from 'zod/mini';
import { fileFormats, readsRun, runParams, workbookType } from './bulk-lookup.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, raw } from './core/endpoint.ts';
import { count, instant, organizationInLink, text } from './core/fields.ts';
import { rowOutcomes } from './row-outcome.ts';
import { noCoverage, warrantyResult, warrantyStatuses } from './warranty.ts';

// What a run found: its rows, a summary and the enriched file.

/** A row of the results, with only the fields the table needs. */
const bulkResultRow = z.object({
  row: count.check(z.describe('1 is the first row below the header')),
  line: count.check(z.describe('Row number in the file, as a spreadsheet shows it')),
  modelNumber: z.string(),
  manufacturer: text,
  outcome: z.enum(rowOutcomes),
  status: z.enum(warrantyStatuses),
  noCoverage,
  startDate: text,
  endDate: text,
  endsAt: text,
  serviceLevel: text,
  error: text.check(z.describe('Why there is no result, as a sentence')),
  retryAt: z
    .nullable(instant)
    .check(z.describe('When a device unknown to the vendor can be retried; null if now')),
  sameDevice: count.check(
    z.describe('Rows of the file with this device, including this one; 1 if it was not looked up'),
  ),
  cells: z
    .optional(z.array(z.string()))
    .check(
      z.describe('Start of the cells in `columns`, in that order. Missing if the rows are too large to list'),
    ),
});
export type BulkResultRow = z.output<typeof bulkResultRow>;

/**
 * Filters of the results: a warranty status, or an outcome without one. `no-coverage` matches those of `unknown` for which
 * the vendor lists no coverage, `differs` those of which the file has another end date or model than the vendor, `failed` every
 * lookup without a result.
 */
export const resultFilters = [
  ...warrantyStatuses,
  'no-coverage',
  'differs',
  'failed',
  'skipped',
  'not-processed',
  'pending',
] as const;
const filter = z
  .optional(z.enum(resultFilters))
  .check(z.describe('Only rows with this status, or this outcome'));

/** Days from today within which coverage ends; today is the first of them. */
export const endWithinDays = ['30', '60', '90', '180'] as const;

/** Days as yyyy-mm-dd; both sides of a range are included, and one may be left out. */
export const endFilterForm =
  /^(?:expired|30|60|90|180|\d{4}-\d\d-\d\d\.\.(?:\d{4}-\d\d-\d\d)?|\.\.\d{4}-\d\d-\d\d)$/;

const ends = z
  .optional(z.string().check(z.regex(endFilterForm)))
  .check(
    z.describe(
      'Only rows whose coverage ends then: `expired`, within the next `30`, `60`, `90` or `180` days, or in a range of dates such as `2026-11-01..2026-11-30`, of which one may be left out',
    ),
  );

/** What the results can be sorted by. `endDate` also sorts by days remaining. */
export const resultSortKeys = [
  'modelNumber',
  'manufacturer',
  'startDate',
  'endDate',
  'serviceLevel',
] as const;
export type ResultSortKey = (typeof resultSortKeys)[number];
const resultSorts = resultSortKeys.flatMap((key) => [key, `-${key}`] as const);
export type ResultSort = (typeof resultSorts)[number];
/** Sorting reads all rows, which takes seconds for a million. */
export const maxSortedRows = 100_000;

/** At most this many columns of the file and this many rows per page, so that a page stays small. */
export const maxListedColumns = 20;
export const maxRowsWithCells = 100;
/** Characters of a cell in the list of results, and of one in the details of a row. */
export const maxListedCell = 200;
export const maxShownCell = 2000;

const columns = z
  .optional(z.string().check(z.regex(/^\d{1,3}(?:,\d{1,3}){0,19}$/)))
  .check(
    z.describe(
      'Columns of the file to include, by position: `0,2` for the first and the third. Up to 20, with up to 100 rows per page',
    ),
  );

const read = { ...readsRun, method: 'GET', sensitive: true } as const;

export const readBulkResults = defineEndpoint({
  ...read,
  path: '/api/bulk-runs/{runId}/results',
  summary: 'List result rows in file order or sorted',
  query: z.object({
    after: z.optional(z.string().check(z.regex(/^\d{1,7}$/))).check(z.describe('Rows after this one')),
    limit: z
      .optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/)))
      .check(z.describe('1-1000 (default 100)')),
    filter,
    ends,
    columns,
    search: z
      .optional(z.string().check(z.maxLength(100)))
      .check(z.describe('Text to search for in any cell')),
    sort: z
      .optional(z.enum(resultSorts))
      .check(
        z.describe(
          'Field to sort by, descending with `-`. Rows without a value are last, and rows with the same value in file order. Only for finished runs with up to 100,000 rows',
        ),
      ),
  }),
  reply: json(
    z.object({
      rows: z.array(bulkResultRow),
      nextAfter: z
        .nullable(count)
        .check(
          z.describe(
            'The last row of this page, or null on the last page. With a filter or search, one page scans up to 20,000 rows and may be short or empty before the end; continue from here',
          ),
        ),
    }),
  ),
  errors: [...callerErrors, 'not_found', 'cannot_sort'],
});

export const readBulkColumns = defineEndpoint({
  ...read,
  path: '/api/bulk-runs/{runId}/columns',
  summary: 'List the columns of the uploaded file, in its order',
  reply: json(
    z.object({ columns: z.array(z.string()).check(z.describe('Unique names, shortened if long')) }),
  ),
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
});

/** What the file says about a device and the vendor contradicts. */
const rowDifference = z.object({
  field: z.enum(['endDate', 'model']),
  cell: count.check(z.describe('Position in `cells`, from 0')),
  value: z.string().check(z.describe('What the vendor says; a date as yyyy-mm-dd')),
});
export type RowDifference = z.output<typeof rowDifference>;

const fileCell = z.object({
  column: z.string(),
  value: z.string(),
  isShortened: z.boolean().check(z.describe('Only the first 2,000 characters are included')),
});
export type FileCell = z.output<typeof fileCell>;

const bulkRowDetails = z.object({
  listed: bulkResultRow.check(
    z.describe('As in the list of results; `error` is set for every row without a result'),
  ),
  cells: z.array(fileCell).check(z.describe('All cells of the row, in the order of the columns')),
  differences: z.array(rowDifference).check(z.describe('Cells that the vendor contradicts')),
  result: z
    .nullable(warrantyResult)
    .check(
      z.describe(
        'Null without a result. `allEntitlements` is empty, and most of `hardware` is null, if those of the run are no longer stored',
      ),
    ),
});
export type BulkRowDetails = z.output<typeof bulkRowDetails>;

export const readBulkRow = defineEndpoint({
  ...read,
  path: '/api/bulk-runs/{runId}/rows/{row}',
  summary: 'Get one row: its result with all entitlements, and the cells of the file',
  params: z.extend(runParams, {
    row: z.string().check(z.regex(/^\d{1,7}$/), z.describe('1 is the first row below the header')),
  }),
  example: { params: { row: '1' } },
  reply: json(bulkRowDetails),
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
});

export const readBulkReport = defineEndpoint({
  ...read,
  path: '/api/bulk-runs/{runId}/report',
  summary: 'Summarize the results of a run and the changes in the download',
  query: z.object({
    rows: z
      .optional(z.enum(['none', 'first', 'all']))
      .check(z.describe('Compare no rows, the first 20,000 (default), or all (as slow as a download)')),
  }),
  reply: json(
    z.object({
      statuses: z
        .record(z.enum(warrantyStatuses), count)
        .check(z.describe('Rows that were looked up, by status')),
      noCoverage: count.check(z.describe('Rows of `unknown` for which the vendor lists no coverage')),
      expiriesPerMonth: z.array(z.object({ month: z.string(), count })).check(z.describe('yyyy-mm')),
      endsWithin: z
        .record(z.enum(endWithinDays), count)
        .check(z.describe('Rows whose coverage ends within so many days from today')),
      columns: z.array(z.object({ column: z.string(), kind: z.enum(['filled', 'added']), cells: count })),
      rowsCompared: count.check(z.describe('Number of leading rows that the cell counts cover')),
      differences: z
        .object({ rows: count, endDate: count, model: count, manufacturer: count })
        .check(
          z.describe(
            'Compared rows of which the file has another end date or model than the vendor, in all and for each. `manufacturer` counts all rows whose model or serial number contradicts the manufacturer in the file',
          ),
        ),
      guardedCells: count.check(z.describe('Cells that a spreadsheet could execute as a formula')),
      changes: z
        .array(
          z.object({ row: count, line: count, column: z.string(), before: z.string(), after: z.string() }),
        )
        .check(z.describe('The first changes, cell by cell')),
    }),
  ),
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
});

export const downloadBulkFile = defineEndpoint({
  ...read,
  path: '/api/bulk-runs/{runId}/file',
  audit: 'run.downloaded',
  summary: 'Download the enriched file; available while the run is in progress',
  query: z.object({
    format: z
      .optional(z.enum(fileFormats))
      .check(
        z.describe(
          'Defaults to csv. xlsx is the uploaded workbook with the results added, if it was stored and no filter is given; otherwise a new workbook whose cells are all text',
        ),
      ),
    raw: z
      .optional(z.enum(['true', 'false']))
      .check(z.describe('Do not escape formulas. A workbook needs no escapes')),
    without: z
      .optional(z.string().check(z.maxLength(4000)))
      .check(z.describe('Columns to leave out, a JSON list')),
    filter,
    ends,
    organization: organizationInLink,
  }),
  reply: raw('text/csv; charset=utf-8', [workbookType]),
  errors: [...callerErrors, 'not_found', 'run_not_ready', 'workbook_too_large', 'workbook_no_room'],
});
