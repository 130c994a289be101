import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sharer } from './shares.ts';

/** Whose request is handled. */
export interface CurrentSharer extends Sharer {
  /** Makes room for another request. */
  leaveAdmission?(): void;
}

/** Nothing for work that serves everyone, such as batches, health checks and jobs. */
export const currentSharer = new AsyncLocalStorage<CurrentSharer>();

/** Called before a request waits for a vendor, so that others are admitted in the meantime. */
export function leaveAdmission(): void {
  currentSharer.getStore()?.leaveAdmission?.();
}
