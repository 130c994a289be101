import { setTimeout as delay } from 'node:timers/promises';
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
const sessions = 60;
const addresses = 20;
const rows = 300;

/** Creates, uploads, cancels and deletes runs until stopped. Returns the statuses of its uploads. */
async function loop(visitor: Visitor, at: number, signal: AbortSignal): Promise<number[]> {
  const statuses: number[] = [];
  for (let round = 0; !signal.aborted; round += 1) {
    const first = (at * 1000 + round) * rows;
    const runId = await visitor.createRun();
    const { status } = await visitor.upload(runId, serialsFile('L', first, rows));
    statuses.push(status);
    await visitor.removeRun(runId);
    if (status !== 202) await delay(50);
  }
  return statuses;
}

export const runLoops: Fault = {
  number: 120,
  isolation: 'exclusive',
  title: 'sixty sessions on twenty addresses create, upload, cancel and delete runs in a loop',
  async run(context) {
    const env = { ...unlimitedLookups, ...visitorEnv };
    const { url } = (await installWithVendor(context, { workers: 1, env })).api;
    const client = await openHonest(url);
    const asked = { lookup: { pauseMs: 50, ask: () => lookUp(client) } };
    const idle = await measureIdle(asked, 1);
    await timeRun(client, serialsFile('H', 0, 2));

    const crowd = await openCrowd(url, sessions, addresses);
    const stopping = new AbortController();
    const looping = crowd.map((visitor, at) => loop(visitor, at, stopping.signal));
    context.cleanup(() => stopping.abort());
    const other = await openHonest(url, 7);
    const took: number[] = [];
    async function runSmallFiles(): Promise<void> {
      for (const endsAt = performance.now() + (context.full ? 60_000 : 4000); performance.now() < endsAt; )
        took.push(await timeRun(other, serialsFile('H', 10 + took.length * 2, 2)));
    }
    const busy = await measure(asked, runSmallFiles());
    stopping.abort();
    const statuses = await Promise.all(looping);
    const told = `${took.length} runs of two rows took at most ${seconds(Math.max(...took))} (bar ${seconds(maxRunMs)}) next to ${statuses.flat().length} others`;
    const firsts = statuses.map(([first]) => first);
    assert(!firsts.includes(503), `the first file of a session got 503; ${told}`);
    context.expectBar(Math.max(...took) <= maxRunMs, told);
    return `${told}; ${expectUndisturbed(context, idle, busy)}`;
  },
};
