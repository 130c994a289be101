import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { JobPayload } from '@warranty/contracts/jobs';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import type { EnqueueOptions } from '../../platform/jobs/jobs.ts';
import { fileSource } from './file-source.ts';
import { loadRows, type RowSource, toFileError } from './load.ts';
import { repairIdentifiers } from './repair-identifiers.ts';
import type { RowsStore } from './rows.store.ts';
import type { RunsService } from './runs.service.ts';
import type { LoadedFile, RunRow, RunsStore } from './runs.store.ts';

export interface ReceiverDeps {
  runs: RunsStore;
  rows: RowsStore;
  service: RunsService;
  enqueuePreparation(payload: JobPayload<'bulk.prepare'>, options: EnqueueOptions): Promise<void>;
}

export type Receiver = ReturnType<typeof createReceiver>;

/** Takes a run's rows in. Broken off, it can be begun again: what was there is removed first. */
export function createReceiver({ runs, rows, service, enqueuePreparation }: ReceiverDeps) {
  const notReady = ({ status }: RunRow, action: string) =>
    new AppError('run_not_ready', {
      values: { status: status === 'preparing' ? 'loading' : status, action },
    });

  async function load(run: RunRow, source: RowSource): Promise<LoadedFile> {
    await rows.prepareDay(run.day);
    await rows.remove(run);
    const { storedRows: limit } = service.quotas;
    const { rows: count } = await runs.transaction((tx) => runs.usage(tx, run.owner));
    const refuse = () => new AppError('too_many_rows', { values: { count, limit } });
    const file = await loadRows(rows, run, source, { mostRows: limit - count, refuse });
    return repairIdentifiers(rows, run, file);
  }

  /** The run ends where its file cannot be used; a connection that broke leaves it open for another try. */
  async function failed(run: RunRow, error: unknown): Promise<never> {
    const told = toFileError(error);
    if (told instanceof AppError) {
      await runs.change(run.key, ['loading'], 'error', { problem: told.message });
      await rows.remove(run);
    }
    throw told;
  }

  async function take(run: RunRow, source: RowSource): Promise<RunRow> {
    await service.demandRoom();
    if (!(await runs.change(run.key, ['created', 'loading'], 'loading'))) throw notReady(run, 'given a file');
    const file = await load(run, source).catch((error: unknown) => failed(run, error));
    return runs.transaction(async (tx) => {
      await runs.keepFile(tx, run.key, file);
      const next = await runs.change(run.key, ['loading'], 'preparing', { tx });
      if (!next) throw notReady({ ...run, status: 'cancelled' }, 'given a file');
      await enqueuePreparation({ run: run.key }, { tx });
      return next;
    });
  }

  async function receive(run: RunRow, source: RowSource): Promise<RunRow> {
    const release = await rows.lockUpload(run.key);
    if (!release) throw notReady({ ...run, status: 'loading' }, 'given another file');
    try {
      return await take(run, source);
    } finally {
      await release();
    }
  }

  return {
    receive,

    async upload(caller: Caller, id: string, bytes: AsyncIterable<Uint8Array>): Promise<BulkRun> {
      const run = await service.own(caller, id);
      return service.present(await receive(run, fileSource(bytes, run.options)));
    },
  };
}
