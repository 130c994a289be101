import { AsyncLocalStorage } from 'node:async_hooks';
import type { Sharer } from './shares.ts';

/** Whose request is handled; nothing for work that serves everyone, such as batches, health checks and jobs. */
export const currentSharer = new AsyncLocalStorage<Sharer>();
