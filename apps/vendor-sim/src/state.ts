// Everything a running simulator remembers. One object per simulator, so that several can run in one process.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { type Counts, newCounts } from './counts.ts';
import type { Mode } from './dell/devices.ts';
import type { Faults } from './dell/faults.ts';

export interface State {
  readonly mode: Mode;
  /** The simulator's own time in ms; it runs with `now` and can be moved forward. */
  clock(): number;
  advance(seconds: number): void;
  /** Counts, faults and clock as at the start; tokens stay what they were. */
  reset(): void;
  counts: Counts;
  faults: Faults;
  /** Token to the clock's time at which it ends. */
  readonly tokens: Map<string, number>;
  /** Open connections whose last call was a vendor call: not those of /sim/, nor those a client opens in advance. */
  readonly sockets: Set<Socket>;
  /** Answers that the simulator itself cut off. */
  readonly cut: WeakSet<ServerResponse>;
}

export function newState(mode: Mode, now: () => number): State {
  let offsetMs = 0;
  const state: State = {
    mode,
    clock: () => now() + offsetMs,
    advance(seconds) {
      offsetMs += seconds * 1000;
    },
    reset() {
      offsetMs = 0;
      state.counts = newCounts();
      state.faults = {};
    },
    counts: newCounts(),
    faults: {},
    tokens: new Map(),
    sockets: new Set(),
    cut: new WeakSet(),
  };
  return state;
}
