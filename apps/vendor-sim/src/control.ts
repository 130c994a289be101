// /sim/: what tests and the product's demo mode ask of the simulator itself. Not for browsers.
import type { IncomingMessage } from 'node:http';
import { setCorsRules } from './cors.ts';
import { dellCounts } from './dell/dell.ts';
import { isObject, wrongFaults } from './faults.ts';
import { type Answer, json, RefusalError, readBody } from './http.ts';
import type { State } from './state.ts';
import type { Vendor } from './vendor.ts';

type Handler = (state: State, call: { query: URLSearchParams; body: unknown }) => unknown;

const ROUTES: Record<string, Handler> = {
  'GET /sim/samples': ({ vendors }) => Object.values(vendors).flatMap(samplesOf),
  'GET /sim/counts': countsReply,
  'GET /sim/faults': faultsReply,
  'POST /sim/faults': addFaults,
  'DELETE /sim/faults': (state) => {
    for (const vendor of Object.values(state.vendors)) vendor.state.faults = {};
    return faultsReply(state);
  },
  'GET /sim/cors': ({ cors }) => cors,
  'POST /sim/cors': ({ cors }, { body }) => setCorsRules(cors, body),
  'POST /sim/clock': advanceClock,
  'POST /sim/reset': (state) => {
    state.reset();
    return { now: new Date(state.clock()).toISOString() };
  },
};

function samplesOf({ name: vendor, samples }: Vendor): unknown[] {
  return samples.map(({ tag, label, offered, case: name }) => ({ vendor, tag, label, offered, case: name }));
}

/**
 * Dell's counts are at the top level, those of other vendors under `vendors`. The counts per device are omitted on request.
 */
function countsReply(state: State, { query }: { query: URLSearchParams }): unknown {
  const { dell, ...vendors } = state.vendors;
  const isBrief = query.get('callsByTag') === 'false';
  const { callsByTag, ...rest } = dellCounts(dell.state.counts);
  const others = Object.entries(vendors).map(([id, vendor]) => {
    const { callsBySerial, callsByRoute: _, ...own } = vendor.state.counts;
    return [id, isBrief ? own : { ...own, callsBySerial: Object.fromEntries(callsBySerial) }];
  });
  return {
    ...rest,
    ...(isBrief ? {} : { callsByTag: Object.fromEntries(callsByTag) }),
    aborted: state.aborted,
    openSockets: state.sockets.size,
    vendors: Object.fromEntries(others),
  };
}

function faultsReply({ vendors: { dell, ...vendors } }: State): unknown {
  const others = Object.entries(vendors).map(([id, { state }]) => [id, state.faults] as const);
  const set = others.filter(([, own]) => Object.keys(own).length > 0);
  return { faults: { ...dell.state.faults, ...Object.fromEntries(set) } };
}

/** Sets the named faults and leaves others unchanged. If one of them is invalid, nothing is set. */
function addFaults(state: State, { body }: { body: unknown }): unknown {
  if (!isObject(body)) throw new RefusalError(400, 'the faults must be an object');
  const { dell, ...vendors } = state.vendors;
  const wanted = Object.entries(body).flatMap(([id, faults]) => {
    const vendor = Object.hasOwn(vendors, id) ? vendors[id as keyof typeof vendors] : undefined;
    return vendor ? [{ id, faults, vendor }] : [];
  });
  const ofDell = Object.fromEntries(Object.entries(body).filter(([name]) => !Object.hasOwn(vendors, name)));
  const wrong = [
    ...wrongFaults(ofDell, dell.checks),
    ...wanted.flatMap(({ id, faults, vendor: { checks } }) =>
      wrongFaults(faults, checks).map((name) => `${id}.${name}`),
    ),
  ];
  if (wrong.length > 0) throw new RefusalError(400, `not a fault, or not of its form: ${wrong.join(', ')}`);
  Object.assign(dell.state.faults, ofDell);
  for (const { faults, vendor } of wanted) Object.assign(vendor.state.faults, faults);
  return faultsReply(state);
}

function advanceClock(state: State, { body }: { body: unknown }): unknown {
  const seconds = (body as { advanceSeconds?: unknown } | null)?.advanceSeconds;
  if (typeof seconds !== 'number' || !Number.isFinite(seconds)) {
    throw new RefusalError(400, 'advanceSeconds must be a number');
  }
  state.advance(seconds);
  return { now: new Date(state.clock()).toISOString() };
}

/** A page of another site could send requests to this port, by IP address or by a name that resolves to it. */
function refuseBrowsers({ headers }: IncomingMessage): void {
  const local = /^(?:127\.0\.0\.1|localhost)(?::\d+)?$/.test(headers.host ?? '');
  if (headers.origin !== undefined || !local) throw new RefusalError(403, '/sim/ is not for browsers');
}

export async function controlAnswer(request: IncomingMessage, url: URL, state: State): Promise<Answer> {
  refuseBrowsers(request);
  const handler = ROUTES[`${request.method} ${url.pathname}`];
  if (!handler) throw new RefusalError(404, `nothing at ${request.method} ${url.pathname}`);
  const text = await readBody(request);
  let body: unknown;
  try {
    body = text === '' ? null : JSON.parse(text);
  } catch (cause) {
    throw new RefusalError(400, `the body is not JSON: ${(cause as Error).message}`);
  }
  return json(200, handler(state, { query: url.searchParams, body }));
}
