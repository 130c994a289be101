import { setTimeout as delay } from 'node:timers/promises';
import { memoryOf } from '../../harness/memory.ts';
import { noQuotas, type Server } from '../../harness/processes.ts';
import { assert, type Fault } from '../fault.ts';
import { ordinaryWorkbook } from '../hostile-workbook.ts';
import { type Asked, keepAsking } from '../keep-asking.ts';
import { startProgram } from '../start-program.ts';
import { openVisitor, type Visitor } from '../visitor.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const maxMs = 1500;
const maxGrowthMb = 400;
const pauseMs = 100;

/** What is stored is not of interest here, only what is read. */
const env = { ...unlimitedLookups, ...noQuotas, BULK_STORED_MB: '20' };

/** Samples the memory of a process until stopped, and returns how much it has grown at most. */
async function watchMemory(api: Server) {
  const before = await memoryOf(api, 'VmRSS');
  let peak = before;
  const watching = keepAsking(async () => {
    peak = Math.max(peak, await memoryOf(api, 'VmRSS'));
  }, pauseMs);
  return async (): Promise<number> => {
    await watching.stop();
    return peak - before;
  };
}

const previewBody = (rows: number) =>
  JSON.stringify({
    csvData: new Array(rows).fill({ Serial: 'B000003', Notes: 'x'.repeat(200) }),
    fieldMapping: { modelNumber: 'Serial' },
  });

/** The repeated actions of an ordinary user with small files. */
async function openHonest(api: Server) {
  const client: Visitor = openVisitor(api.url, { seed: 1, localAddress: '127.0.0.50' });
  await client.start();
  const workbook = ordinaryWorkbook();
  const small = previewBody(10);
  async function uploaded(upload: (runId: string) => ReturnType<Visitor['send']>): Promise<number> {
    const runId = await client.createRun();
    const startedAt = performance.now();
    const { status, text } = await upload(runId);
    const ms = performance.now() - startedAt;
    assert(status === 202, `an upload got ${status}: ${text.slice(0, 200)}`);
    await client.removeRun(runId);
    return ms;
  }
  return {
    client,
    csv: () => uploaded((runId) => client.upload(runId, 'Serial\nB000003\n')),
    workbook: () => uploaded((runId) => client.uploadWorkbook(runId, workbook)),
    async preview(body = small): Promise<number> {
      const startedAt = performance.now();
      const { status, text } = await client.json('/api/warranty/csv-preview', body);
      assert(status === 200, `a preview got ${status}: ${text.slice(0, 200)}`);
      return performance.now() - startedAt;
    },
  };
}

/** Repeats the actions, each on its own, and returns the slowest of all. */
function keepWorking(actions: readonly (() => Promise<number>)[]) {
  let slowest = 0;
  const asking = actions.map((act) =>
    keepAsking(async () => {
      slowest = Math.max(slowest, await act());
    }, pauseMs),
  );
  return async (): Promise<{ slowest: number; count: number }> => {
    const asked: Asked[] = await Promise.all(asking.map((each) => each.stop()));
    const failures = asked.flatMap((each) => each.failures);
    assert(failures.length === 0, `${failures.length} failed, such as ${failures[0]}`);
    return { slowest, count: asked.reduce((sum, { count }) => sum + count, 0) };
  };
}

export const hostileWorkbooks: Fault = {
  number: 112,
  isolation: 'exclusive',
  title: 'hostile workbooks from four addresses while others upload files',
  async run(context) {
    const { api } = await installWithVendor(context, { env });
    const honest = await openHonest(api);
    for (const once of [honest.csv, honest.workbook, honest.preview]) await once();
    const count = context.full ? 2000 : 32;
    // The default run repeats the same workbooks; `--full` uses a random seed.
    const seed = process.env.FUZZ_SEED ?? String(context.full ? Math.floor(Math.random() * 2 ** 20) : 1);
    const growth = await watchMemory(api);
    const work = keepWorking([honest.csv, honest.workbook]);
    const result = startProgram(context, 'hostile-workbooks-program.ts', [
      api.url,
      String(count),
      context.full ? '200' : '12',
      seed,
    ]);
    const { sent, statuses, wrong } = await result<{
      sent: number;
      statuses: Record<string, number>;
      wrong: string[];
    }>(context.full ? 1800 : 120);
    const { slowest, count: uploads } = await work();
    const grownMb = await growth();
    assert(wrong.length === 0, `${wrong.length} wrong replies (FUZZ_SEED=${seed}):\n${wrong.join('\n')}`);
    assert(grownMb <= maxGrowthMb, `the api grew by ${grownMb.toFixed(0)} MB (FUZZ_SEED=${seed})`);
    context.expectBar(slowest <= maxMs, `an upload of others took ${slowest.toFixed(0)} ms`);
    const replies = Object.entries(statuses).map(([status, times]) => `${status}: ${times}`);
    return `${sent} workbooks, no 500 (${replies.join(', ')}); ${uploads} uploads of others, the slowest ${slowest.toFixed(0)} ms (bar ${maxMs}); memory +${grownMb.toFixed(0)} MB (at most ${maxGrowthMb})`;
  },
};

export const largeBodies: Fault = {
  number: 113,
  isolation: 'exclusive',
  title: 'bodies of 15 MB from four addresses while others preview and upload files',
  async run(context) {
    const { api } = await installWithVendor(context, { env });
    const honest = await openHonest(api);
    for (const once of [honest.csv, honest.preview]) await once();
    const seconds = context.full ? 60 : 5;
    const growth = await watchMemory(api);
    const result = startProgram(context, 'large-bodies-program.ts', [api.url, String(seconds)]);
    await delay(2000);
    const work = keepWorking([honest.csv, honest.preview]);
    const largeMs = await honest.preview(previewBody(66_000));
    const { statuses } = await result<{ statuses: Record<string, number> }>(seconds + 60);
    const { slowest, count } = await work();
    const grownMb = await growth();
    assert(grownMb <= maxGrowthMb, `the api grew by ${grownMb.toFixed(0)} MB`);
    context.expectBar(slowest <= maxMs, `a small preview or upload took ${slowest.toFixed(0)} ms`);
    const replies = Object.entries(statuses).map(([kind, times]) => `${kind}: ${times}`);
    return `${replies.join(', ')}; ${count} small previews and uploads of others, the slowest ${slowest.toFixed(0)} ms (bar ${maxMs}), a preview of 15 MB ${largeMs.toFixed(0)} ms; memory +${grownMb.toFixed(0)} MB (at most ${maxGrowthMb})`;
  },
};
