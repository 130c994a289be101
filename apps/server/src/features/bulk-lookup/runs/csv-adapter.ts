import { setTimeout as delay } from 'node:timers/promises';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { maxSyncRows, type previewCsv } from '@warranty/contracts/csv-enrichment';
import { recordOf } from '@warranty/domain/csv/columns';
import { correctedValues } from '@warranty/domain/csv/corrections';
import { createEnricher } from '@warranty/domain/csv/enrich';
import { createRowReader } from '@warranty/domain/csv/row';
import type { LookupContext } from '../../../lookups/vendors/lookup-context.ts';
import type { ReceivedFile } from '../../../platform/http/bodies/received-file.ts';
import type { Caller } from '../../../platform/ownership/caller.ts';
import type { Ingest } from '../intake/ingest.ts';
import { toFileRow } from '../intake/row-loader.ts';
import type { RunReceiver } from '../intake/run-receiver.ts';
import { type ExportStores, planFor } from '../reading/export.ts';
import { toEnrichment } from '../reading/row-results.ts';
import { enhancedReply } from './enhanced-reply.ts';
import { correctionsOf, type RunRow, toRunOptions } from './run.ts';
import type { RunsService } from './runs.service.ts';
import type { SyncLookup } from './sync-lookup.ts';

const syncTimeoutMs = 25_000;
const pollIntervalMs = 150;

export interface CsvAdapterDeps extends ExportStores {
  service: RunsService;
  receiver: RunReceiver;
  ingest: Pick<Ingest, 'preview' | 'openRecords'>;
  few: SyncLookup;
}

/** The specified endpoints that take rows as JSON, built on runs. */
export function createCsvAdapter({ service, receiver, ingest, few, ...stores }: CsvAdapterDeps) {
  /** Only the first rows are looked up. */
  async function preview(context: LookupContext, body: ReceivedFile): Promise<ReplyOf<typeof previewCsv>> {
    const { options: asked, columns, profiles, firstRows } = await ingest.preview(context.caller, body);
    const options = toRunOptions(asked);
    const read = createRowReader({ columns, mapping: options.fieldMapping, vendors: options.vendors });
    const corrections = correctionsOf(options);
    const rows = firstRows.map((cells, index) =>
      toFileRow(index + 1, index + 2, cells, read(cells, corrections.get(index + 1))),
    );
    const results = await few.lookUp(context, rows);
    const plan = planFor({ columns, profiles }, options);
    const enrich = createEnricher(plan);
    const now = { demo: stores.demo, now: new Date() };
    const enrichedRows = rows.map((row, i) => {
      const values = toEnrichment(row, results[i] ?? null, now);
      const cells = enrich(row.cells, { ...values, ...correctedValues(corrections.get(row.row)) });
      return Object.fromEntries(
        plan.header.map((name, index) => [columns[index]?.name ?? name, cells[index] ?? '']),
      );
    });
    return { originalRows: firstRows.map((cells) => recordOf(columns, cells)), enrichedRows };
  }

  async function waitUntilOver(caller: Caller, id: string): Promise<RunRow> {
    const giveUpAt = performance.now() + syncTimeoutMs;
    for (;;) {
      const run = await service.own(caller, id);
      const isActive = ['created', 'loading', 'preparing', 'processing'].includes(run.status);
      if (!isActive || performance.now() > giveUpAt) return run;
      await delay(pollIntervalMs);
    }
  }

  /** Stores the rows, unless the same request already did. */
  async function take(caller: Caller, body: ReceivedFile): Promise<{ id: string; rows: number }> {
    const records = await ingest.openRecords(caller, body);
    try {
      const { options, hash, rows } = records;
      const run = await service.create(caller, options.progressId, toRunOptions(options), hash);
      if (run.status === 'created' || run.status === 'loading')
        await receiver.receive(caller, run, records.load);
      return { id: run.id, rows };
    } finally {
      records.close();
    }
  }

  /** Returns a JSON text in pieces: only the id if the reply is not ready in time or is too large. */
  async function enhance(caller: Caller, body: ReceivedFile, { isAsync }: { isAsync: boolean }) {
    const { id, rows } = await take(caller, body);
    const run = isAsync || rows > maxSyncRows ? null : await waitUntilOver(caller, id);
    const isWhole = run?.status === 'completed';
    return { isWhole, text: isWhole ? enhancedReply(stores, few, run) : idAlone(id) };
  }

  return { preview, enhance };
}

async function* idAlone(progressId: string): AsyncGenerator<string> {
  yield JSON.stringify({ progressId });
}
