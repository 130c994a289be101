// /sim/: what tests and the product's demo mode ask of the simulator itself. Not for browsers.
import type { IncomingMessage } from 'node:http';
import { type Faults, wrongFaults } from './dell/faults.ts';
import { SAMPLES } from './dell/samples.ts';
import { type Answer, json, Refusal, readBody } from './http.ts';
import type { State } from './state.ts';

type Handler = (state: State, call: { query: URLSearchParams; body: unknown }) => unknown;

const ROUTES: Record<string, Handler> = {
  'GET /sim/samples': () =>
    SAMPLES.map(({ tag, label, offered, case: name }) => ({ tag, label, offered, case: name })),
  'GET /sim/counts': countsReply,
  'GET /sim/faults': ({ faults }) => ({ faults }),
  'POST /sim/faults': setFaults,
  'DELETE /sim/faults': (state) => {
    state.faults = {};
    return { faults: state.faults };
  },
  'POST /sim/clock': advanceClock,
  'POST /sim/reset': (state) => {
    state.reset();
    return { now: new Date(state.clock()).toISOString() };
  },
};

function countsReply({ counts, sockets }: State, { query }: { query: URLSearchParams }): unknown {
  const { callsByTag, ...rest } = counts;
  const byTag = query.get('callsByTag') === 'false' ? {} : { callsByTag: Object.fromEntries(callsByTag) };
  return { ...rest, ...byTag, openSockets: sockets.size };
}

/** Named faults are set, others stay as they are. */
function setFaults(state: State, { body }: { body: unknown }): unknown {
  const wrong = wrongFaults(body);
  if (wrong.length > 0) throw new Refusal(400, `not a fault, or not of its form: ${wrong.join(', ')}`);
  Object.assign(state.faults, body as Faults);
  return { faults: state.faults };
}

function advanceClock(state: State, { body }: { body: unknown }): unknown {
  const seconds = (body as { advanceSeconds?: unknown } | null)?.advanceSeconds;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) {
    throw new Refusal(400, 'advanceSeconds must be a number');
  }
  state.advance(seconds);
  return { now: new Date(state.clock()).toISOString() };
}

/** A page of another site can send to this port, by its address or by a name made to point at it. */
function refuseBrowsers({ headers }: IncomingMessage): void {
  const local = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '');
  if (headers.origin !== undefined || !local) throw new Refusal(403, '/sim/ is not for browsers');
}

export async function controlAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  refuseBrowsers(request);
  const handler = ROUTES[`${request.method} ${url.pathname}`];
  if (!handler) throw new Refusal(404, `nothing at ${request.method} ${url.pathname}`);
  const text = await readBody(request);
  let body: unknown;
  try {
    body = text === '' ? null : JSON.parse(text);
  } catch (cause) {
    throw new Refusal(400, `the body is not JSON: ${(cause as Error).message}`);
  }
  return json(200, handler(state, { query: url.searchParams, body }));
}
