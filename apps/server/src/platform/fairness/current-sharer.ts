import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sharer } from './shares.ts';

/** Whose request is handled. */
export interface CurrentSharer extends Sharer {
  /** Makes room for another request. */
  leaveAdmission?(): void;
  /** Aborted if the client disconnects before the reply: what waits is dropped. */
  readonly signal?: AbortSignal | undefined;
  /** Whether also its statements may be dropped. */
  readonly changesNothing?: boolean;
}

/** Nothing for work that serves everyone, such as batches, health checks and jobs. */
export const currentSharer = new AsyncLocalStorage<CurrentSharer>();

/** Called before a request waits for a vendor, so that others are admitted in the meantime. */
export function leaveAdmission(): void {
  currentSharer.getStore()?.leaveAdmission?.();
}

/** Called between two steps of long work, which ends if the client does not wait for it any more. */
export function throwIfClientLeft(): void {
  currentSharer.getStore()?.signal?.throwIfAborted();
}

/** Runs work that others may wait for too, so that it continues when the client disconnects. */
export function withoutSignal<T>(work: () => T): T {
  const sharer = currentSharer.getStore();
  if (!sharer) return work();
  const { owner, client } = sharer;
  return currentSharer.run({ owner, client, leaveAdmission: () => sharer.leaveAdmission?.() }, work);
}
