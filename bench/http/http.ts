import { join } from 'node:path';
import { freePort, root, startQuiet } from '../../harness/processes.ts';
import { commonHeaders, load, loadTimed, type Target, warmUp } from '../load.ts';
import { type Measurement, median, printTable, readSeconds } from '../measurement.ts';
import { measuredEndpoint, requestBody } from './route.ts';

const probe = join(root, 'bench/event-loop-probe.ts');
const baseline = join(root, 'bench/baseline/http.ts');
const productOf = (tree: string) => join(tree, 'bench/http/product.ts');
const threshold = 0.6;
const rounds = 3;
/** So that the hot code is compiled on both sides: the product has more of it. */
const warmUpRequests = 20_000;

interface Sample {
  perSecond: number;
  p99: number;
  loopDelay: number;
  memory: number;
}

const requestHeaders = (port: number) => ({
  host: `localhost:${port}`,
  'content-type': 'application/json',
  'sec-fetch-site': 'same-origin',
});

const target = (port: number): Target => ({
  url: `http://127.0.0.1:${port}${measuredEndpoint.path}`,
  headers: requestHeaders(port),
  body: requestBody,
});

async function listen(program: string, args: string[]) {
  const server = startQuiet(process.execPath, ['--import', probe, program, ...args]);
  await server.waitForLine((line) => line === 'listening');
  return server;
}

async function sample(program: string, args: string[], port: number, seconds: number): Promise<Sample> {
  const server = await listen(program, [String(port), ...args]);
  await warmUp(target(port), warmUpRequests);
  const report = await load(target(port), { seconds });
  await server.stop();
  const { loopDelay, memory } = JSON.parse(server.lines.at(-1) ?? '{}') as {
    loopDelay: number;
    memory: number;
  };
  return { ...report, loopDelay, memory };
}

/** The headers the product sends with every reply, without those specific to one reply. The baseline sends the same. */
async function productHeaders(port: number): Promise<Record<string, string>> {
  const server = await listen(productOf(root), [String(port)]);
  const response = await fetch(`http://localhost:${port}${measuredEndpoint.path}`, {
    method: 'POST',
    headers: { ...requestHeaders(port), origin: `http://localhost:${port}` },
    body: requestBody,
  });
  await server.stop();
  return commonHeaders(response);
}

const row = (name: string, { perSecond, p99, loopDelay, memory }: Sample) => [
  name,
  Math.round(perSecond),
  p99.toFixed(1),
  loopDelay.toFixed(1),
  Math.round(memory),
];

export const http: Measurement = {
  name: 'http',
  summary: `a contract route against bare node:http, ratio at least ${threshold} [--seconds 4]`,
  async run(args) {
    const seconds = readSeconds(args, 4);
    const port = await freePort();
    const headers = JSON.stringify(await productHeaders(port));
    const table: (string | number)[][] = [];
    const bare: Sample[] = [];
    const product: Sample[] = [];
    for (let round = 1; round <= rounds; round += 1) {
      bare.push(await sample(baseline, [headers], port, seconds));
      product.push(await sample(productOf(root), [], port, seconds));
      table.push(
        row(`bare ${round}`, bare[round - 1] as Sample),
        row(`product ${round}`, product[round - 1] as Sample),
      );
    }
    printTable(['run', 'requests/s', 'p99 ms', 'loop p99 ms', 'MB'], table);
    const [bareRate, productRate] = [bare, product].map((samples) =>
      median(samples.map(({ perSecond }) => perSecond)),
    );
    const ratio = (productRate ?? 0) / (bareRate ?? 1);
    return {
      figures: {
        ratio: ratio.toFixed(2),
        bar: threshold,
        product: Math.round(productRate ?? 0),
        bare: Math.round(bareRate ?? 0),
        loop_p99_ms: median(product.map(({ loopDelay }) => loopDelay)).toFixed(1),
        memory_mb: Math.round(median(product.map(({ memory }) => memory))),
      },
      passed: ratio >= threshold,
    };
  },
  paired: {
    figure: 'requests_per_cpu_s',
    better: 'higher',
    slices: 4,
    open: async (tree) => ({
      async start() {
        const port = await freePort();
        const server = await listen(productOf(tree), [String(port)]);
        await warmUp(target(port), warmUpRequests);
        return {
          measure: () => loadTimed([server.pid], target(port), 8_000),
          stop: async () => void (await server.stop()),
        };
      },
      close: async () => undefined,
    }),
  },
};
