import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { EnqueueOptions } from '../../platform/jobs/jobs.ts';
import { createSemaphore } from '../../platform/semaphore.ts';
import type { PreparePayload } from './bulk-lookup.jobs.ts';
import { holdLease } from './hold-lease.ts';
import type { Ingest, LoadRows } from './ingest.ts';
import { wireStatus } from './present-run.ts';
import { repairIdentifiers } from './repair-identifiers.ts';
import type { RowsStore } from './rows.store.ts';
import type { RunsService } from './runs.service.ts';
import type { LoadedFile, RunRow, RunsStore } from './runs.store.ts';
import { writeLines } from './write-lines.ts';

export interface ReceiverDeps {
  runs: RunsStore;
  rows: RowsStore;
  service: RunsService;
  audit: Pick<Audit, 'record'>;
  ingest: Pick<Ingest, 'loadFile'>;
  /** Uploads that may write concurrently; the other connections stay available. */
  maxWriters: number;
  enqueuePreparation(payload: PreparePayload, options: EnqueueOptions): Promise<void>;
}

export type RunReceiver = ReturnType<typeof createRunReceiver>;

/** Loads a run's rows. An interrupted upload can be restarted: its earlier rows are deleted first. */
export function createRunReceiver(deps: ReceiverDeps) {
  const { runs, rows, service, audit, ingest, maxWriters, enqueuePreparation } = deps;
  const { storedRows: limit } = service.quotas;
  const writers = createSemaphore(maxWriters);

  const notReady = (status: string, action: string) =>
    new AppError('run_not_ready', { values: { status, action } });

  const tooManyRows = (count: number) => new AppError('too_many_rows', { values: { count, limit } });

  async function stoppedRun({ key }: RunRow): Promise<AppError> {
    const run = await runs.findByKey(key);
    return run ? notReady(wireStatus(run.status), 'given a file') : new AppError('not_found');
  }

  async function load(run: RunRow, uploadId: string, loadRows: LoadRows): Promise<LoadedFile> {
    await rows.prepareDay(run.day);
    await rows.remove(run);
    const others = await runs.countOtherRows(run);
    const lines = loadRows({ key: run.key, day: run.day, options: run.options }, limit - others);
    const file = await writeLines(lines, async (bytes, arrivedRows) => {
      const count = await runs.countOtherRows(run);
      if (count + arrivedRows > limit) throw tooManyRows(count);
      const upload = { key: run.key, uploadId, arrivedRows };
      const isWritten = await writers.run(() =>
        rows.write(bytes, (client) => runs.holdUpload(client, upload)),
      );
      if (!isWritten) throw await stoppedRun(run);
    }).catch((error: unknown) => {
      if (error instanceof AppError && error.code === 'too_many_rows') throw tooManyRows(others);
      throw error;
    });
    return repairIdentifiers(rows, run, file);
  }

  /** An unusable file ends the run; a lost connection leaves it open for another attempt. */
  async function failed(run: RunRow, uploadId: string, error: unknown): Promise<never> {
    const isFinal = error instanceof AppError && error.status < 500;
    if (isFinal && (await runs.failUpload(run.key, uploadId, error.message))) await rows.remove(run);
    throw error;
  }

  /** The rows count from here on, so this is where the quota is checked. */
  async function accept(
    run: RunRow,
    uploadId: string,
    file: LoadedFile,
    uploader: Actor | null,
  ): Promise<RunRow> {
    const accepted = await runs.transaction(async (tx) => {
      await runs.lockOwner(tx, run.owner);
      const count = await runs.countOtherRows(run, tx);
      if (count + file.totalRows > limit) throw tooManyRows(count);
      if (!(await runs.keepFile(tx, run.key, uploadId, file))) return null;
      const next = await runs.change(run.key, ['loading'], 'preparing', { tx });
      if (uploader) await audit.record(tx, uploader, { action: 'run.uploaded', targetId: run.id });
      await enqueuePreparation({ run: run.key }, { tx });
      return next;
    });
    if (!accepted) throw await stoppedRun(run);
    return accepted;
  }

  /** Without an uploader, the rows are part of the request that created the run. */
  async function receive(given: RunRow, loadRows: LoadRows, uploader: Actor | null = null): Promise<RunRow> {
    await service.requireDiskSpace();
    const uploadId = randomUUID();
    const run = await runs.beginUpload(given.key, uploadId);
    if (!run) throw await refusedUpload(given);
    const lease = holdLease({
      renew: () => runs.renewUpload(run.key, uploadId),
      release: () => runs.endUpload(run.key, uploadId),
      lost: () => stoppedRun(run),
    });
    try {
      const work = load(run, uploadId, loadRows).then((file) => accept(run, uploadId, file, uploader));
      return await lease.ifHeld(work).catch((error: unknown) => failed(run, uploadId, error));
    } finally {
      await lease.end();
    }
  }

  async function refusedUpload({ key }: RunRow): Promise<AppError> {
    const run = await runs.findByKey(key);
    if (!run) return new AppError('not_found');
    const isTaken = run.status === 'created' || run.status === 'loading';
    return notReady(wireStatus(run.status), isTaken ? 'given a new file' : 'given a file');
  }

  return {
    receive,

    async upload(caller: ActingCaller, id: string, file: Readable): Promise<BulkRun> {
      const run = await service.own(caller, id);
      // A client that is rejected mid-upload still has to receive the reply on this connection.
      const bytes = file.iterator({ destroyOnReturn: false });
      return service.present(await receive(run, ingest.loadFile(bytes), caller.actor));
    },
  };
}
