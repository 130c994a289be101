import { VendorError } from './outcome.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { type Send, SendError, type VendorReply, type VendorRequest } from './send.ts';

/** Sends one request. An incomplete reply counts as unreachable. A rate-limited sender may reject on its own. */
export async function call(send: Send, request: VendorRequest): Promise<VendorReply> {
  try {
    return await send(request);
  } catch (error) {
    if (error instanceof VendorError) throw error;
    throw new VendorError('unreachable', error instanceof SendError ? error.reason : 'no response', {
      cause: error,
    });
  }
}

/** Throws for statuses that mean the same for every vendor. 400 and 404 are left to the connector. */
export function assertUsableStatus({ status, headers }: VendorReply, now: number): void {
  if (status === 401 || status === 403) throw refusedKeys();
  if (status === 429) {
    throw new VendorError('busy', 'too many calls', {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
    });
  }
  if (status >= 500) throw new VendorError('unreachable', `HTTP status ${status}`);
}

export function refusedKeys(): VendorError {
  return new VendorError('key-refused', 'the keys were rejected');
}

export function unexpectedReply(what = 'the reply'): VendorError {
  return new VendorError('unexpected', `${what} has an unexpected format`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
