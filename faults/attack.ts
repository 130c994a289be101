import { setTimeout as delay } from 'node:timers/promises';
import { lookupWarranty } from '@warranty/contracts/warranty';
import { createTestClient, type TestClient } from '../harness/test-client.ts';
import type { FaultContext } from './fault.ts';
import { keepAsking } from './keep-asking.ts';
import { createRawClients, type RawClients } from './raw-clients.ts';
import { installWithVendor } from './with-vendor.ts';

const device = { modelNumber: 'B000001', manufacturer: 'Dell' } as const;

/** A cached lookup. */
export const lookupRequest = {
  method: 'POST',
  path: lookupWarranty.path,
  body: JSON.stringify(device),
};

/** Begins, and returns what ends it. */
export type Attack = (raw: RawClients, visitors: readonly TestClient[]) => Promise<() => Promise<unknown>>;

export interface Target {
  url: string;
  /** The legitimate user. */
  client: TestClient;
}

/** An api with a simulated vendor and the default limit on connections, which the harness raises. */
export const installTarget = (context: FaultContext, env: Record<string, string> = {}) =>
  installWithVendor(context, {
    workers: 1,
    env: { DISK_FLOOR_MB: '0', CONNECTIONS_PER_ADDRESS: '256', ...env },
  });

/** The first lookup asks the vendor; the others are cached. */
export async function openTarget(url: string): Promise<Target> {
  const client = await createTestClient(url);
  await client.call(lookupWarranty, { body: device });
  return { url, client };
}

/** Repeats something at a fixed rate until it is stopped. */
export function repeat(perSecond: number, act: (at: number) => void): () => Promise<void> {
  const stopping = new AbortController();
  const loop = (async () => {
    for (let at = 0; !stopping.signal.aborted; at += 1) {
      act(at);
      await delay(1000 / perSecond, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  })();
  return async () => {
    stopping.abort();
    await loop;
  };
}

const secondsOf = ({ full }: FaultContext) => (full ? 8 : 1.5);

async function measure({ client }: Target, seconds: number) {
  const asking = keepAsking(() => client.call(lookupWarranty, { body: device }), 20);
  await delay(seconds * 1000);
  return asking.stop();
}

/** Measures what the legitimate user waits for while an attack goes on, and after it. */
async function attack(
  context: FaultContext,
  target: Target,
  { name, begin, bar }: { name: string; begin: Attack; bar: number },
): Promise<string> {
  const seconds = secondsOf(context);
  const visitors = await Promise.all(Array.from({ length: 5 }, () => createTestClient(target.url)));
  const raw = createRawClients(target.url);
  context.cleanup(raw.closeAll);
  const stop = await begin(raw, visitors);
  await delay(context.full ? 3000 : 1000);
  const during = await measure(target, seconds);
  await stop();
  const after = await measure(target, seconds / 3);
  raw.closeAll();
  const failures = [...during.failures, ...after.failures];
  const p99 = Math.max(during.p99, after.p99);
  const told = `${name}: lookup p99 ${p99.toFixed(0)} ms (bar ${bar.toFixed(0)})`;
  context.expectBar(failures.length === 0 && p99 <= bar, [told, ...failures.slice(0, 1)].join('; '));
  return told;
}

export async function attackAll(
  context: FaultContext,
  target: Target,
  attacks: Record<string, Attack>,
): Promise<string> {
  const idle = await measure(target, secondsOf(context));
  const bar = Math.max(200, 4 * idle.p99);
  const told: string[] = [];
  for (const [name, begin] of Object.entries(attacks))
    told.push(await attack(context, target, { name, begin, bar }));
  return told.join('; ');
}
