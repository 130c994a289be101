import { join } from 'node:path';
import { createAgentSecret, readDiscovery, sendDiscovery } from '@warranty/contracts/agents';
import { extractLabel } from '@warranty/contracts/image-lookup';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createScan } from '../../harness/agent-scan.ts';
import { createRun, readRun, sendFile } from '../../harness/bulk-run.ts';
import { createFleet } from '../../harness/fleet.ts';
import { labels } from '../../harness/images.ts';
import { root, type Server, start, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { loopDelayMs } from '../event-loop.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { type Asked, keepAsking } from '../keep-asking.ts';
import { memoryOf } from '../memory.ts';
import { installWithVendor } from '../with-vendor.ts';

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
      const isOver = async () => (await readRun(client, runId)).status === 'completed';
      await waitUntil('the run to end', isOver, 110_000);
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
      const response = await fetch(url + sendDiscovery.path, {
        method: 'POST',
        headers: { authorization: `Bearer ${rawSecret}`, 'content-type': 'application/json' },
        body: JSON.stringify(createScan(devices)),
      });
      const { session_id: sessionId } = (await response.json()) as { session_id: string };
      const found = await call(readDiscovery, { params: { sessionId } });
      assert(found.devices.length === 200, 'the discovery is incomplete');
    },
  };
}

function startHostile(context: FaultContext, { url }: Server, seconds: number) {
  const program = start(process.execPath, [join(root, 'faults/hostile-program.ts'), url, String(seconds)]);
  context.cleanup(() => program.stop('SIGKILL'));
  return async () => {
    const line = await program.waitForLine((text) => text.startsWith('{"attacks"'), (seconds + 60) * 1000);
    const { attacks } = JSON.parse(line) as { attacks: Record<string, number> };
    return attacks;
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
    const api = await installWithVendor(context, { workers: 1, env: { MAX_LOOP_DELAY_MS: '1000' } });
    const work = honestWork(await createTestClient(api.url));
    // Warm up shared code before anything is measured.
    for (const once of [work.lookUp, work.readPhoto, work.openDiscovery]) await once();
    await loopDelayMs(api);
    const attacks = startHostile(context, api, context.full ? 120 : 30);
    const asking = {
      lookup: keepAsking(work.lookUp, 100),
      file: keepAsking(work.runFile, 10_000),
      // As often as the rate limit allows.
      photo: keepAsking(work.readPhoto, 8000),
      discovery: keepAsking(work.openDiscovery, 2000),
      readiness: keepAsking(async () => assert((await fetch(`${api.url}/readyz`)).ok, 'red'), 250),
    };
    const made = await attacks();
    const stopped = Object.entries(asking).map(async ([name, each]) => [name, await each.stop()] as const);
    const asked = Object.fromEntries(await Promise.all(stopped)) as Record<keyof typeof asking, Asked>;
    const failure = firstFailure(asked);
    assert(failure === undefined, `a legitimate request failed: ${failure}`);
    const memory = await memoryOf(api, 'VmHWM');
    const loop = await loopDelayMs(api);
    assert(api.child.exitCode === null, 'the api exited');
    const { lookup } = asked;
    const told = `lookup p99 ${lookup.p99.toFixed(0)} ms of ${lookup.count} (bar ${maxLookupMs}), event loop p99 ${loop.toFixed(0)} ms, memory at most ${memory.toFixed(0)} MB (bar ${maxMemoryMb}), ${asked.file.count} files, ${asked.photo.count} photos, ${asked.discovery.count} discoveries; ${JSON.stringify(made)}`;
    assert(lookup.p99 < maxLookupMs && memory < maxMemoryMb, told);
    return `every legitimate request succeeded, readiness green, ${told}`;
  },
};
