import { serverMessageOr } from '../../lib/error-text.ts';
import { FileReadError } from '../../lib/file-error.ts';
import { WorkerRequestError } from '../../lib/worker-client.ts';
import { SessionMissing } from './usePredictorSession.ts';

/** What the screen says about a failure: the server's own sentence where it sent one, else the given words. */
export function failureText(error: unknown, words: string): string {
  if (error instanceof SessionMissing) return error.message;
  if (error instanceof WorkerRequestError) return error.sentence ?? words;
  if (error instanceof FileReadError) return words;
  return serverMessageOr(error, words);
}
