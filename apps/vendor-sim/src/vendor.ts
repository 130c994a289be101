// What a vendor's folder says of itself, and what the simulator makes of it. Dell, the oldest, is apart: its counts
// and faults are at the top level of /sim/.
import type { Listed, Mode } from './catalog.ts';
import { newCounts, type VendorCounts } from './counts.ts';
import { type Checks, wrongFaults } from './faults.ts';
import type { Answer, Call } from './http.ts';

/** What all vendors of a simulator share. */
interface World {
  readonly mode: Mode;
  /** The simulator's own time in ms. */
  clock(): number;
}

export interface VendorState<Faults> extends World {
  counts: VendorCounts;
  faults: Faults;
  /** Token to the clock's time at which it ends. */
  readonly tokens: Map<string, number>;
}

interface VendorOf<Faults> {
  /** As the product shows it. */
  name: string;
  samples: readonly Listed[];
  checks: Checks<Faults>;
  hasTokens: boolean;
  takes(path: string): boolean;
  answer(call: Call, state: VendorState<Faults>): Promise<Answer>;
}

export interface Vendor {
  readonly name: string;
  readonly samples: readonly Listed[];
  takes(path: string): boolean;
  answer(call: Call): Promise<Answer>;
  counts(): VendorCounts;
  faults(): object;
  /** The names in a set of faults that are not as they should be. */
  wrongFaults(faults: unknown): string[];
  /** Named faults are set, others stay as they are. */
  addFaults(faults: object): void;
  clearFaults(): void;
  /** Counts and faults as at the start; tokens stay what they were. */
  reset(): void;
}

export function defineVendor<Faults extends object>(of: VendorOf<Faults>): (world: World) => Vendor {
  return ({ mode, clock }) => {
    const noFaults = () => ({}) as Faults;
    const counts = newCounts(of.hasTokens);
    const state: VendorState<Faults> = { mode, clock, counts, faults: noFaults(), tokens: new Map() };
    return {
      name: of.name,
      samples: of.samples,
      takes: of.takes,
      answer: (call) => of.answer(call, state),
      counts: () => state.counts,
      faults: () => state.faults,
      wrongFaults: (faults) => wrongFaults(faults, of.checks),
      addFaults(faults) {
        Object.assign(state.faults, faults);
      },
      clearFaults() {
        state.faults = noFaults();
      },
      reset() {
        state.counts = newCounts(of.hasTokens);
        state.faults = noFaults();
      },
    };
  };
}
