import { RequestError } from '@warranty/contracts/client';

/** The server's own message if it sent one, otherwise `words`. */
export function serverMessageOr(error: unknown, words: string): string {
  return (error instanceof RequestError && error.serverMessage) || words;
}

/** Returns the reply. If the call fails, throws an error to show to the user: the server's message, otherwise `words`. */
export async function withErrorMessage<T>(words: string, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw new Error(serverMessageOr(error, words), { cause: error });
  }
}
