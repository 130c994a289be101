import * as z from 'zod/mini';
import { forChangingRuns, forLookups } from './access.ts';
import {
  creationErrors,
  delimiter,
  exampleFile,
  fileErrors,
  fileName,
  runOptions,
  uuid,
} from './bulk-lookup.ts';
import { callerErrors } from './core/caller-errors.ts';
import { defineEndpoint, json, largeJsonOrAccepted } from './core/endpoint.ts';
import { exampleSerial } from './core/example.ts';
import { count, text } from './core/fields.ts';
import { manufacturerStats } from './field-mapping.ts';
import { rowOutcomes } from './row-outcome.ts';
import { warrantyResult } from './warranty.ts';

const csvRow = z.record(z.string(), z.string());
const csvData = z.array(csvRow);
const columns = z.optional(z.array(z.string())).check(z.describe('The order of the columns'));

const exampleRows = [{ 'Serial Number': exampleSerial, Manufacturer: 'Dell', Location: 'Office North' }];

const common = {
  method: 'POST',
  group: 'Warranty lookup',
  bodyLimit: 32 * 1024 * 1024,
  bodyAsBytes: true,
} as const;

/** Above this number of rows the reply is always 202. */
export const maxSyncRows = 10_000;
export const maxPreviewRows = 10;

export const previewCsv = defineEndpoint({
  ...common,
  ...forLookups,
  path: '/api/warranty/csv-preview',
  audit: null, // Only looks up the first rows.
  summary: 'Preview how the first rows of a file would be enriched',
  body: z.object({
    csvData,
    columns,
    ...runOptions,
    previewLimit: z._default(z.int().check(z.positive()), maxPreviewRows),
  }),
  example: { body: { csvData: exampleRows, fieldMapping: exampleFile.fieldMapping } },
  reply: json(z.object({ originalRows: csvData, enrichedRows: csvData })),
  errors: [
    ...callerErrors,
    'daily_limit_reached',
    'file_refused',
    'too_many_files',
    'upload_interrupted',
    'vendor_keys_missing',
  ],
});

/** A result of a run, with the outcome of the row. */
export const rowResult = z.extend(warrantyResult, {
  manufacturer: text.check(z.describe('Null if neither the file nor the serial number identifies it')),
  outcome: z.enum(rowOutcomes),
});
export type RowResult = z.output<typeof rowResult>;

export const enhanceCsv = defineEndpoint({
  ...common,
  ...forChangingRuns,
  path: '/api/warranty/csv-enhanced',
  audit: 'run.created',
  summary: 'Enrich rows; returns 202 with a progressId if it takes longer than 25 seconds',
  body: z.object({
    csvData,
    columns,
    headers: z
      .optional(z.array(z.string()))
      .check(z.describe('The original header row, if column names were made unique')),
    ...runOptions,
    progressId: z.optional(uuid),
    fileName,
    delimiter,
  }),
  example: { body: { csvData: exampleRows, ...exampleFile } },
  reply: largeJsonOrAccepted(
    z.object({
      warrantyResults: z.optional(z.array(rowResult)).check(z.describe('One per row, in order')),
      enrichedCSV: z.optional(z.string()),
      progressId: z.string(),
      dellDevicesProcessed: z.optional(count),
      manufacturerStats: z.optional(manufacturerStats),
    }),
  ),
  errors: [...creationErrors, ...fileErrors],
});
