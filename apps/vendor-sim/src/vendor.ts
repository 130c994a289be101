// How a vendor's folder describes the vendor, and the server that all of them share: tokens, counts, faults and errors.
import type { Listed, Mode } from './catalog.ts';
import { countCall, newCounts, type VendorCounts } from './counts.ts';
import { answerData } from './data-call.ts';
import { type Checks, DATA_CHECKS, type Faults, retryHeader, TOKEN_CHECKS } from './faults.ts';
import type { Answer, Call } from './http.ts';
import { type TokenState, tokenIsValid } from './token.ts';

/** State shared by all vendors of a simulator. */
interface World {
  readonly mode: Mode;
  /** The simulator's own time in ms. */
  clock(): number;
}

export interface VendorState extends World, TokenState {
  counts: VendorCounts;
  faults: Faults;
}

type ErrorStatus = 400 | 401 | 403 | 404 | 405 | 429 | 500;
type MakeError = (status: ErrorStatus, text: string, headers: Record<string, string>, call: Call) => Answer;

/** What a path does, for a caller with access. */
export interface Route {
  /** Set if its calls are also counted on their own. */
  name?: string;
  /** The methods, as in the header Allow. */
  allow: string;
  /** The requested serials, as they are counted. */
  serials(): string[];
  /** Replaces the vendor's own check and errors. */
  isAuthorized?(): boolean;
  error?: MakeError;
  /** `turn` is the number of data calls until now. */
  answer(turn: number): Answer;
}

interface VendorOf {
  /** Name as shown in the product. */
  name: string;
  samples: readonly Listed[];
  /** The faults in addition to those of all vendors. */
  faults: Checks;
  takes(path: string): boolean;
  /** For vendors with tokens. */
  token?: { path: string; answer(call: Call, state: VendorState): Promise<Answer> };
  /** For vendors with keys. */
  isAuthorized?(call: Call): boolean;
  texts: Record<401 | 403 | 404 | 429 | 500, string>;
  error: MakeError;
  /** Undefined if there is no such path. */
  routeOf(call: Call, state: VendorState): Route | undefined;
}

export function defineVendor(of: VendorOf) {
  const { name, samples, takes, token } = of;
  return ({ mode, clock }: World) => {
    const state: VendorState = {
      mode,
      clock,
      counts: newCounts(token !== undefined),
      faults: {},
      tokens: new Map(),
    };
    return {
      name,
      samples,
      takes,
      state,
      checks: { ...DATA_CHECKS, ...(token ? TOKEN_CHECKS : {}), ...of.faults },
      answer: (call: Call) => answerCall(of, call, state),
      /** Resets counts and faults; tokens are unchanged. */
      reset() {
        state.counts = newCounts(token !== undefined);
        state.faults = {};
      },
    };
  };
}

export type Vendor = ReturnType<ReturnType<typeof defineVendor>>;

async function answerCall(of: VendorOf, call: Call, state: VendorState): Promise<Answer> {
  const { token } = of;
  if (token && call.path === token.path) {
    return call.method === 'POST' ? token.answer(call, state) : notAllowed(of.error, 'POST', call);
  }
  const route = of.routeOf(call, state);
  if (!route) return of.error(404, of.texts[404], {}, call);
  const { allow, error = of.error } = route;
  if (!allow.split(', ').includes(call.method)) return notAllowed(error, allow, call);
  countCall(state.counts, route.serials(), route.name);
  const turn = state.counts.calls;
  return answerData({
    state,
    tokens: token && state.tokens,
    isAuthorized: route.isAuthorized ?? (() => of.isAuthorized?.(call) ?? tokenIsValid(call, state)),
    error: (status) => error(status, of.texts[status], status === 429 ? retryHeader(state.faults) : {}, call),
    answer: () => route.answer(turn),
  });
}

function notAllowed(error: MakeError, allow: string, call: Call): Answer {
  return error(405, `Use ${allow.replace(', ', ' or ')}`, { allow }, call);
}
