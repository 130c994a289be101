import { VendorError } from './outcome.ts';
import { retryAfterSeconds } from './retry-after.ts';
import { type Send, SendError, type VendorReply, type VendorRequest } from './send.ts';

/** Sends one request; a vendor that gave no whole reply is unreachable. A sender that paces may itself refuse. */
export async function call(send: Send, request: VendorRequest): Promise<VendorReply> {
  try {
    return await send(request);
  } catch (error) {
    if (error instanceof VendorError) throw error;
    throw new VendorError('unreachable', error instanceof SendError ? error.reason : 'no answer', {
      cause: error,
    });
  }
}

/** Throws for the statuses that mean the same wherever they come from; 400 and 404 are left to the connector. */
export function assertUsableStatus({ status, headers }: VendorReply, now: number): void {
  if (status === 401 || status === 403) throw refusedKeys();
  if (status === 429) {
    throw new VendorError('busy', 'too many calls', {
      retryAfterSeconds: retryAfterSeconds(headers['retry-after'], now),
    });
  }
  if (status >= 500) throw new VendorError('unreachable', `it answered ${status}`);
}

export function refusedKeys(): VendorError {
  return new VendorError('key-refused', 'the keys were refused');
}

export function unexpectedReply(what = 'the reply'): VendorError {
  return new VendorError('unexpected', `${what} has another form`);
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
