import * as z from 'zod/mini';
import { dateFormats } from './date-format.ts';
import { defineEndpoint, json, largeJsonOrAccepted, noContent, raw } from './endpoint.ts';
import { callerErrors, type ErrorCode } from './errors.ts';
import { fieldMapping, manufacturerStats, purchaseDateChoice } from './field-mapping.ts';
import { outcomeCounts, rowOutcomes } from './row-outcome.ts';
import { vendorsWithKeys } from './vendors.ts';
import { warrantyResult, warrantyStatuses } from './warranty.ts';

export const runStatuses = [
  'created',
  'loading',
  'processing',
  'paused',
  'completed',
  'cancelled',
  'error',
] as const;
export type RunStatus = (typeof runStatuses)[number];

const text = z.nullable(z.string());
const count = z.int().check(z.nonnegative());
const instant = z.string().check(z.describe('An instant'));

/** Something about the file that a person should know, with the line it stands on. */
const fileNotice = z.object({ line: z.nullable(count), message: z.string() });
export type FileNotice = z.output<typeof fileNotice>;

/** What a retry can do now; a vendor that does not know a device is not asked again for a while. */
const retryState = z.object({
  rows: count.check(z.describe('Failed rows that a retry looks up now')),
  laterRows: count.check(z.describe('Failed rows that it cannot look up yet')),
  laterAt: z.nullable(instant).check(z.describe('When it can look all of those up')),
});
export type RetryState = z.output<typeof retryState>;

export const bulkRun = z.object({
  id: z.string().check(z.describe('Also the progressId')),
  status: z.enum(runStatuses),
  fileName: text,
  createdAt: instant,
  finishedAt: z.nullable(instant),
  expiresAt: instant.check(z.describe('When the run and its rows are deleted')),
  totalRows: count,
  counts: outcomeCounts.check(z.describe('Rows by outcome')),
  retry: retryState,
  vendors: z.array(z.string()),
  message: z.string().check(z.describe('What is going on, as a sentence')),
  manufacturerStats: z.nullable(manufacturerStats),
  notices: z.array(fileNotice).check(z.describe('Of the file, the first hundred')),
  noticesCount: count,
});
export type BulkRun = z.output<typeof bulkRun>;

const runParams = z.object({ runId: z.string().check(z.describe('The id of a run')) });
const vendorNames = z
  .array(z.enum(vendorsWithKeys.map(({ name }) => name)))
  .check(z.minLength(1), z.maxLength(vendorsWithKeys.length));
const uuid = z.uuid();

/** How a file is to be read and enriched. */
const runOptions = {
  fieldMapping,
  fillBlankFields: z._default(z.boolean(), true),
  purchaseDate: z.optional(purchaseDateChoice),
  dateFormats: z.optional(dateFormats),
  vendors: z.optional(vendorNames).check(z.describe('Makers to look up; Dell alone where it is left out')),
};

const fileName = z.optional(z.string().check(z.maxLength(255)));
const delimiter = z.optional(z.enum([',', ';', '\t', '|']));

export const createBulkRun = defineEndpoint({
  method: 'POST',
  path: '/api/bulk-runs',
  access: 'session-or-bearer',
  summary: 'Create a run; its file follows by PUT. The same id and body answers the same run',
  body: z.object({
    progressId: z.optional(uuid).check(z.describe('The id of the run; `Idempotency-Key` works as well')),
    ...runOptions,
    fileName,
    encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
    delimiter,
  }),
  reply: json(bulkRun, 201),
  errors: [...callerErrors, 'run_conflict', 'too_many_runs', 'vendor_keys_missing'],
});

export const uploadBulkSource = defineEndpoint({
  method: 'PUT',
  path: '/api/bulk-runs/{runId}/source',
  access: 'session-or-bearer',
  summary: 'Send the file of a run, as text/csv; rows are looked up in the background',
  params: runParams,
  upload: 'text/csv',
  bodyLimit: 500 * 1024 * 1024,
  reply: json(bulkRun, 202),
  errors: [
    ...callerErrors,
    'not_found',
    'run_not_ready',
    'too_many_rows',
    'file_refused',
    'file_empty',
    'columns_missing',
    'upload_interrupted',
    'disk_full',
  ],
});

export const listBulkRuns = defineEndpoint({
  method: 'GET',
  path: '/api/bulk-runs',
  access: 'session-or-bearer',
  summary: 'The runs of the last seven days, newest first',
  reply: json(z.object({ runs: z.array(bulkRun) })),
  errors: [...callerErrors],
});

export const readBulkRun = defineEndpoint({
  method: 'GET',
  path: '/api/bulk-runs/{runId}',
  access: 'session-or-bearer',
  summary: 'One run',
  params: runParams,
  reply: json(bulkRun),
  errors: [...callerErrors, 'not_found'],
});

/** A row of the results, as short as the table needs it. */
const bulkResultRow = z.object({
  row: count.check(z.describe('1 is the first row below the header')),
  line: count.check(z.describe('Where the row begins in the file')),
  modelNumber: z.string(),
  manufacturer: text,
  outcome: z.enum(rowOutcomes),
  status: z.enum(warrantyStatuses),
  startDate: text,
  endDate: text,
  endsAt: text,
  serviceLevel: text,
  error: text.check(z.describe('Why there is no answer, as a sentence')),
  retryAt: z
    .nullable(instant)
    .check(z.describe('When the vendor can be asked again about a device it does not know; null for now')),
});
export type BulkResultRow = z.output<typeof bulkResultRow>;

/** Filters of the results: a status, or an outcome that has none. `failed` is every lookup without a result. */
export const resultFilters = [...warrantyStatuses, 'failed', 'skipped', 'not-processed', 'pending'] as const;

export const readBulkResults = defineEndpoint({
  method: 'GET',
  path: '/api/bulk-runs/{runId}/results',
  access: 'session-or-bearer',
  summary: 'Rows with what was found, in the order of the file',
  params: runParams,
  query: z.object({
    after: z.optional(z.string().check(z.regex(/^\d{1,7}$/))).check(z.describe('Rows after this one')),
    limit: z
      .optional(z.string().check(z.regex(/^([1-9]\d{0,2}|1000)$/)))
      .check(z.describe('1 to 1000, else 100')),
    filter: z
      .optional(z.enum(resultFilters))
      .check(z.describe('Only rows with this status, or this outcome')),
    search: z.optional(z.string().check(z.maxLength(100))).check(z.describe('In any cell of the row')),
  }),
  reply: json(
    z.object({
      rows: z.array(bulkResultRow),
      nextAfter: z
        .nullable(count)
        .check(
          z.describe(
            'Null at the end. With a filter or a search a page looks at 20,000 rows at most and can be short or empty before the end: ask on from here',
          ),
        ),
    }),
  ),
  errors: [...callerErrors, 'not_found'],
  sensitive: true,
});

export const readBulkReport = defineEndpoint({
  method: 'GET',
  path: '/api/bulk-runs/{runId}/report',
  access: 'session-or-bearer',
  summary: 'What the run found as a whole, and what the download would write',
  params: runParams,
  query: z.object({
    rows: z
      .optional(z.enum(['first', 'all']))
      .check(z.describe('Compare the first 20,000 rows, or all of them, which takes as long as a download')),
  }),
  reply: json(
    z.object({
      statuses: z
        .record(z.enum(warrantyStatuses), count)
        .check(z.describe('Rows that were looked up, by status')),
      expiriesPerMonth: z.array(z.object({ month: z.string(), count })).check(z.describe('yyyy-mm')),
      columns: z.array(z.object({ column: z.string(), kind: z.enum(['filled', 'added']), cells: count })),
      rowsCompared: count.check(z.describe('Rows, from the first on, that the counts of cells are about')),
      guardedCells: count.check(z.describe('Cells that a spreadsheet would run as a formula')),
      changes: z
        .array(
          z.object({ row: count, line: count, column: z.string(), before: z.string(), after: z.string() }),
        )
        .check(z.describe('The first changes, cell by cell')),
    }),
  ),
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
  sensitive: true,
});

export const downloadBulkFile = defineEndpoint({
  method: 'GET',
  path: '/api/bulk-runs/{runId}/file',
  access: 'session-or-bearer',
  summary: 'The file with what was found; it can be read while the run goes on',
  params: runParams,
  query: z.object({
    raw: z.optional(z.enum(['true', 'false'])).check(z.describe('Leave formulas as they are')),
    without: z
      .optional(z.string().check(z.maxLength(4000)))
      .check(z.describe('Columns to leave out, a JSON list')),
  }),
  reply: raw('text/csv; charset=utf-8'),
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
  sensitive: true,
});

const command = <E extends ErrorCode = never>(name: string, summary: string, errors: readonly E[] = []) =>
  defineEndpoint({
    method: 'POST',
    path: `/api/bulk-runs/{runId}/${name}`,
    access: 'session-or-bearer',
    summary,
    params: runParams,
    reply: json(bulkRun),
    errors: [...callerErrors, 'not_found', 'run_not_ready', ...errors],
  });
export const cancelBulkRun = command('cancel', 'Stop a run; what was found so far stays');
export const retryBulkRun = command(
  'retry',
  'Look up the failed rows of a run once more, and only those that can be asked for again by now',
  ['retry_too_early'],
);
export const resumeBulkRun = command('resume', 'Go on with a paused run');

export const deleteBulkRun = defineEndpoint({
  method: 'DELETE',
  path: '/api/bulk-runs/{runId}',
  access: 'session-or-bearer',
  summary: 'Delete a run with its rows and results',
  params: runParams,
  reply: noContent,
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
});

const csvRow = z.record(z.string(), z.string());
const csvData = z.array(csvRow);
const columns = z.optional(z.array(z.string())).check(z.describe('The order of the columns'));

/** Above this many rows the answer is always 202. */
export const maxSyncRows = 10_000;
export const maxPreviewRows = 10;

export const previewCsv = defineEndpoint({
  method: 'POST',
  path: '/api/warranty/csv-preview',
  access: 'session-or-bearer',
  summary: 'How the first rows of a file would be enriched',
  body: z.object({
    csvData,
    columns,
    ...runOptions,
    previewLimit: z._default(z.int().check(z.positive()), maxPreviewRows),
  }),
  bodyLimit: 32 * 1024 * 1024,
  bodyAsBytes: true,
  reply: json(z.object({ originalRows: csvData, enrichedRows: csvData })),
  errors: [...callerErrors, 'file_refused', 'too_many_files', 'upload_interrupted', 'vendor_keys_missing'],
});

/** A result of a run, with what became of the row. */
export const rowResult = z.extend(warrantyResult, {
  manufacturer: text.check(z.describe('Null where neither the file nor the serial number tells')),
  outcome: z.enum(rowOutcomes),
});
export type RowResult = z.output<typeof rowResult>;

export const enhanceCsv = defineEndpoint({
  method: 'POST',
  path: '/api/warranty/csv-enhanced',
  access: 'session-or-bearer',
  summary: 'Enrich rows; 202 with the progressId alone when it takes longer than 25 seconds',
  body: z.object({
    csvData,
    columns,
    headers: z
      .optional(z.array(z.string()))
      .check(z.describe('The header row as it stands in the file, where names were made unlike each other')),
    ...runOptions,
    progressId: z.optional(uuid),
    fileName,
    delimiter,
  }),
  bodyLimit: 32 * 1024 * 1024,
  bodyAsBytes: true,
  reply: largeJsonOrAccepted(
    z.object({
      warrantyResults: z.optional(z.array(rowResult)).check(z.describe('One per row, in order')),
      enrichedCSV: z.optional(z.string()),
      progressId: z.string(),
      dellDevicesProcessed: z.optional(count),
      manufacturerStats: z.optional(manufacturerStats),
    }),
  ),
  errors: [
    ...callerErrors,
    'run_conflict',
    'too_many_runs',
    'too_many_rows',
    'too_many_files',
    'file_refused',
    'columns_missing',
    'upload_interrupted',
    'vendor_keys_missing',
    'disk_full',
  ],
});

export const lookupItems = defineEndpoint({
  method: 'POST',
  path: '/api/warranty/bulk',
  access: 'session-or-bearer',
  summary: 'Look up a short list of serial numbers',
  body: z.object({
    items: z
      .array(
        z.object({
          serialNumber: z
            .string()
            .check(z.trim(), z.minLength(1, 'Serial number is required'), z.maxLength(200)),
          manufacturer: z.optional(z.string().check(z.maxLength(100))),
        }),
      )
      .check(z.minLength(1, 'At least one item is required'), z.maxLength(1000)),
  }),
  // A thousand items of 300 characters, each of up to three bytes. That much is parsed where requests are answered: it
  // holds few values, so most of it is text that costs hardly anything.
  bodyLimit: 1024 * 1024,
  maxValues: 4000,
  reply: json(z.array(rowResult)),
  errors: [...callerErrors],
});

export const progressStatuses = ['processing', 'paused', 'completed', 'error', 'cancelled'] as const;

const progress = z.object({
  current: count,
  total: count,
  message: z.string(),
  status: z.enum(progressStatuses),
  rowsPerSecond: z.nullable(z.number()),
  secondsLeft: z.nullable(count),
  counts: outcomeCounts,
});
export type Progress = z.output<typeof progress>;

export const readProgress = defineEndpoint({
  method: 'GET',
  path: '/api/progress/{progressId}',
  access: 'session-or-bearer',
  summary: 'How far a run has come',
  params: z.object({ progressId: z.string().check(z.describe('The id of a run')) }),
  reply: json(progress),
  errors: [...callerErrors, 'not_found'],
});

export const deleteProgress = defineEndpoint({
  method: 'DELETE',
  path: '/api/progress/{progressId}',
  access: 'session-or-bearer',
  summary: 'Hide the progress of a run; its results stay',
  params: z.object({ progressId: z.string() }),
  reply: noContent,
  errors: [...callerErrors, 'not_found'],
});
