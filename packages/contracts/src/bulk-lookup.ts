import * as z from 'zod/mini';
import { forChangingRuns, forReadingRuns } from './access.ts';
import type { AuditAction } from './audit-actions.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, noContent } from './core/endpoint.ts';
import type { ErrorCode } from './core/errors.ts';
import { count, instant, text } from './core/fields.ts';
import { dateFormats } from './date-format.ts';
import { fieldMapping, manufacturerStats, purchaseDateChoice } from './field-mapping.ts';
import { continuesAt } from './progress.ts';
import { outcomeCounts, retriedOutcomes } from './row-outcome.ts';
import { vendorsWithKeys } from './vendors.ts';

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

/** The content type of .xlsx files. */
export const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

export const fileFormats = ['csv', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** A message about the file for the user, with its line number. */
const fileNotice = z.object({ line: z.nullable(count), message: z.string() });
export type FileNotice = z.output<typeof fileNotice>;

/** What a retry can do now. A vendor that does not know a device is not called again for a while. */
const retryState = z.object({
  rows: count.check(z.describe('Failed rows that a retry looks up now')),
  laterRows: count.check(z.describe('Failed rows that cannot be retried yet')),
  laterAt: z.nullable(instant).check(z.describe('When all of them can be looked up')),
});
export type RetryState = z.output<typeof retryState>;

/** Rows that were not looked up although their manufacturer has a lookup. */
const unprocessedRows = z.object({ vendor: z.string(), rows: count });
export type UnprocessedRows = z.output<typeof unprocessedRows>;

export const bulkRun = z.object({
  id: z.string().check(z.describe('Also the progressId')),
  status: z.enum(runStatuses),
  fileName: text,
  format: z.enum(fileFormats).check(z.describe('Format of the uploaded file')),
  keepsWorkbook: z
    .boolean()
    .check(z.describe('Whether the uploaded workbook is stored and can be downloaded with the results')),
  createdAt: instant,
  createdBy: z
    .optional(text)
    .check(
      z.describe(
        'In an organization: the member who created it. Null if an access token did, or if that person does not exist any more',
      ),
    ),
  finishedAt: z.nullable(instant),
  expiresAt: instant.check(z.describe('When the run and its rows are deleted')),
  totalRows: count,
  counts: outcomeCounts.check(z.describe('Rows by outcome')),
  retry: retryState,
  unprocessed: z
    .array(unprocessedRows)
    .check(z.describe('Rows of `not-processed` that a retry with these `vendors` looks up, most rows first')),
  vendors: z.array(z.string()).check(z.describe('Vendors that this run looks up')),
  message: z.string().check(z.describe('Human-readable status message')),
  continuesAt,
  manufacturerStats: z.nullable(manufacturerStats),
  notices: z.array(fileNotice).check(z.describe('The first hundred notices about the file')),
  noticesCount: count,
});
export type BulkRun = z.output<typeof bulkRun>;

export const runParams = z.object({ runId: z.string().check(z.describe('The run ID')) });
const vendorName = z.enum(vendorsWithKeys.map(({ name }) => name));
export const vendorNames = z.array(vendorName).check(z.minLength(1), z.maxLength(vendorsWithKeys.length));
export const uuid = z.uuid();

/** Typed by a user, one by one. They are stored with the options of the run, which every chunk reads. */
export const maxCorrections = 200;
export const maxCorrectionLength = 64;

const correction = z
  .object({
    row: z.int().check(z.positive(), z.maximum(1_000_000), z.describe('1 is the first row below the header')),
    identifier: z
      .optional(z.string().check(z.trim(), z.minLength(1), z.maxLength(maxCorrectionLength)))
      .check(z.describe('The service tag or serial number to look up')),
    manufacturer: z.optional(vendorName).check(z.describe('The vendor to look it up at')),
  })
  .check(
    z.refine(({ identifier, manufacturer }) => identifier !== undefined || manufacturer !== undefined, {
      error: 'Either identifier or manufacturer is required',
    }),
  );
export type Correction = z.output<typeof correction>;

const corrections = z
  .optional(z.array(correction).check(z.maxLength(maxCorrections)))
  .check(
    z.describe(
      'Identifiers and manufacturers to use instead of those in the file, for up to 200 rows. The cells of the file stay unchanged; the added columns Corrected Identifier and Corrected Manufacturer show them',
    ),
  );

/** How to read and enrich a file. */
export const runOptions = {
  fieldMapping,
  fillBlankFields: z._default(z.boolean(), true),
  purchaseDate: z.optional(purchaseDateChoice),
  dateFormats: z.optional(dateFormats),
  corrections,
  vendors: z.optional(vendorNames).check(z.describe('Vendors to look up; defaults to Dell')),
};

export const fileName = z.optional(z.string().check(z.maxLength(255)));
export const delimiter = z.optional(z.enum([',', ';', '\t', '|']));

export const creationErrors = [
  ...callerErrors,
  'run_conflict',
  'too_many_runs',
  'too_many_stored_runs',
  'address_quota',
  'vendor_keys_missing',
  'disk_full',
  'database_full',
] as const satisfies readonly ErrorCode[];

export const fileErrors = [
  'too_many_rows',
  'too_many_bytes',
  'upload_displaced',
  'file_refused',
  'workbook_refused',
  'columns_missing',
  'too_many_files',
  'upload_interrupted',
] as const satisfies readonly ErrorCode[];

export const exampleFile = {
  fieldMapping: { modelNumber: 'Serial Number', manufacturer: 'Manufacturer' },
  fileName: 'devices.csv',
};

const onRun = { group: 'Bulk runs', params: runParams } as const;
export const readsRun = { ...onRun, ...forReadingRuns } as const;
const changesRun = { ...onRun, ...forChangingRuns } as const;

export const createBulkRun = defineEndpoint({
  method: 'POST',
  path: '/api/bulk-runs',
  ...forChangingRuns,
  group: 'Bulk runs',
  audit: 'run.created',
  summary: 'Create a run, then upload its file with PUT. Idempotent for the same ID and body',
  body: z.object({
    progressId: z.optional(uuid).check(z.describe('The run ID; can also be sent as `Idempotency-Key`')),
    ...runOptions,
    fileName,
    encoding: z.optional(z.enum(['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'])),
    delimiter,
    sheet: z
      .optional(z.string().check(z.minLength(1), z.maxLength(255)))
      .check(z.describe('Sheet of a workbook to read; defaults to its first visible sheet')),
    keepWorkbook: z
      ._default(z.boolean(), true)
      .check(
        z.describe(
          'Store the workbook with all its sheets until the run is deleted, so that it can be downloaded with the results. If false, only the rows of the sheet are stored',
        ),
      ),
  }),
  example: { body: exampleFile },
  reply: json(bulkRun, 201),
  errors: creationErrors,
});

export const uploadBulkSource = defineEndpoint({
  ...changesRun,
  method: 'PUT',
  path: '/api/bulk-runs/{runId}/source',
  audit: 'run.uploaded',
  summary: 'Upload the CSV file or workbook (.xlsx) of a run; rows are looked up in the background',
  upload: ['text/csv', workbookType],
  bodyLimit: 500 * 1024 * 1024,
  reply: json(bulkRun, 202),
  errors: [
    ...callerErrors,
    ...fileErrors,
    'not_found',
    'run_not_ready',
    'file_empty',
    'address_quota',
    'disk_full',
    'database_full',
  ],
});

export const listBulkRuns = defineEndpoint({
  method: 'GET',
  path: '/api/bulk-runs',
  ...forReadingRuns,
  group: 'Bulk runs',
  summary: 'List stored runs, newest first; each says when it is deleted',
  reply: json(z.object({ runs: z.array(bulkRun) })),
  errors: [...callerErrors],
});

export const readBulkRun = defineEndpoint({
  ...readsRun,
  method: 'GET',
  path: '/api/bulk-runs/{runId}',
  summary: 'Get one run',
  reply: json(bulkRun),
  errors: [...callerErrors, 'not_found'],
});

const commandErrors = [...callerErrors, 'not_found', 'run_not_ready'] as const;
const command = <A extends AuditAction>(name: string, audit: A, summary: string) =>
  defineEndpoint({
    ...changesRun,
    method: 'POST',
    path: `/api/bulk-runs/{runId}/${name}`,
    audit,
    summary,
    reply: json(bulkRun),
    errors: commandErrors,
  });
export const cancelBulkRun = command('cancel', 'run.canceled', 'Cancel a run; results so far are kept');
export const retryBulkRun = defineEndpoint({
  ...command(
    'retry',
    'run.retried',
    'Look up rows of a finished run again: those that failed, and those that were not processed',
  ),
  body: z._default(
    z.object({
      vendors: z
        .optional(vendorNames)
        .check(
          z.describe(
            'Only rows of these vendors; defaults to those of the run. Others need keys and are added to the run',
          ),
        ),
      outcomes: z
        .optional(z.array(z.enum(retriedOutcomes)).check(z.minLength(1), z.maxLength(retriedOutcomes.length)))
        .check(
          z.describe(
            'Only rows with these outcomes; defaults to all of them. A canceled run also continues with its pending rows',
          ),
        ),
    }),
    {},
  ),
  example: { body: { vendors: ['Dell'], outcomes: ['failed', 'not-processed'] } },
  errors: [...commandErrors, 'retry_too_early', 'too_many_runs', 'vendor_keys_missing'],
});
export const resumeBulkRun = command('resume', 'run.resumed', 'Resume a paused run');

export const deleteBulkRun = defineEndpoint({
  ...changesRun,
  method: 'DELETE',
  path: '/api/bulk-runs/{runId}',
  audit: 'run.deleted',
  summary: 'Delete a run and its results',
  reply: noContent,
  errors: [...callerErrors, 'not_found', 'run_not_ready'],
});
