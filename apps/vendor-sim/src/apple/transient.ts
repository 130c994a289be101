// Failures that a retry overcomes: lost connections, as clients of the real service report them under parallel calls, and
// server errors.
import { type Answer, RESET } from '../http.ts';
import { problem } from './errors.ts';

const FAILURES: (() => Answer)[] = [
  () => RESET,
  () => problem(503, 'Try again later'),
  () => problem(500, 'Try again later'),
];

/** By the number of the call, so that every run fails at the same calls. */
export function transientFailure(turn: number, share = 0): Answer | undefined {
  const failed = Math.floor(turn * share);
  if (failed === Math.floor((turn - 1) * share)) return undefined;
  return FAILURES[(failed - 1) % FAILURES.length]?.();
}
