import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sharer } from './shares.ts';

/** The request that is handled: whose it is, and how to give it up. */
export interface CurrentRequest extends Sharer {
  /** Makes room for another request. */
  leaveAdmission?(): void;
  /** Aborted if the client disconnects before the reply: what waits is dropped. */
  readonly signal?: AbortSignal | undefined;
  /** Whether also its statements may be dropped. */
  readonly changesNothing?: boolean;
}

/** Nothing for work that serves everyone, such as batches, health checks and jobs. */
export const currentRequest = new AsyncLocalStorage<CurrentRequest>();

/** Called before a request waits for a vendor, so that others are admitted in the meantime. */
export function leaveAdmission(): void {
  currentRequest.getStore()?.leaveAdmission?.();
}

/** Called between two steps of long work, which ends if the client does not wait for it any more. */
export function throwIfClientLeft(): void {
  currentRequest.getStore()?.signal?.throwIfAborted();
}

/** Runs work that others may wait for too, so that it continues when the client disconnects. */
export function withoutSignal<T>(work: () => T): T {
  const request = currentRequest.getStore();
  if (!request) return work();
  const { owner, client } = request;
  return currentRequest.run({ owner, client, leaveAdmission: () => request.leaveAdmission?.() }, work);
}

/** Runs work about rows of another owner, which a secret or a row of the caller's own names. */
export function withoutOwner<T>(work: () => T): T {
  const request = currentRequest.getStore();
  if (!request) return work();
  const { client, signal, changesNothing } = request;
  const leave = () => request.leaveAdmission?.();
  return currentRequest.run(
    {
      owner: '',
      client,
      leaveAdmission: leave,
      signal,
      ...(changesNothing !== undefined && { changesNothing }),
    },
    work,
  );
}
