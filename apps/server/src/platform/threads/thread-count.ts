import { availableParallelism } from 'node:os';

/** For work outside the event loop. With few cores, a second thread only costs memory. */
export const defaultThreadCount = availableParallelism() > 2 ? 2 : 1;
