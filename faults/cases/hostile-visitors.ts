import { createAgentSecret, readDiscovery } from '@warranty/contracts/agents';
import { extractLabel } from '@warranty/contracts/image-lookup';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { createRun, sendFile, waitForRun } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { labels } from '../../harness/images.ts';
import { memoryOf } from '../../harness/memory.ts';
import { loopDelayMs } from '../../harness/metrics.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { measure } from '../honest-visitor.ts';
import type { Asked } from '../keep-asking.ts';
import { startProgram } from '../start-program.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const maxLookupMs = 500;
const maxMemoryMb = 700;

/** The repeated actions of an ordinary user. */
function honestWork(client: TestClient) {
  const { call, url } = client;
  const fleet = createFleet({ rows: 10_000, dellOfTen: 9, repeatedOfTen: 1 });
  let next = 0;
  const office = call(createAgentSecret, { body: { name: 'office' } });
  return {
    async lookUp() {
      next += 1;
      // The vendor knows some of these and not others; both count as success.
      await call(lookupWarranty, {
        body: { modelNumber: `B${String(next % 1000).padStart(6, '0')}`, manufacturer: 'Dell' },
      });
    },
    async runFile() {
      const runId = await createRun(client);
      await sendFile(client, runId, fleet.chunks());
      await waitForRun(client, runId, 110_000);
    },
    async readPhoto() {
      const { data } = await call(extractLabel, { body: { image: labels.dell.file().toString('base64') } });
      assert(data?.serialNumber === labels.dell.serialNumber, 'the photo was read incorrectly');
    },
    async openDiscovery() {
      const { rawSecret } = await office;
      const devices = Array.from({ length: 200 }, (_, index) => ({
        ip: `10.0.0.${index + 1}`,
        open_ports: [22],
      }));
      const response = await postScan(url, rawSecret, createScan(devices));
      const { session_id: sessionId } = (await response.json()) as { session_id: string };
      const found = await call(readDiscovery, { params: { sessionId } });
      assert(found.devices.length === 200, 'the discovery is incomplete');
    },
  };
}

const firstFailure = (asked: Record<string, Asked>) =>
  Object.entries(asked).flatMap(([name, { failures }]) =>
    failures.map((failure) => `${name}: ${failure}`),
  )[0];

export const hostileVisitors: Fault = {
  number: 63,
  slow: true,
  isolation: 'exclusive',
  title: 'fifty hostile visitors from three addresses while a legitimate user works',
  async run(context) {
    const { api } = await installWithVendor(context, {
      workers: 1,
      env: { ...unlimitedLookups, MAX_LOOP_DELAY_MS: '1000' },
    });
    const work = honestWork(await createTestClient(api.url));
    // Warm up shared code before anything is measured.
    for (const once of [work.lookUp, work.readPhoto, work.openDiscovery]) await once();
    await loopDelayMs(api);
    const lasts = context.full ? 120 : 30;
    const attacks = startProgram(context, 'hostile-program.ts', [api.url, String(lasts)]);
    const made = attacks<{ attacks: Record<string, number> }>(lasts + 60);
    const asked = await measure(
      {
        lookup: { ask: work.lookUp, pauseMs: 100 },
        file: { ask: work.runFile, pauseMs: 10_000 },
        // As often as the rate limit allows.
        photo: { ask: work.readPhoto, pauseMs: 8000 },
        discovery: { ask: work.openDiscovery, pauseMs: 2000 },
        readiness: { ask: async () => assert((await fetch(`${api.url}/readyz`)).ok, 'red'), pauseMs: 250 },
      },
      made,
    );
    const failure = firstFailure(asked);
    assert(failure === undefined, `a legitimate request failed: ${failure}`);
    const memory = await memoryOf(api, 'VmHWM');
    const loop = await loopDelayMs(api);
    assert(api.child.exitCode === null, 'the api exited');
    const { lookup } = asked;
    const told = `lookup p99 ${lookup.p99.toFixed(0)} ms of ${lookup.count} (bar ${maxLookupMs}), event loop p99 ${loop.toFixed(0)} ms, memory at most ${memory.toFixed(0)} MB (bar ${maxMemoryMb}), ${asked.file.count} files, ${asked.photo.count} photos, ${asked.discovery.count} discoveries; ${JSON.stringify((await made).attacks)}`;
    assert(lookup.p99 < maxLookupMs && memory < maxMemoryMb, told);
    return `every legitimate request succeeded, readiness green, ${told}`;
  },
};
