import { queryOptions } from '@tanstack/react-query';
import type { Correction } from '@warranty/contracts/bulk-lookup';
import type { CallInput } from '@warranty/contracts/core/endpoint';
import { maxPreviewRows, previewCsv } from '@warranty/contracts/csv-enrichment';
import { recordOf } from '@warranty/domain/csv/columns';
import { call } from '../../../lib/api/api.ts';
import { replyMessageOr } from '../../../lib/api/error-text.ts';
import { queryClient } from '../../../lib/api/query.ts';
import { establishSession } from '../../../shared/session/session.ts';
import { dateFormatsToSend } from '../file/date-formats.ts';
import type { ReadFile } from '../file/use-bulk-file.ts';

/** Data for the confirmation dialog, computed once per file, mapping and vendors. */
const keyOf = (read: ReadFile, vendors: readonly string[]) => [
  read.csv.id,
  read.mapping,
  vendors,
  correctionsToSend(read),
];
const cacheMs = 60_000;

/** In file order, so that the same corrections are the same request. */
function correctionsToSend({ corrections }: ReadFile): Correction[] {
  return [...corrections].map(([row, correction]) => ({ row, ...correction })).sort((a, b) => a.row - b.row);
}

/** Counts over all rows: rows to look up, manufacturers and blank cells. */
export function countsOf(read: ReadFile, vendors: readonly string[]) {
  return queryOptions({
    queryKey: ['bulk-file', 'counts', ...keyOf(read, vendors)],
    queryFn: () =>
      read.csv.ask('count', { mapping: read.mapping, vendors, corrections: correctionsToSend(read) }),
    gcTime: cacheMs,
  });
}

type RunVendors = NonNullable<CallInput<typeof previewCsv>['body']['vendors']>;

/** Options of the run, included in each of its requests. */
export function optionsOf(read: ReadFile, vendors: readonly string[], fillBlankFields: boolean) {
  return {
    fieldMapping: read.mapping,
    fillBlankFields,
    ...(read.purchaseDate && { purchaseDate: read.purchaseDate }),
    dateFormats: dateFormatsToSend(read),
    ...(read.corrections.size > 0 && { corrections: correctionsToSend(read) }),
    // The server's default.
    ...(vendors.join() !== 'Dell' && { vendors: [...vendors] as RunVendors }),
  };
}

async function readPreview(read: ReadFile, vendors: readonly string[]) {
  const { columns, firstRows } = read.reading;
  await establishSession();
  return call(previewCsv, {
    body: {
      csvData: firstRows.map(({ cells }) => recordOf(columns, cells)),
      columns: columns.map(({ name }) => name),
      ...optionsOf(read, vendors, true),
      previewLimit: maxPreviewRows,
    },
  });
}

/**
 * The first rows with vendor data. The fill switch is not part of the key: the unfilled version is derived on the client.
 */
export function previewOf(read: ReadFile, vendors: readonly string[]) {
  return queryOptions({
    queryKey: ['bulk-file', 'preview', ...keyOf(read, vendors), read.purchaseDate, dateFormatsToSend(read)],
    queryFn: () =>
      readPreview(read, vendors).catch((error: unknown) => {
        throw new Error(replyMessageOr(error, 'Failed to generate preview'), { cause: error });
      }),
    gcTime: cacheMs,
  });
}

/** A slow vendor must not delay the dialog: the preview appears later. */
const previewWait = 3000;

export async function prepare(read: ReadFile, vendors: readonly string[]): Promise<void> {
  const preview = queryClient.prefetchQuery(previewOf(read, vendors));
  await queryClient.fetchQuery(countsOf(read, vendors));
  await Promise.race([preview, new Promise((resolve) => setTimeout(resolve, previewWait))]);
}
