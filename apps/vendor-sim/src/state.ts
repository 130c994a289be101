// The whole state of a running simulator. One object per simulator, so that several can run in one process.
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { Mode } from './catalog.ts';
import { type CorsRules, newCorsRules } from './cors.ts';
import type { Vendor } from './vendor.ts';
import { VENDORS, type VendorId } from './vendors.ts';

export interface State {
  readonly mode: Mode;
  /** The simulator's own time in ms; it follows `now` and can be advanced. */
  clock(): number;
  advance(seconds: number): void;
  /** Resets counts, faults, clock and CORS; tokens are unchanged. */
  reset(): void;
  /** By their names under /sim/. */
  readonly vendors: Record<VendorId, Vendor>;
  /** By the same names. */
  cors: CorsRules;
  /** Calls to any vendor whose client disconnected before the reply was complete. */
  aborted: number;
  /**
   * Open connections whose last call was to a vendor: excludes those of /sim/ and those that a client opened in advance.
   */
  readonly sockets: Set<Socket>;
  /** Replies that the simulator truncated or left out itself. */
  readonly cut: WeakSet<ServerResponse>;
}

export function newState(mode: Mode, now: () => number): State {
  let offsetMs = 0;
  const clock = () => now() + offsetMs;
  const created = Object.entries(VENDORS).map(([id, create]) => [id, create({ mode, clock })]);
  const vendors = Object.fromEntries(created) as Record<VendorId, Vendor>;
  const corsAtStart = () => newCorsRules(Object.keys(VENDORS));
  const state: State = {
    mode,
    clock,
    advance(seconds) {
      offsetMs += seconds * 1000;
    },
    reset() {
      offsetMs = 0;
      state.cors = corsAtStart();
      state.aborted = 0;
      for (const vendor of Object.values(vendors)) vendor.reset();
    },
    vendors,
    cors: corsAtStart(),
    aborted: 0,
    sockets: new Set(),
    cut: new WeakSet(),
  };
  return state;
}
