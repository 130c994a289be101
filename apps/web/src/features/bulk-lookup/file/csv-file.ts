import { createWorkerClient, type WorkerClient } from '../../../lib/worker-client.ts';
import type { CsvRequests } from './csv-messages.ts';

/** A selected file with its own worker. */
export interface CsvFile extends WorkerClient<CsvRequests> {
  file: File;
}

export function openCsvFile(file: File): CsvFile {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
  return { ...createWorkerClient<CsvRequests>(worker), file };
}
