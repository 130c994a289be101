// Everything a running simulator remembers. One object per simulator, so that several can run in one process.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Mode } from './catalog.ts';
import { type CorsRules, newCorsRules } from './cors.ts';
import { type Counts, newCounts } from './dell/counts.ts';
import type { Faults } from './dell/faults.ts';
import type { Vendor } from './vendor.ts';
import { VENDORS } from './vendors.ts';

export interface State {
  readonly mode: Mode;
  /** The simulator's own time in ms; it runs with `now` and can be moved forward. */
  clock(): number;
  advance(seconds: number): void;
  /** Counts, faults, clock and CORS as at the start; tokens stay what they were. */
  reset(): void;
  /** Of Dell, as are the faults and the tokens. */
  counts: Counts;
  faults: Faults;
  /** Token to the clock's time at which it ends. */
  readonly tokens: Map<string, number>;
  /** All the others, by the name they have under /sim/. */
  readonly vendors: Record<string, Vendor>;
  /** By the same names, and `dell`. */
  cors: CorsRules;
  /** Calls to any vendor whose caller went away before the answer was complete. */
  aborted: number;
  /** Open connections whose last call was a vendor call: not those of /sim/, nor those a client opens in advance. */
  readonly sockets: Set<Socket>;
  /** Answers that the simulator itself cut off. */
  readonly cut: WeakSet<ServerResponse>;
}

export function newState(mode: Mode, now: () => number): State {
  let offsetMs = 0;
  const clock = () => now() + offsetMs;
  const vendors = Object.entries(VENDORS).map(([id, create]) => [id, create({ mode, clock })] as const);
  const corsAtStart = () => newCorsRules(['dell', ...Object.keys(VENDORS)]);
  const state: State = {
    mode,
    clock,
    advance(seconds) {
      offsetMs += seconds * 1000;
    },
    reset() {
      offsetMs = 0;
      state.counts = newCounts();
      state.faults = {};
      state.cors = corsAtStart();
      state.aborted = 0;
      for (const [, vendor] of vendors) vendor.reset();
    },
    counts: newCounts(),
    faults: {},
    tokens: new Map(),
    vendors: Object.fromEntries(vendors),
    cors: corsAtStart(),
    aborted: 0,
    sockets: new Set(),
    cut: new WeakSet(),
  };
  return state;
}
