import { serverMessageOr } from '../../lib/error-text.ts';
import { FileReadError } from '../../lib/file-error.ts';
import { WorkerRequestError } from '../../lib/worker-client.ts';
import { SessionMissingError } from './usePredictorSession.ts';

/** The error message to show: the server's own message if it sent one, otherwise `words`. */
export function failureText(error: unknown, words: string): string {
  if (error instanceof SessionMissingError) return error.message;
  if (error instanceof WorkerRequestError) return error.sentence ?? words;
  if (error instanceof FileReadError) return words;
  return serverMessageOr(error, words);
}
