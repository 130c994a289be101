import { RequestError } from '@warranty/contracts/core/client';
import { CsvError } from '@warranty/domain/csv/csv-error';
import type { CsvRow } from '@warranty/domain/csv/reader';
import type { CsvTable } from '@warranty/domain/csv/table';
import { messageOf } from '../api/error-text.ts';
import type { WorkerMessage, WorkerRequest, WorkerRequests } from './worker-client.ts';

// Shared by all workers that read files. Imported only by workers.

/** Called with the number of bytes read so far. */
export type ReportProgress = (bytes: number) => void;

/** Reads the whole file as rows. */
export async function readRows(
  file: Blob,
  table: CsvTable,
  tell: ReportProgress,
  take: (rows: CsvRow[]) => void,
): Promise<void> {
  const stream = file.stream().getReader();
  let bytes = 0;
  for (;;) {
    const { done, value } = await stream.read();
    if (done) break;
    bytes += value.byteLength;
    take(table.feed(value));
    tell(bytes);
  }
  take(table.end());
}

const post = (message: WorkerMessage) => (self as unknown as Worker).postMessage(message);

const tellEvery = 100;

/** Throttled: often enough to move a progress bar, but each message re-renders the page. */
function createProgressReporter(id: number): ReportProgress {
  let last = performance.now();
  return (bytes) => {
    if (performance.now() - last < tellEvery) return;
    last = performance.now();
    post({ id, kind: 'progress', bytes });
  };
}

/** A file that was changed or moved after it was selected can no longer be read. */
function failure(id: number, error: unknown): WorkerMessage {
  if (error instanceof RequestError) return { id, kind: 'failed', sentence: error.serverMessage ?? null };
  if (error instanceof CsvError) return { id, kind: 'refused', code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === 'NotReadableError') {
    const message = 'The file was changed or moved after you selected it. Select it again.';
    return { id, kind: 'refused', code: null, message };
  }
  return { id, kind: 'refused', code: null, message: messageOf(error) };
}

type Answers<Q extends WorkerRequests<Q>> = {
  [K in keyof Q]: (
    question: Q[K]['question'],
    tell: ReportProgress,
  ) => Q[K]['answer'] | Promise<Q[K]['answer']>;
};

export function serveRequests<Q extends WorkerRequests<Q>>(answers: Answers<Q>): void {
  addEventListener('message', async ({ data }: MessageEvent<WorkerRequest<Q>>) => {
    const { id, kind, question } = data;
    try {
      post({ id, kind: 'answer', answer: await answers[kind](question, createProgressReporter(id)) });
    } catch (error) {
      post(failure(id, error));
    }
  });
}
