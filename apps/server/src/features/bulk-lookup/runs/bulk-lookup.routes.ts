import * as contract from '@warranty/contracts/bulk-lookup';
import * as resultsContract from '@warranty/contracts/bulk-results';
import { enhanceCsv, previewCsv } from '@warranty/contracts/csv-enrichment';
import { lookupItems } from '@warranty/contracts/lookup-items';
import * as progress from '@warranty/contracts/progress';
import { resultsFileName } from '@warranty/domain/csv/write';
import * as z from 'zod/mini';
import { contextOf } from '../../../lookups/vendors/lookup-context.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import { type Route, route } from '../../../platform/http/route.ts';
import type { RunReceiver } from '../intake/run-receiver.ts';
import { type ExportStores, exportFile, exportWorkbook, requireSource } from '../reading/export.ts';
import type { RowFilter } from '../reading/result-filter.ts';
import { createResultsReader, type ResultsDeps } from '../reading/results.ts';
import { createRowReader, type RowDetailsDeps } from '../reading/row-details.ts';
import type { createCsvAdapter } from './csv-adapter.ts';
import { createReportReader } from './report.ts';
import { toRunOptions } from './run.ts';
import type { RunsService } from './runs.service.ts';
import type { SyncLookup } from './sync-lookup.ts';

export interface BulkRoutesDeps {
  service: RunsService;
  receiver: RunReceiver;
  adapter: ReturnType<typeof createCsvAdapter>;
  few: SyncLookup;
  stores: ExportStores & RowDetailsDeps & ResultsDeps;
}

const columnNames = z.array(z.string());

export function bulkLookupRoutes(deps: BulkRoutesDeps): Route[] {
  return [...rowRoutes(deps), ...runRoutes(deps), ...readingRoutes(deps)];
}

function runRoutes({ service, receiver }: BulkRoutesDeps): Route[] {
  return [
    route(contract.createBulkRun, async ({ caller, body, request }) => {
      const id = body.progressId ?? idempotencyKey(request.headers['idempotency-key']);
      return service.present(caller, await service.create(caller, id, toRunOptions(body)));
    }),
    route(contract.listBulkRuns, async ({ caller }) => ({ runs: await service.list(caller) })),
    route(contract.uploadBulkSource, ({ caller, params, upload }) =>
      receiver.upload(caller, params.runId, upload),
    ),
    route(contract.readBulkRun, ({ caller, params }) => service.read(caller, params.runId)),
    route(contract.deleteBulkRun, async ({ caller, params }) => {
      await service.remove(caller, params.runId);
      return undefined;
    }),
    route(contract.cancelBulkRun, ({ caller, params }) => service.cancel(caller, params.runId)),
    route(contract.retryBulkRun, ({ caller, params, body }) => service.retry(caller, params.runId, body)),
    route(contract.resumeBulkRun, ({ caller, params }) => service.resume(caller, params.runId)),
    route(progress.readProgress, ({ caller, params }) => service.progress(caller, params.progressId)),
    route(progress.deleteProgress, async ({ caller, params }) => {
      await service.hideProgress(caller, params.progressId);
      return undefined;
    }),
  ];
}

function readingRoutes({ service, stores }: BulkRoutesDeps): Route[] {
  const readResults = createResultsReader(stores);
  const readReport = createReportReader(stores);
  const reader = createRowReader(stores);
  return [
    route(resultsContract.readBulkColumns, async ({ caller, params }) => ({
      columns: await reader.columns(await service.own(caller, params.runId)),
    })),
    route(resultsContract.readBulkRow, async ({ caller, params }) =>
      reader.row(caller.owner, await service.own(caller, params.runId), Number(params.row)),
    ),
    route(resultsContract.readBulkResults, async ({ caller, params, query }) =>
      readResults(caller, await service.own(caller, params.runId), {
        after: Number(query.after ?? 0),
        limit: Number(query.limit ?? 100),
        ...wantedRows(query),
        search: query.search?.trim() || null,
        sort: query.sort ?? null,
        columns: query.columns?.split(',').map(Number) ?? [],
      }),
    ),
    route(resultsContract.readBulkReport, async ({ caller, params, query }) =>
      readReport(caller, await service.own(caller, params.runId), { rows: query.rows ?? 'first' }),
    ),
    route(resultsContract.downloadBulkFile, async ({ caller, params, query, reply }) => {
      const run = await service.own(caller, params.runId);
      const source = await requireSource(stores, run);
      const chosen = { without: readColumnNames(query.without), wanted: wantedRows(query) };
      const { format = 'csv' } = query;
      const isWorkbook = format === 'xlsx';
      const file = isWorkbook
        ? await exportWorkbook(stores, run, source, chosen)
        : exportFile(stores, run, { ...chosen, raw: query.raw === 'true' });
      await service.noteDownload(caller, run);
      const name = resultsFileName(new Date().toISOString().slice(0, 10), format);
      reply.header('content-disposition', `attachment; filename="${name}"`);
      if (isWorkbook) reply.header('content-type', contract.workbookType);
      return file;
    }),
  ];
}

function rowRoutes({ adapter, few }: BulkRoutesDeps): Route[] {
  return [
    route(lookupItems, ({ body, ...call }) =>
      body.cachedOnly
        ? few.findItems(call.caller.owner, body.items)
        : few.lookUpItems(contextOf(call), body.items, body.vendors),
    ),
    route(previewCsv, ({ bytes, ...call }) => adapter.preview(contextOf(call), bytes)),
    route(enhanceCsv, async ({ caller, bytes, request, reply }) => {
      const isAsync = /\brespond-async\b/i.test(String(request.headers.prefer ?? ''));
      const { isWhole, text } = await adapter.enhance(caller, bytes, { isAsync });
      if (!isWhole) reply.code(202);
      return text;
    }),
  ];
}

/** For clients that send the run id in the header instead of the body. */
function idempotencyKey(header: string | string[] | undefined): string | undefined {
  if (typeof header !== 'string') return undefined;
  const parsed = z.uuid().safeParse(header.replaceAll('"', ''));
  if (!parsed.success) throw invalid('headers.idempotency-key', 'Must be a UUID');
  return parsed.data;
}

type WantedRows = { [K in keyof RowFilter]?: RowFilter[K] | undefined };

function wantedRows({ filter = null, ends = null }: WantedRows): RowFilter {
  return { filter, ends };
}

function readColumnNames(text: string | undefined): string[] {
  if (text === undefined) return [];
  try {
    return columnNames.parse(JSON.parse(text));
  } catch {
    throw invalid('query.without', 'Must be a JSON list of column names');
  }
}

function invalid(path: string, message: string): AppError {
  return new AppError('invalid_request', { details: [{ path, message }] });
}
