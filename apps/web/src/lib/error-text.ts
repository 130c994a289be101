import { RequestError } from '@warranty/contracts/client';

/** The server's own sentence, where it sent one; else the given words. */
export function serverMessageOr(error: unknown, words: string): string {
  return (error instanceof RequestError && error.serverMessage) || words;
}

/** The call's reply; where it fails, an error whose message can be shown: the server's sentence, else the words. */
export async function withErrorMessage<T>(words: string, reply: Promise<T>): Promise<T> {
  try {
    return await reply;
  } catch (error) {
    throw new Error(serverMessageOr(error, words), { cause: error });
  }
}
