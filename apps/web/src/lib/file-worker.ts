import { RequestError } from '@warranty/contracts/client';
import { CsvError } from '@warranty/domain/csv/csv-error';
import type { CsvRow } from '@warranty/domain/csv/reader';
import type { CsvTable } from '@warranty/domain/csv/table';
import type { WorkerMessage, WorkerRequest, WorkerRequests } from './worker-client.ts';

// What every worker that reads a file has: imported by workers alone.

/** How many bytes were read so far. */
export type ReportProgress = (bytes: number) => void;

/** The file from beginning to end, as rows. */
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

/** Often enough for a bar to move, and no more: each one draws the page. */
function createProgressReporter(id: number): ReportProgress {
  let last = performance.now();
  return (bytes) => {
    if (performance.now() - last < tellEvery) return;
    last = performance.now();
    post({ id, kind: 'progress', bytes });
  };
}

/** A file that was changed or moved after it was chosen cannot be read any more. */
function failure(id: number, error: unknown): WorkerMessage {
  if (error instanceof RequestError) return { id, kind: 'failed', sentence: error.serverMessage ?? null };
  if (error instanceof CsvError) return { id, kind: 'refused', code: error.code, message: error.message };
  if (error instanceof DOMException && error.name === 'NotReadableError') {
    const message = 'The file was changed or moved after it was chosen. Choose it again.';
    return { id, kind: 'refused', code: null, message };
  }
  return { id, kind: 'refused', code: null, message: error instanceof Error ? error.message : String(error) };
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
