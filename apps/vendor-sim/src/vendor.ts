// How a vendor's folder defines the vendor, and the interface that the simulator uses. Dell, the first one, is separate:
// its counts and faults are at the top level of /sim/.
import type { Listed, Mode } from './catalog.ts';
import { newCounts, type VendorCounts } from './counts.ts';
import { type Checks, wrongFaults } from './faults.ts';
import type { Answer, Call } from './http.ts';

/** State shared by all vendors of a simulator. */
interface World {
  readonly mode: Mode;
  /** The simulator's own time in ms. */
  clock(): number;
}

export interface VendorState<Faults> extends World {
  counts: VendorCounts;
  faults: Faults;
  /** Tokens with their expiry on the simulator's clock. */
  readonly tokens: Map<string, number>;
}

interface VendorOf<Faults> {
  /** Name as shown in the product. */
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
  /** The names of invalid faults. */
  wrongFaults(faults: unknown): string[];
  /** Sets the named faults and leaves others unchanged. */
  addFaults(faults: object): void;
  clearFaults(): void;
  /** Resets counts and faults; tokens are unchanged. */
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
