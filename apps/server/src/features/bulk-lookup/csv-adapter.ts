import { setTimeout as delay } from 'node:timers/promises';
import {
  type enhanceCsv,
  mostPreviewRows,
  mostRowsAnswered,
  type previewCsv,
  type RowResult,
} from '@warranty/contracts/bulk-lookup';
import type { Parsed, ReplyOf } from '@warranty/contracts/endpoint';
import { cellsOf, columnsOfRecords } from '@warranty/domain/csv/columns';
import { createEnricher } from '@warranty/domain/csv/enrich';
import { createProfiler } from '@warranty/domain/csv/profile';
import { createRowReader } from '@warranty/domain/csv/row';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { answerTo, toRowAnswer, toRowResult } from './answered-rows.ts';
import { type ExportStores, exportFile, planFor } from './export.ts';
import type { FewLookups } from './few-lookups.ts';
import { toFileRow } from './load.ts';
import type { Receiver } from './receive.ts';
import { recordSource } from './record-source.ts';
import { toRunOptions } from './run.ts';
import type { RunsService } from './runs.service.ts';
import type { RunRow } from './runs.store.ts';

const answerWithinMs = 25_000;
const lookAgainMs = 150;

type PreviewBody = Parsed<typeof previewCsv>['body'];
type EnhanceBody = Parsed<typeof enhanceCsv>['body'];

export interface CsvAdapterDeps extends ExportStores {
  service: RunsService;
  receiver: Receiver;
  few: FewLookups;
}

/** The specified calls that take rows as JSON, on top of runs. */
export function createCsvAdapter({ service, receiver, few, ...stores }: CsvAdapterDeps) {
  /** Only the first rows are asked for. */
  async function preview(caller: Caller, body: PreviewBody): Promise<ReplyOf<typeof previewCsv>> {
    const options = toRunOptions(body);
    const columns = columnsOfRecords(body.csvData, body.columns ?? []);
    if (columns.length === 0) throw new AppError('invalid_request');
    const profiler = createProfiler(columns.length);
    const originals = body.csvData.slice(0, Math.min(body.previewLimit, mostPreviewRows));
    for (const record of body.csvData) profiler.add(cellsOf(columns, record));
    const read = createRowReader({ columns, mapping: options.fieldMapping, vendors: options.vendors });
    const rows = originals.map((record, at) => {
      const cells = cellsOf(columns, record);
      return toFileRow(at + 1, at + 2, cells, read(cells));
    });
    const answers = await few.lookUp(caller, rows);
    const plan = planFor({ columns, profiles: profiler.profiles() }, options);
    const enrich = createEnricher(plan);
    const telling = { demo: stores.demo, now: new Date() };
    const enrichedRows = rows.map((row, at) => {
      const cells = enrich(row.cells, toRowAnswer(row, answers[at] ?? null, telling));
      return Object.fromEntries(
        plan.header.map((name, index) => [columns[index]?.name ?? name, cells[index] ?? '']),
      );
    });
    return { originalRows: originals, enrichedRows };
  }

  async function waitUntilOver(caller: Caller, id: string): Promise<RunRow> {
    const giveUpAt = performance.now() + answerWithinMs;
    for (;;) {
      const run = await service.own(caller, id);
      const isUnderWay = ['created', 'loading', 'preparing', 'processing'].includes(run.status);
      if (!isUnderWay || performance.now() > giveUpAt) return run;
      await delay(lookAgainMs);
    }
  }

  async function rowResults(run: RunRow): Promise<RowResult[]> {
    const results: RowResult[] = [];
    for (;;) {
      const some = await stores.rows.page(run, results.length, 1000);
      if (some.length === 0) return few.withEntitlements(run.owner, results);
      const telling = { demo: stores.demo, now: new Date() };
      for (const row of some) results.push(toRowResult(row, answerTo(row), telling));
    }
  }

  /** Null where the answer is not there in time, or too large to be one. */
  async function enhance(
    caller: Caller,
    body: EnhanceBody,
    { isAsync }: { isAsync: boolean },
  ): Promise<ReplyOf<typeof enhanceCsv>> {
    if (body.csvData.length === 0) throw new AppError('invalid_request');
    const created = await service.create(caller, body.progressId, toRunOptions(body), body.csvData);
    const progressId = created.id;
    if (created.status === 'created' || created.status === 'loading')
      await receiver.receive(created, recordSource(body.csvData, body));
    if (isAsync || body.csvData.length > mostRowsAnswered) return { progressId };
    const run = await waitUntilOver(caller, progressId);
    if (run.status !== 'completed') return { progressId };
    const warrantyResults = await rowResults(run);
    let enrichedCSV = '';
    for await (const text of exportFile(stores, run, { asText: true })) enrichedCSV += text;
    return {
      warrantyResults,
      enrichedCSV,
      progressId,
      dellDevicesProcessed: warrantyResults.filter(wasDellAsked).length,
      ...(run.manufacturerStats ? { manufacturerStats: run.manufacturerStats } : {}),
    };
  }

  return { preview, enhance };
}

const wasDellAsked = ({ manufacturer, outcome }: RowResult) =>
  manufacturer === 'Dell' && outcome !== 'skipped' && outcome !== 'not-processed';
