import { sentenceOr } from '../../lib/error-text.ts';
import { FileRefused } from '../../lib/file-refused.ts';
import { WorkerCallFailed } from '../../lib/worker-questions.ts';
import { SessionMissing } from './usePredictorSession.ts';

/** What the screen says about a failure: the server's own sentence where it sent one, else the given words. */
export function failureText(error: unknown, words: string): string {
  if (error instanceof SessionMissing) return error.message;
  if (error instanceof WorkerCallFailed) return error.sentence ?? words;
  if (error instanceof FileRefused) return words;
  return sentenceOr(error, words);
}
