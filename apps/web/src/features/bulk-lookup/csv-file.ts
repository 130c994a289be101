import type { CsvErrorCode } from '@warranty/domain/csv/csv-error';
import type { CsvQuestion, CsvQuestions, FromCsvWorker, ToCsvWorker } from './csv-messages.ts';

/** Why a file cannot be read, in the words that the screen shows. */
export class FileRefused extends Error {
  constructor(code: CsvErrorCode | null, reason: string) {
    super(code === 'empty' ? reason : `Failed to parse CSV: ${reason}`);
    this.name = 'FileRefused';
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  onBytes?: ((bytes: number) => void) | undefined;
}

/** A chosen file, read by a worker of its own. */
export interface CsvFile {
  id: string;
  file: File;
  ask<Q extends CsvQuestion>(
    kind: Q,
    question: CsvQuestions[Q]['question'],
    onBytes?: (bytes: number) => void,
  ): Promise<CsvQuestions[Q]['answer']>;
  /** Ends the worker, whatever it is doing. */
  close(): void;
}

export function openCsvFile(file: File): CsvFile {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
  const waiting = new Map<number, Waiting>();
  let asked = 0;

  worker.onmessage = ({ data }: MessageEvent<FromCsvWorker>) => {
    const question = waiting.get(data.id);
    if (data.kind === 'progress') return question?.onBytes?.(data.bytes);
    waiting.delete(data.id);
    if (data.kind === 'answer') question?.resolve(data.answer);
    else question?.reject(new FileRefused(data.code, data.message));
  };
  worker.onerror = ({ message }) => {
    const reason = message || 'the reader did not start. Reload the page.';
    for (const question of waiting.values()) question.reject(new FileRefused(null, reason));
    waiting.clear();
  };

  return {
    id: crypto.randomUUID(),
    file,
    ask(kind, question, onBytes) {
      asked += 1;
      const message: ToCsvWorker = { id: asked, kind, question };
      return new Promise((resolve, reject) => {
        waiting.set(asked, { resolve: resolve as Waiting['resolve'], reject, onBytes });
        worker.postMessage(message);
      });
    },
    close: () => worker.terminate(),
  };
}
