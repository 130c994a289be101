import { RequestError } from '@warranty/contracts/core/client';
import { lookupWarranty, type WarrantyResult } from '@warranty/contracts/warranty';
import { waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

/** Two api processes that use the simulator as their vendor, with one visitor each. */
async function setUp(context: FaultContext, more: Record<string, string> = {}) {
  const env = { ...unlimitedLookups, BREAKER_SECONDS: '2', ...more };
  const { apis, simulator } = await installWithVendor(context, { apis: 2, env });
  const visitors = await Promise.all(apis.map(({ url }) => createTestClient(url)));
  return { simulator, visitors: visitors as [TestClient, TestClient] };
}

const look = ({ call }: TestClient, modelNumber: string, refresh = false): Promise<WarrantyResult> =>
  call(lookupWarranty, { body: { modelNumber, manufacturer: 'Dell', refresh } });

/** Returns the status of the reply instead of its result. */
async function statusOf(lookup: Promise<WarrantyResult>): Promise<number> {
  return lookup.then(
    () => 200,
    (error: unknown) => (error instanceof RequestError ? error.status : 0),
  );
}

const tag = (at: number) => `FA${String(at).padStart(4, '0')}X`;

export const parallelLookups: Fault = {
  number: 11,
  title: 'concurrent lookups share one vendor call',
  async run(context) {
    const { simulator, visitors } = await setUp(context);
    const [first, second] = visitors;
    await simulator.faults({ latencyMs: 300 });

    const alone = await Promise.all(Array.from({ length: 500 }, () => look(first, tag(1))));
    assert(
      new Set(alone.map((result) => JSON.stringify(result.allEntitlements))).size === 1,
      'the results differ',
    );
    const one = await simulator.counts();
    assert(one.calls.assetEntitlements === 1, `${one.calls.assetEntitlements} calls in one process`);

    await Promise.all(
      Array.from({ length: 500 }, (_, index) => look(index % 2 === 0 ? first : second, tag(2))),
    );
    const both = (await simulator.counts()).calls.assetEntitlements - 1;
    assert(both <= 2, `${both} calls over two processes`);

    await simulator.reset();
    await simulator.faults({ latencyMs: 300, unauthorizedAfter: 0 });
    await Promise.all(
      [first, second].flatMap((client, process) =>
        Array.from({ length: 50 }, (_, index) => look(client, tag(100 + process * 50 + index))),
      ),
    );
    const { tokenCalls } = await simulator.counts();
    assert(tokenCalls === 2, `${tokenCalls} token calls for two processes`);
    return `500 of one tag: 1 call in one process, ${both} over two; 100 tags with an expired token: ${tokenCalls} token calls in 2 processes`;
  },
};

export const vendorBusy: Fault = {
  number: 12,
  title: 'a 429 blocks every process until its window ends',
  async run(context) {
    const { simulator, visitors } = await setUp(context);
    const measured: string[] = [];
    for (const [name, retryAfter] of [
      ['seconds', 3],
      ['a date', { inSecondsAsDate: 4 }],
    ] as const) {
      await simulator.reset();
      await simulator.faults({ busy: { times: 1, retryAfter } });
      const received = Date.now();
      const refused = await statusOf(look(visitors[0], tag(200)));
      assert(refused === 503, `the first lookup got ${refused}`);
      const answered = Date.now();
      while (Date.now() - received < 2500) {
        await Promise.all(visitors.map((client, index) => statusOf(look(client, tag(201 + index)))));
      }
      const { startedAt } = await simulator.counts();
      const inside = startedAt.filter((at) => at > answered + 200 && at < received + 2500);
      assert(inside.length === 0, `${inside.length} calls inside the window given in ${name}`);
      await waitUntil('the window to end', async () => (await statusOf(look(visitors[1], tag(210)))) === 200);
      measured.push(`${name}: 0 calls inside`);
    }
    return measured.join(', ');
  },
};

export const vendorOutage: Fault = {
  number: 13,
  title: 'an outage opens the breaker; a cached result is still served and shows its age',
  async run(context) {
    const { simulator, visitors } = await setUp(context, { CACHE_HOURS: '0' });
    const [first, second] = visitors;
    const fresh = await look(first, tag(300));
    assert(fresh.source?.stale === false, 'the first result is not fresh');
    await simulator.reset();
    await simulator.faults({ serverErrors: { times: -1 } });

    for (let index = 0; index < 5; index += 1)
      assert(
        (await statusOf(look(first, tag(310 + index)))) === 503,
        'a lookup during the outage did not get 503',
      );
    const opened = (await simulator.counts()).calls.assetEntitlements;
    for (let index = 0; index < 20; index += 1) await statusOf(look(second, tag(330 + index)));
    const during = (await simulator.counts()).calls.assetEntitlements - opened;
    assert(during <= 1, `${during} calls while the breaker was open`);

    const kept = await look(second, tag(300));
    assert(
      kept.source?.stale === true && kept.source.checkedAt === fresh.source?.checkedAt,
      'the cached result has no age',
    );
    assert(kept.endDate === fresh.endDate, 'the cached result differs from the fresh one');

    await simulator.faults({});
    const closed = await waitUntil(
      'the breaker to close',
      async () => (await statusOf(look(second, tag(360)))) === 200,
    );
    assert(
      (await look(first, tag(361))).source?.stale === false,
      'the breaker is still open in the other process',
    );
    return `opened after 5 failures, ${during} calls while open, cached result served with its age, closed ${seconds(closed)} after the end`;
  },
};

export const vendorHangs: Fault = {
  number: 14,
  title: 'calls to a vendor that never replies time out and their sockets are freed',
  async run(context) {
    const { simulator, visitors } = await setUp(context);
    await look(visitors[0], tag(400));
    await simulator.faults({ hang: { times: -1 } });
    const startedAt = performance.now();
    const statuses = await Promise.all(
      Array.from({ length: 4 }, (_, index) => statusOf(look(visitors[0], tag(401 + index)))),
    );
    const took = performance.now() - startedAt;
    assert(
      statuses.every((status) => status === 503),
      `the lookups got ${statuses.join(', ')}`,
    );
    assert(took > 14_000, `timed out after ${seconds(took)}, not 15 s`);
    context.expectBar(took < 18_000, `timed out after ${seconds(took)}, not 15 s`);
    await waitUntil('the sockets to be freed', async () => (await simulator.counts()).openSockets <= 2);
    return `503 after ${seconds(took)} (limit 15 s), sockets freed`;
  },
};
