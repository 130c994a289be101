import { assert, type Fault, seconds } from '../fault.ts';
import {
  expectUndisturbed,
  lookUp,
  measure,
  measureIdle,
  openCrowd,
  openHonest,
  serialsFile,
  timeRun,
  visitorEnv,
} from '../honest-visitor.ts';
import type { Visitor } from '../visitor.ts';
import { installWithVendor, unlimitedLookups } from '../with-vendor.ts';

const maxRunMs = 5000;
const letters = ['A', 'B'];

async function runFiles(visitor: Visitor, at: number, rows: number): Promise<void> {
  for (const letter of letters) {
    const runId = await visitor.createRun();
    const { status } = await visitor.upload(runId, serialsFile(letter, at * rows, rows));
    assert(status === 202, `an upload of the crowd got ${status}`);
  }
}

export const crowdedAddress: Fault = {
  number: 119,
  isolation: 'exclusive',
  title: 'a hundred sessions of one address with two runs each, and a small run of another address',
  async run(context) {
    const [sessions, rows, rounds] = context.full ? [100, 1500, 5] : [30, 700, 2];
    const env = { ...unlimitedLookups, ...visitorEnv, DELL_CALLS_PER_SECOND: '10' };
    const { url } = (await installWithVendor(context, { workers: 1, env })).api;
    const client = await openHonest(url);
    const asked = { lookup: { pauseMs: 50, ask: () => lookUp(client) } };
    const idle = await measureIdle(asked, 1);
    const alone = await timeRun(client, serialsFile('H', 0, 20));

    const crowd = await openCrowd(url, sessions, 1);
    await Promise.all(crowd.map((visitor, at) => runFiles(visitor, at, rows)));
    const took: number[] = [];
    async function runSmallFiles(): Promise<void> {
      for (let round = 0; round < rounds; round += 1)
        took.push(await timeRun(client, serialsFile('H', 100 * (round + 1), 20)));
      took.push(await timeRun(client, serialsFile('H', 10_000, 300)));
    }
    const busy = await measure(asked, runSmallFiles());
    const told = `runs of 20 and, the last one, 300 rows took ${took.map(seconds).join(', ')} (bar ${seconds(maxRunMs)}, alone ${seconds(alone)})`;
    context.expectBar(Math.max(...took) <= maxRunMs, told);
    return `${sessions * letters.length} runs of one address; ${told}; ${expectUndisturbed(context, idle, busy)}`;
  },
};
