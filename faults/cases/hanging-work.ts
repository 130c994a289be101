import { setTimeout as delay } from 'node:timers/promises';
import { callVendorOperation } from '@warranty/contracts/api-tester';
import { predictBulk, predictSingle } from '@warranty/contracts/purchase-date';
import type { TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import {
  expectUndisturbed,
  lookUp,
  type Measuring,
  measure,
  measureIdle,
  openCrowd,
  openHonest,
  visitorEnv,
} from '../honest-visitor.ts';
import { serve } from '../serve.ts';
import type { Visitor } from '../visitor.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const predicting = 8;
const calling = { sessions: 8, addresses: 4, callsEach: 3 };
/** Of one client: more than a visitor may send, so that it can be measured. */
const env = {
  ...unlimitedLookups,
  ...visitorEnv,
  PREDICTIONS_PER_MINUTE: '100000',
  PREDICTIONS_PER_MINUTE_PER_ADDRESS: '100000',
  RELAY_CALLS_PER_MINUTE: '100000',
  RELAY_CALLS_PER_MINUTE_PER_ADDRESS: '100000',
};

/** A vendor that never replies to calls with this key. */
const hangingKey = 'hang';
const startVendor = (context: FaultContext) =>
  serve(context, (request, response) => {
    if (!request.headers.authorization?.includes(hangingKey)) response.end('[]');
  });

const assets = (rows: number) =>
  Array.from({ length: rows }, (_, index) => ({
    'Serial Number': `S${index.toString(36).padStart(7, '0')}`,
    Manufacturer: 'Dell',
    Model: 'Latitude 5420',
    'Purchase Date': index % 2 === 0 ? `2021-06-${String((index % 28) + 1).padStart(2, '0')}` : '',
    Location: `Building ${index % 40}`,
  }));
const largeFile = JSON.stringify({ csvData: assets(20_000) });

const organizations = (key: string) =>
  ({ vendor: 'meraki', operation: 'organizations', auth: { type: 'api_key', key } }) as const;

type Kind = 'lookup' | 'prediction' | 'small file' | 'relayed call';

/** What an ordinary visitor asks for. */
function honestWork(client: TestClient): Record<Kind, Measuring> {
  const { call } = client;
  return {
    lookup: { pauseMs: 50, ask: () => lookUp(client) },
    prediction: {
      pauseMs: 100,
      ask: () => call(predictSingle, { body: { assetDescription: 'Dell Latitude 5420' } }),
    },
    'small file': { pauseMs: 300, ask: () => call(predictBulk, { body: { csvData: assets(10) } }) },
    'relayed call': {
      pauseMs: 100,
      async ask() {
        const { status } = await call(callVendorOperation, { body: organizations('quick') });
        assert(status === 200, `the vendor replied with ${status}`);
      },
    },
  };
}

/** Repeats the request until the signal is aborted, and returns the statuses of the replies. */
async function repeat(ask: () => Promise<{ status: number }>, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  while (!signal.aborted) {
    const { status } = await ask();
    statuses.push(status);
    if (status !== 200) await delay(50);
  }
  return statuses;
}

const predictFiles = (visitor: Visitor, signal: AbortSignal) =>
  repeat(() => visitor.json(predictBulk.path, largeFile), signal);
const callAndHang = (visitor: Visitor, signal: AbortSignal) =>
  repeat(() => visitor.json(callVendorOperation.path, JSON.stringify(organizations(hangingKey))), signal);

export const hangingWork: Fault = {
  number: 121,
  isolation: 'exclusive',
  title: 'files of 20,000 rows to predict from eight addresses, and calls that hang from four',
  async run(context) {
    const { api } = await installWithVendor(context, {
      env: { ...env, MERAKI_BASE_URL: await startVendor(context) },
    });
    const { url } = api;
    const asked = honestWork(await openHonest(url));
    const idle = await measureIdle(asked, 1.5);

    const stopping = new AbortController();
    context.cleanup(() => stopping.abort());
    const files = await openCrowd(url, predicting);
    const predicted = files.map((visitor) => predictFiles(visitor, stopping.signal));
    const calls = await openCrowd(url, calling.sessions, calling.addresses);
    const called = calls.flatMap((visitor) =>
      Array.from({ length: calling.callsEach }, () => callAndHang(visitor, stopping.signal)),
    );
    const busy = await measure(asked, delay(context.full ? 60_000 : 5000));
    stopping.abort();
    for (const visitor of [...files, ...calls]) visitor.leave();
    const told = expectUndisturbed(context, idle, busy);
    const firsts = (await Promise.all(predicted)).map(([first]) => first);
    assert(!firsts.includes(503), `the first file of an address got 503; ${told}`);
    const refused = (await Promise.all(called)).flat().filter((status) => status === 503).length;
    return `${told}; ${refused} calls that hang were ended or refused`;
  },
};
