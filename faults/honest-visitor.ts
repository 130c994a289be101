import { setTimeout as delay } from 'node:timers/promises';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createRun, sendFile, waitForRun } from '../harness/bulk-run.ts';
import { createTestClient, type TestClient } from '../harness/test-client.ts';
import { assert, type FaultContext } from './fault.ts';
import { type Asked, keepAsking, quantileOf } from './keep-asking.ts';
import { openVisitor, type Visitor } from './visitor.ts';

/** Lets every visitor have an address of its own, and applies the default limits that the harness raises. */
export const visitorEnv = {
  TRUST_PROXY: '127.0.0.1',
  REQUESTS_PER_SECOND: '50',
  REQUESTS_PER_SECOND_PER_ADDRESS: '500',
  MAX_LOOP_DELAY_MS: '1000',
  DISK_FLOOR_MB: '0',
};

/** Visitors who attack, `sessions` of them spread over the given number of addresses. */
export async function openCrowd(url: string, sessions: number, addresses = sessions): Promise<Visitor[]> {
  const crowd = Array.from({ length: sessions }, (_, at) =>
    openVisitor(url, { seed: at, forwardedFor: `198.51.100.${(at % addresses) + 1}` }),
  );
  await Promise.all(crowd.map((visitor) => visitor.start()));
  return crowd;
}

/** An ordinary visitor with an address of its own. */
export const openHonest = (url: string, last = 6): Promise<TestClient> =>
  createTestClient(url, { 'x-forwarded-for': `203.0.113.${last}` });

/** A device that is cached after the first time. */
export const lookUp = ({ call }: TestClient) =>
  call(lookupWarranty, { body: { modelNumber: '7XK2P93', manufacturer: 'Dell' } });

/** A file of these devices. Each letter has other devices. */
export const serialsFile = (letter: string, first: number, rows: number): string =>
  `Serial\n${Array.from({ length: rows }, (_, index) => `${letter}${String(first + index).padStart(6, '0')}`).join('\n')}\n`;

/** Creates a run, sends its file, waits for the end and returns how long all of it took. */
export async function timeRun(client: TestClient, file: string): Promise<number> {
  const startedAt = performance.now();
  const runId = await createRun(client, { fieldMapping: { modelNumber: 'Serial' } });
  await sendFile(client, runId, [file]);
  await waitForRun(client, runId, 60_000);
  return performance.now() - startedAt;
}

export interface Measuring {
  ask(): Promise<unknown>;
  pauseMs: number;
}

export type Measured<K extends string> = Record<K, Asked>;

/** How long the requests of an ordinary visitor take while the work is done. */
export async function measure<K extends string>(
  asked: Record<K, Measuring>,
  work: Promise<unknown>,
): Promise<Measured<K>> {
  const entries = Object.entries<Measuring>(asked);
  const asking = entries.map(([name, { ask, pauseMs }]) => [name, keepAsking(ask, pauseMs)] as const);
  await work;
  const stopped = asking.map(async ([name, each]) => [name, await each.stop()] as const);
  return Object.fromEntries(await Promise.all(stopped)) as Measured<K>;
}

/** Warms up, then measures on the idle installation. */
export async function measureIdle<K extends string>(
  asked: Record<K, Measuring>,
  seconds: number,
): Promise<Measured<K>> {
  for (const { ask } of Object.values<Measuring>(asked)) await ask();
  return measure(asked, delay(seconds * 1000));
}

const minBarMs = 200;
const maxRatio = 4;

/** Requests must not fail, and their p99 must be at most 200 ms or four times that of the idle installation. */
export function expectUndisturbed<K extends string>(
  context: FaultContext,
  idle: Measured<K>,
  busy: Measured<K>,
): string {
  const told = (Object.keys(busy) as K[]).map((name) => {
    const [before, during] = [idle[name], busy[name]];
    const bar = Math.max(minBarMs, maxRatio * before.p99);
    const median = quantileOf(during.times, 0.5);
    const text = `${name} p50 ${median.toFixed(0)} p99 ${during.p99.toFixed(0)} ms of ${during.count} (idle p99 ${before.p99.toFixed(0)}, bar ${bar.toFixed(0)})`;
    assert(during.failures.length === 0, `${during.failures.length} failed, ${during.failures[0]}; ${text}`);
    return { isMet: during.p99 <= bar, text };
  });
  const all = told.map(({ text }) => text).join('; ');
  context.expectBar(
    told.every(({ isMet }) => isMet),
    all,
  );
  return all;
}
