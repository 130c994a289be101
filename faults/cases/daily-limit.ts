import { RequestError } from '@warranty/contracts/core/client';
import { lookupItems } from '@warranty/contracts/lookup-items';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createRun, readRun, sendFile } from '../../harness/bulk-run.ts';
import { avoidMidnight } from '../../harness/midnight.ts';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault } from '../fault.ts';
import { killPostgres, restartPostgres } from '../installation.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const perOwner = 60;
const perAddress = 100;
const takers = 150;

let serials = 0;
function newSerial(): string {
  serials += 1;
  return `DL${String(serials).padStart(5, '0')}`;
}

/** Returns the error code instead of the result. */
const codeOf = (call: Promise<unknown>): Promise<string | undefined> =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof RequestError ? error.code : String(error)),
  );

const lookUp = ({ call }: TestClient) =>
  codeOf(call(lookupWarranty, { body: { modelNumber: newSerial(), manufacturer: 'Dell' } }));

const lookUpList = ({ call }: TestClient) =>
  codeOf(call(lookupItems, { body: { items: [{ serialNumber: newSerial(), manufacturer: 'Dell' }] } }));

/** Takes calls in all ways at the same time. Every reply is a result or the refusal. */
async function takeAll(clients: readonly TestClient[]): Promise<void> {
  const codes = await Promise.all(
    Array.from({ length: takers }, (_, index) => {
      const client = clients[index % clients.length] as TestClient;
      return index % 3 === 0 ? lookUpList(client) : lookUp(client);
    }),
  );
  const others = codes.filter((code) => code !== undefined && code !== 'daily_limit_reached');
  assert(others.length === 0, `unexpected replies: ${[...new Set(others)].join(', ')}`);
}

async function startRun(client: TestClient): Promise<string> {
  const runId = await createRun(client, { fieldMapping: { modelNumber: 'Serial' } });
  await sendFile(client, runId, ['Serial\n', ...Array.from({ length: 3000 }, () => `${newSerial()}\n`)]);
  return runId;
}

export const dailyLimit: Fault = {
  number: 66,
  title: 'the daily limit of vendor calls holds over several processes and a crash of PostgreSQL',
  async run(context) {
    await avoidMidnight(60);
    const { dir, postgres, apis, simulator } = await installWithVendor(context, {
      apis: 2,
      workers: 2,
      env: {
        ...unlimitedLookups,
        VENDOR_CALLS_PER_DAY: String(perOwner),
        VENDOR_CALLS_PER_DAY_PER_ADDRESS: String(perAddress),
      },
    });
    const [first, second] = (await Promise.all(apis.map(({ url }) => createTestClient(url)))) as [
      TestClient,
      TestClient,
    ];
    const calls = async () => (await simulator.counts('short')).calls.assetEntitlements;

    const run = await startRun(first);
    await takeAll([first, reconnect(second.url, first)]);
    await waitUntil('the run to wait', async () => (await readRun(first, run)).continuesAt !== null);
    await waitUntil('the last calls to end', async () => (await calls()) >= perOwner);
    const byOwner = await calls();
    assert(byOwner === perOwner, `${byOwner} calls for one user, not ${perOwner}`);

    await killPostgres(postgres);
    await restartPostgres(context, dir);
    await waitUntil(
      'a lookup to be refused again',
      async () => (await lookUp(first)) === 'daily_limit_reached',
    );
    await takeAll([first, second]);
    const byAddress = await calls();
    assert(byAddress === perAddress, `${byAddress} calls for the address, not ${perAddress}`);
    return `${byOwner} calls of one user with a bulk run and ${takers} lookups, then ${byAddress} of the address after the crash`;
  },
};
