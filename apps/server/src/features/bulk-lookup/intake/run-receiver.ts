import { randomUUID } from 'node:crypto';
import type { Readable } from 'node:stream';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import { errorMessage } from '@warranty/contracts/core/errors';
import type { Engine } from '../../../lookups/engine/engine.ts';
import type { FileSize, RunRef } from '../../../lookups/runs/run.ts';
import type { Audit } from '../../../platform/audit/audit.ts';
import type { PoolClient, Tx } from '../../../platform/db/database.ts';
import { createSemaphore } from '../../../platform/fairness/semaphore.ts';
import { AppError } from '../../../platform/http/app-error.ts';
import type { Caller } from '../../../platform/ownership/caller.ts';
import { type Arrived, writeLines } from '../reading/write-lines.ts';
import type { PreparationQueue } from '../runs/preparation-queue.ts';
import { notReady } from '../runs/present-run.ts';
import type { LoadedFile, RunRow } from '../runs/run.ts';
import type { RunQuotas } from '../runs/run-quotas.ts';
import type { RunsService } from '../runs/runs.service.ts';
import { discardFile, type FileStores, removeFile } from './discard-file.ts';
import { holdLease } from './hold-lease.ts';
import type { Ingest, LoadRows } from './ingest.ts';
import { repairIdentifiers } from './repair-identifiers.ts';

export interface ReceiverDeps extends FileStores {
  service: RunsService;
  audit: Pick<Audit, 'record'>;
  quotas: RunQuotas;
  ingest: Pick<Ingest, 'loadFile'>;
  /** Uploads that may write concurrently; the other connections stay available. */
  maxWriters: number;
  preparations: Pick<PreparationQueue, 'add'>;
  /** Creates the tables of the results of a day if they do not exist. */
  prepareDay: Engine['prepareDay'];
}

/** One attempt to send the file of a run. */
interface Upload {
  id: string;
  run: RunRow & { arrivedRows: number };
  caller: Caller;
  isUploaded: boolean;
}

interface SizedFile {
  file: LoadedFile;
  size: FileSize;
}

export type RunReceiver = ReturnType<typeof createRunReceiver>;

/** Loads a run's rows. An interrupted upload can be restarted: its earlier rows are deleted first. */
export function createRunReceiver(deps: ReceiverDeps) {
  const { runs, rows, workbooks, service, audit, quotas, ingest, maxWriters, preparations, prepareDay } =
    deps;
  const writers = createSemaphore(maxWriters);

  async function stoppedRun({ key }: RunRow): Promise<AppError> {
    const run = await runs.findByKey(key);
    if (!run) return new AppError('not_found');
    return run.status === 'error' ? new AppError('upload_displaced') : notReady(run, 'given a file');
  }

  /**
   * Throws if the owner's quota is exceeded. Of several uploads that do not fit together, those of later runs are stopped:
   * otherwise each could hold a part of the quota, and none would get the rest.
   */
  async function reserve<T>({ run }: Upload, size: FileSize, work: (tx: Tx) => Promise<T>): Promise<T> {
    const displaced: RunRef[] = [];
    const quota = await quotas.of(run.owner);
    const result = await runs.transaction(async (tx) => {
      await runs.lockOwner(tx, run.owner);
      for (;;) {
        const others = await runs.sumStored(run.owner, { except: run.key, from: tx });
        const refusal = quota.fileRefusal(others, size);
        if (!refusal) return work(tx);
        const later = await runs.displaceUpload(tx, run, errorMessage('upload_displaced'));
        if (!later) throw refusal;
        displaced.push(later);
      }
    });
    for (const later of displaced) await removeFile(deps, later);
    return result;
  }

  /** Counts what has arrived before it is written, so that concurrent uploads cannot exceed the quota together. */
  const countArrived = (upload: Upload, size: FileSize): Promise<boolean> =>
    reserve(upload, size, (tx) => runs.countArrived(tx, upload.run.key, upload.id, size));

  async function load(upload: Upload, loadRows: LoadRows): Promise<SizedFile> {
    const { id, run, caller } = upload;
    await rows.prepareDay(run.day);
    await prepareDay(run.day);
    if (run.arrivedRows > 0) await discardFile(deps, run);
    const quota = await quotas.of(run.owner);
    const others = await runs.sumStored(run.owner, { except: run.key });
    const target = { key: run.key, day: run.day, options: run.options };
    let size: FileSize = { rows: 0, bytes: 0 };
    // Files that are still arriving do not count here: this upload may displace them.
    const lines = loadRows(target, quota.storedRows - others.loadedRows);
    const hold = (client: PoolClient) => runs.holdUpload(client, run.key, id);
    const write = (arrived: Arrived) =>
      'workbook' in arrived ? workbooks.write(run, arrived, hold) : rows.write(arrived.lines, hold);
    const file = await writeLines(lines, async (arrived) => {
      await service.requireStorage();
      const [piece, arrivedRows] =
        'workbook' in arrived ? [arrived.workbook, size.rows] : [arrived.lines, arrived.rows];
      await quotas.chargeClient(caller, { rows: arrivedRows - size.rows, bytes: piece.length });
      size = { rows: arrivedRows, bytes: size.bytes + piece.length };
      const isWritten = await writers.run(
        caller,
        async () => (await countArrived(upload, size)) && write(arrived),
      );
      // A piece may be large, and the garbage collector would free it much later.
      (piece.buffer as ArrayBuffer).transfer(0);
      if (!isWritten) throw await stoppedRun(run);
    }).catch((error: unknown) => {
      const isFromThread = error instanceof AppError && error.code === 'too_many_rows' && !error.values;
      if (isFromThread) throw quota.tooManyRows({ rows: others.loadedRows });
      throw error;
    });
    return { file: await repairIdentifiers(rows, run, file), size };
  }

  /** An unusable file ends the run; a lost connection leaves it open for another attempt. */
  async function failed({ id, run }: Upload, error: unknown): Promise<never> {
    const status = error instanceof AppError ? error.status : 500;
    const isOver = status < 500 && (await runs.failUpload(run.key, id, (error as AppError).message));
    const mustFreeStorage = status === 507 && (await runs.renewUpload(run.key, id));
    if (isOver || mustFreeStorage) await discardFile(deps, run);
    throw error;
  }

  async function accept(upload: Upload, { file, size }: SizedFile): Promise<RunRow> {
    const { id, run, caller, isUploaded } = upload;
    const source = JSON.stringify(file.source);
    const sourceBytes = Buffer.byteLength(source);
    await quotas.chargeClient(caller, { rows: 0, bytes: sourceBytes });
    const bytes = size.bytes + sourceBytes;
    const accepted = await reserve(upload, { rows: file.totalRows, bytes }, async (tx) => {
      if (!(await runs.keepFile(tx, { key: run.key, uploadId: id, file, source, bytes }))) return undefined;
      const next = await runs.change(run.key, ['loading'], 'preparing', { tx });
      if (isUploaded) await audit.record(tx, caller, { action: 'run.uploaded', targetId: run.id });
      await preparations.add(tx, run, file.totalRows);
      return next;
    });
    if (!accepted) throw await stoppedRun(run);
    return accepted;
  }

  /** If it is not uploaded, the rows are part of the request that created the run. */
  async function receive(
    caller: Caller,
    given: RunRow,
    loadRows: LoadRows,
    { isUploaded } = { isUploaded: false },
  ): Promise<RunRow> {
    await service.requireStorage();
    const id = randomUUID();
    const run = await runs.beginUpload(given.key, id);
    if (!run) throw await refusedUpload(given);
    const upload = { id, run, caller, isUploaded };
    const lease = holdLease({
      renew: () => runs.renewUpload(run.key, id),
      release: () => runs.endUpload(run.key, id),
      lost: () => stoppedRun(run),
    });
    try {
      const work = load(upload, loadRows).then((file) => accept(upload, file));
      return await lease.ifHeld(work).catch((error: unknown) => failed(upload, error));
    } finally {
      await lease.end();
    }
  }

  async function refusedUpload({ key }: RunRow): Promise<AppError> {
    const run = await runs.findByKey(key);
    if (!run) return new AppError('not_found');
    const isTaken = run.status === 'created' || run.status === 'loading';
    return notReady(run, isTaken ? 'given a new file' : 'given a file');
  }

  return {
    receive,

    async upload(caller: Caller, id: string, file: Readable): Promise<BulkRun> {
      const run = await service.own(caller, id);
      // A client that is rejected mid-upload still has to receive the reply on this connection.
      const bytes = file.iterator({ destroyOnReturn: false });
      const loadRows = ingest.loadFile(bytes, caller);
      return service.present(caller, await receive(caller, run, loadRows, { isUploaded: true }));
    },
  };
}
