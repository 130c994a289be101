import { setTimeout as delay } from 'node:timers/promises';
import { listBulkRuns } from '@warranty/contracts/bulk-lookup';
import { extractLabel } from '@warranty/contracts/image-lookup';
import { predictSingle } from '@warranty/contracts/purchase-date';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createRun, sendFile, waitForRun } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { labels } from '../../harness/images.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { measure, measureIdle } from '../honest-visitor.ts';
import { type Asked, p99Of, quantileOf } from '../keep-asking.ts';
import { startProgram } from '../start-program.ts';
import { installWithVendor } from '../with-vendor.ts';

/** How much slower the requests of an ordinary user may be than on an idle installation. */
const maxRatio = 3;
const addresses = 5;
/** Few enough that the visitors use up those of their addresses within the time. */
const callsPerDay = { owner: 20, address: 200 };
/** Of the ordinary user: one device, and one file. */
const honestCalls = 2;
const env = {
  MAX_LOOP_DELAY_MS: '1000',
  TRUST_PROXY: '127.0.0.1',
  // The defaults, which the harness raises.
  REQUESTS_PER_SECOND: '50',
  REQUESTS_PER_SECOND_PER_ADDRESS: '500',
  DELL_CALLS_PER_SECOND: '100',
  DISK_FLOOR_MB: '0',
  VENDOR_CALLS_PER_DAY: String(callsPerDay.owner),
  VENDOR_CALLS_PER_DAY_PER_ADDRESS: String(callsPerDay.address),
};

/** What an ordinary user does, and how often. The devices are known after the first time. */
function honestWork(client: TestClient) {
  const { call } = client;
  const body = { modelNumber: '7XK2P93', manufacturer: 'Dell' };
  const fleet = createFleet({ rows: 50, letter: 'H' });
  return {
    lookup: { pauseMs: 100, ask: () => call(lookupWarranty, { body }) },
    runs: { pauseMs: 250, ask: () => call(listBulkRuns) },
    prediction: {
      pauseMs: 1500,
      ask: () => call(predictSingle, { body: { assetDescription: 'Dell Latitude 5420' } }),
    },
    file: {
      pauseMs: 3000,
      async ask() {
        const runId = await createRun(client);
        await sendFile(client, runId, fleet.chunks());
        await waitForRun(client, runId, 60_000);
      },
    },
    photo: {
      pauseMs: 4000,
      ask: () => call(extractLabel, { body: { image: labels.dell.file().toString('base64') } }),
    },
  };
}

/** Of everything that the user waits for a reply to. A file is looked up in the background. */
function requestTimes({ file: _, ...requests }: Record<string, Asked>): number[] {
  return Object.values(requests).flatMap(({ times }) => times);
}

const formatTimes = ({ times, p99 }: Asked) => `${quantileOf(times, 0.5).toFixed(0)}/${p99.toFixed(0)} ms`;

export const greedyVisitors: Fault = {
  number: 65,
  slow: true,
  isolation: 'exclusive',
  title: 'two hundred greedy visitors from five addresses while an ordinary user works',
  async run(context) {
    const seconds = context.full ? 120 : 30;
    const { apis, api, simulator } = await installWithVendor(context, { apis: 2, workers: 2, env });
    const client = await createTestClient(api.url, { 'x-forwarded-for': '203.0.113.6' });
    const work = honestWork(client);
    const idle = await measureIdle(work, seconds);
    const urls = apis.map(({ url }) => url);
    const counts = startProgram(context, 'greedy-program.ts', [String(seconds), ...urls])(seconds + 60);
    // The first seconds create the sessions.
    await delay(3000);
    const busy = await measure(work, counts);
    const ratio = p99Of(requestTimes(busy)) / p99Of(requestTimes(idle));
    const told = (Object.keys(idle) as (keyof typeof idle)[]).map((kind) => {
      const [before, during] = [idle[kind], busy[kind]];
      return `${kind} ${formatTimes(during)} of ${during.count}, idle ${formatTimes(before)}`;
    });
    const all = `p99 ${ratio.toFixed(1)} times that of an idle installation (bar ${maxRatio}); median/p99: ${told.join('; ')}; replies to the visitors: ${JSON.stringify(await counts)}`;
    const failure = Object.values(busy).flatMap(({ failures }) => failures)[0];
    assert(failure === undefined, `an ordinary request failed: ${failure}; ${all}`);
    // In the short form, the p99 is that of the slowest few requests, and on two processors, which the visitors, the database
    // and the vendor share with the product, it varies too much for more than a report.
    if (context.full) assert(ratio <= maxRatio, all);
    const { calls } = await simulator.counts('short');
    const allowed = addresses * callsPerDay.address + honestCalls;
    const made = `${calls.assetEntitlements} vendor calls of ${allowed} allowed`;
    assert(calls.assetEntitlements <= allowed, `${made}; ${all}`);
    return `${made}; ${all}`;
  },
};
