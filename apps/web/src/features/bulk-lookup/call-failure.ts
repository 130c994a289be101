import { RequestError } from '@warranty/contracts/client';

/** The server's own sentence; else what the status says; else, where nothing answered, the given words. */
export function failureText(error: unknown, words: string): string {
  if (!(error instanceof RequestError)) return words;
  if (error.serverMessage) return error.serverMessage;
  return error.status === 400 ? 'Invalid request data' : `Server error: ${error.status}`;
}
