import { RequestError } from '@warranty/contracts/client';

/** The server's message, or else a text for the status, or else the given text if there was no reply. */
export function failureText(error: unknown, words: string): string {
  if (!(error instanceof RequestError)) return words;
  if (error.serverMessage) return error.serverMessage;
  return error.status === 400 ? 'Invalid request data' : `Server error: ${error.status}`;
}
