import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { saveVendorKey } from '@warranty/contracts/vendor-keys';
import type { KeyType } from '@warranty/contracts/vendors/vendor';
import { appleKeys } from '../../harness/apple-keys.ts';
import { createRun, readRun, saveFile, sendFile, watchProgress } from '../../harness/bulk-run.ts';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { install } from '../installation.ts';
import { startVendors } from '../with-vendor.ts';

const transientShare = 0.15;
const maxCallsPerDevice = 1.2;

/** One row per device, all of Apple. */
function* fleetOf(devices: number): Generator<string> {
  yield 'Asset,Serial Number,Manufacturer\n';
  for (let device = 0; device < devices; device += 1) {
    const number = device.toString(36).toUpperCase().padStart(5, '0');
    yield `PC-${device},C02${number}XYZ,Apple\n`;
  }
}

export const bulkApple: Fault = {
  number: 64,
  title: 'bulk run: 15 % of the calls to Apple fail',
  async run(context) {
    const devices = context.full ? 50_000 : 2000;
    const simulator = await startVendors(context);
    const { url } = simulator;
    const installation = await install(context, {
      apis: 1,
      workers: 2,
      env: {
        APPLE_BASE_URL: url,
        APPLE_TOKEN_BASE_URL: url,
        APPLE_CALLS_PER_SECOND: '1000',
        BREAKER_SECONDS: '2',
      },
    });
    const client = await createTestClient(installation.api.url);
    for (const [keyType, keyValue] of Object.entries(appleKeys))
      await client.call(saveVendorKey, {
        params: { userId: client.userId },
        body: { vendor: 'apple', keyType: keyType as KeyType, keyValue },
      });
    await simulator.faults({ apple: { transientShare } });
    const runId = await createRun(client, {
      vendors: ['Apple'],
      fieldMapping: { modelNumber: 'Serial Number', manufacturer: 'Manufacturer' },
    });
    const watch = watchProgress(() => client, runId, 100);
    context.cleanup(() => watch.stop());
    const startedAt = performance.now();
    await sendFile(client, runId, fleetOf(devices));
    await waitUntil('the run to be completed', () => watch.last?.status === 'completed', 900_000);
    const seconds = (performance.now() - startedAt) / 1000;

    const { counts } = await readRun(client, runId);
    const answered = counts.found + counts['not-known'];
    assert(
      answered === devices,
      `${answered} of ${devices} devices have an answer: ${JSON.stringify(counts)}`,
    );
    const path = join(installation.dir, 'result.csv');
    await saveFile(client, runId, path);
    const rows = (await readFile(path, 'utf8')).trimEnd().split('\n').length - 1;
    assert(rows === devices, `the file has ${rows} rows`);
    const { calls } = (await simulator.counts('short')).vendors.apple;
    const ratio = calls / devices;
    assert(ratio <= maxCallsPerDevice, `${calls} calls for ${devices} devices`);
    const keyText = appleKeys.private_key.split('\n')[1] ?? '';
    const logs = [...installation.apis, ...installation.workers].flatMap(({ lines }) => lines).join('\n');
    const { rows: jobs } = await installation.observer.query<{ text: string }>(
      "select coalesce(string_agg(data::text || coalesce(output::text, ''), ' '), '') as text from pgboss.job",
    );
    assert(!logs.includes(keyText), 'the private key is in a log');
    assert(!jobs[0]?.text.includes(keyText), 'the private key is in a job');
    return `${devices} devices in ${seconds.toFixed(0)} s: ${counts.found} found, ${counts['not-known']} not in the organization, none failed, ${ratio.toFixed(3)} calls per device, the private key in no log and no job`;
  },
};
