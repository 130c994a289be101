import { predictBulk, predictSingle } from '@warranty/contracts/purchase-date';
import { memoryOf } from '../../harness/memory.ts';
import { readMetric } from '../../harness/metrics.ts';
import { type Server, waitUntil } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assertEventLoopFree } from '../event-loop.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';
import { install } from '../installation.ts';

async function setUp(context: FaultContext, env: Record<string, string> = {}) {
  const limits = { PREDICTIONS_PER_MINUTE: '100000', PREDICTIONS_PER_MINUTE_PER_ADDRESS: '100000' };
  const { api } = await install(context, { apis: 1, env: { ...limits, ...env } });
  return { api, client: await createTestClient(api.url) };
}

const kinds = [
  ['Dell', 'Latitude 5420', '2021-06'],
  ['Lenovo', 'ThinkPad T14 Gen 3', '2022-10'],
  ['HP', 'EliteBook 840 G7', '2020-11'],
  ['Cisco', 'WS-C2960X-48FPS-L', '2018-10'],
  ['Apple', 'MacBook Pro 14', '2022-02'],
] as const;

/** The request body: a fleet with a dozen columns and purchase dates for half of the rows. */
function fleetBody(rows: number): string {
  const texts = Array.from({ length: rows }, (_, index) => {
    const [manufacturer, model, month] = kinds[Math.floor(index / 50) % kinds.length] ?? kinds[0];
    const bought = `${month}-${String((index % 28) + 1).padStart(2, '0')}`;
    return JSON.stringify({
      'Asset Tag': `IT-${String(index).padStart(6, '0')}`,
      Type: 'Laptop',
      Manufacturer: manufacturer,
      Model: model,
      'Serial Number': `S${index.toString(36).toUpperCase().padStart(7, '0')}`,
      'Warranty Expiration': index % 3 === 0 ? `${Number(bought.slice(0, 4)) + 3}${bought.slice(4)}` : '',
      'Purchase Date': index % 2 === 0 ? bought : '',
      'Assigned To': `Person ${index % 4000}`,
      Location: `Building ${index % 40}, floor ${index % 7}`,
      Department: `Department ${index % 60}`,
      Status: 'In use',
      Notes: '',
    });
  });
  return `{"csvData":[${texts.join(',')}]}`;
}

function send({ url, headers }: TestClient, body: string, signal?: AbortSignal): Promise<Response> {
  return fetch(url + predictBulk.path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json', 'accept-encoding': 'gzip' },
    body,
    ...(signal && { signal }),
  });
}

/** Reads the whole reply and returns the number of predictions in it. */
async function predicted(response: Response): Promise<number> {
  const text = await response.text();
  assert(response.ok, `${response.status}: ${text.slice(0, 200)}`);
  return text.match(/^\{"assetId":/gm)?.length ?? 0;
}

async function predict(client: TestClient, rows: number, rounds: number): Promise<string> {
  const body = fleetBody(rows);
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const startedAt = performance.now();
    const answered = await predicted(await send(client, body));
    assert(answered === rows, `${answered} predictions for ${rows} rows`);
    times.push(performance.now() - startedAt);
  }
  return `${rows} rows in ${seconds(Math.min(...times))}`;
}

export const predictionsUnderLoad: Fault = {
  number: 45,
  isolation: 'exclusive',
  title: 'tens of thousands of assets are predicted while the api stays responsive',
  async run(context) {
    const { api, client } = await setUp(context);
    await client.call(predictSingle, { body: { assetDescription: 'Dell Latitude 5420' } });
    const told: string[] = [];
    for (const rows of context.full ? [10_000, 100_000] : [10_000, 40_000]) {
      let took = '';
      const loop = await assertEventLoopFree(context, api, async () => {
        took = await predict(client, rows, context.full ? 2 : 1);
      });
      told.push(`${took}, ${loop}`);
    }
    const memory = await memoryOf(api, 'VmHWM');
    assert(memory < 2500, `the api used ${memory.toFixed(0)} MB`);
    return `${told.join('; ')}; the api used ${memory.toFixed(0)} MB at most`;
  },
};

const queueLength = (api: Server) => readMetric(api, 'warranty_prediction_queue_length{predictors="large"}');

export const predictionsBusy: Fault = {
  number: 46,
  isolation: 'exclusive',
  title: 'a prediction times out, a client disconnects, and more files arrive than the queue can hold',
  async run(context) {
    const { api, client } = await setUp(context, { PREDICTION_SECONDS: '3', TRUST_PROXY: '127.0.0.1' });
    const [large, small] = [fleetBody(60_000), fleetBody(10)];
    const stopped = await send(client, large);
    const { code } = (await stopped.json()) as { code: string };
    assert(
      stopped.status === 503 && code === 'prediction_stopped',
      `${stopped.status} ${code} instead of prediction_stopped`,
    );
    assert((await predicted(await send(client, small))) === 10, 'the next file was not predicted');

    // The bodies of one address would not all be received.
    const others = await Promise.all(
      [1, 2, 3, 4].map((last) => createTestClient(api.url, { 'x-forwarded-for': `198.51.100.${last}` })),
    );
    const leaving = new AbortController();
    const sendAndLeave = (each: TestClient) => send(each, large, leaving.signal).catch(() => null);
    const left = others.slice(0, 1).map(sendAndLeave);
    const first = send(client, large);
    await waitUntil(
      'one large file to be queued behind the other',
      async () => (await queueLength(api)) === 1,
    );
    left.push(...others.slice(1).map(sendAndLeave));
    await waitUntil('four files to be queued', async () => (await queueLength(api)) === 4);
    const refused = await send(client, large);
    const retryAfter = Number(refused.headers.get('retry-after'));
    assert(refused.status === 503 && retryAfter > 0, `${refused.status} with Retry-After ${retryAfter}`);
    assert((await predicted(await send(client, small))) === 10, 'a small file had to wait for large ones');
    const single = await client.call(predictSingle, { body: { assetDescription: 'Dell Latitude 5420' } });
    assert(single.prediction.predictedPurchaseDate !== null, 'a single asset had to wait for the files');
    leaving.abort();
    await Promise.all(left);
    assert((await first).status === 503, 'the second large file was not stopped');
    await waitUntil('the queue to be empty', async () => (await queueLength(api)) === 0);
    return `60,000 rows are stopped at the limit of 3 s and the next file is predicted; 4 wait, the next gets Retry-After ${retryAfter} s; a small file and a single asset are predicted in the meantime; nothing waits for clients that left`;
  },
};
