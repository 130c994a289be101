import { type AskedWorker, askWorker } from '../../lib/worker-questions.ts';
import type { CsvQuestions } from './csv-messages.ts';

/** A chosen file, read by a worker of its own. */
export interface CsvFile extends AskedWorker<CsvQuestions> {
  file: File;
}

export function openCsvFile(file: File): CsvFile {
  const worker = new Worker(new URL('./csv.worker.ts', import.meta.url), { type: 'module' });
  return { ...askWorker<CsvQuestions>(worker), file };
}
