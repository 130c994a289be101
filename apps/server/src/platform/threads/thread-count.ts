import { availableParallelism } from 'node:os';

/** For work beside the event loop: with few cores a second thread only takes memory. */
export const defaultThreadCount = availableParallelism() > 2 ? 2 : 1;
