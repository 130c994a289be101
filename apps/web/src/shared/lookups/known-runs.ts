import { readStored, store } from '../../lib/storage/stored-text.ts';

const key = 'has-runs';

/** Whether this browser has seen runs of its own, before they are loaded again: what is below them can then wait for them. */
export const hadRuns = (): boolean => readStored(key) !== null;

export const noteRuns = (hasRuns: boolean) => store(key, hasRuns ? '1' : null);
