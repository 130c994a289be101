import type { CsvErrorCode } from '@warranty/domain/csv/csv-error';
import { UserError } from '../api/error-text.ts';
import { FileReadError } from './file-error.ts';

/** The requests that a worker accepts, with their replies. */
export type WorkerRequests<Q> = { [K in keyof Q]: { question: object; answer: unknown } };

export interface WorkerRequest<Q> {
  id: number;
  kind: keyof Q;
  question: object;
}

export type WorkerMessage =
  | { id: number; kind: 'progress'; bytes: number }
  | { id: number; kind: 'answer'; answer: unknown }
  | { id: number; kind: 'refused'; code: CsvErrorCode | null; message: string }
  /** A server call made by the worker failed; `sentence` is the server's message, if any. */
  | { id: number; kind: 'failed'; sentence: string | null };

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: Error): void;
  onBytes?: ((bytes: number) => void) | undefined;
}

export interface WorkerClient<Q extends WorkerRequests<Q>> {
  id: string;
  ask<K extends keyof Q>(
    kind: K,
    question: Q[K]['question'],
    onBytes?: (bytes: number) => void,
  ): Promise<Q[K]['answer']>;
  /** Terminates the worker, even if it is busy. */
  close(): void;
}

/** Sends requests to a worker that holds a file. Requests may run concurrently. */
export function createWorkerClient<Q extends WorkerRequests<Q>>(worker: Worker): WorkerClient<Q> {
  const waiting = new Map<number, Waiting>();
  let asked = 0;

  worker.onmessage = ({ data }: MessageEvent<WorkerMessage>) => {
    const question = waiting.get(data.id);
    if (data.kind === 'progress') return question?.onBytes?.(data.bytes);
    waiting.delete(data.id);
    if (data.kind === 'answer') question?.resolve(data.answer);
    else if (data.kind === 'failed')
      question?.reject(data.sentence ? new UserError(data.sentence) : new Error('the call failed'));
    else question?.reject(new FileReadError(data.code, data.message));
  };
  let failure: Error | null = null;
  worker.onerror = ({ message }) => {
    failure = new FileReadError(null, message || 'the file reader failed to start. Reload the page.');
    for (const question of waiting.values()) question.reject(failure);
    waiting.clear();
  };

  return {
    id: crypto.randomUUID(),
    ask(kind, question, onBytes) {
      if (failure) return Promise.reject(failure);
      asked += 1;
      const message: WorkerRequest<Q> = { id: asked, kind, question };
      return new Promise((resolve, reject) => {
        waiting.set(asked, { resolve: resolve as Waiting['resolve'], reject, onBytes });
        worker.postMessage(message);
      });
    },
    close: () => worker.terminate(),
  };
}
