import { setPriority } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { openVisitor, type Visitor, type VisitorOptions } from './visitor.ts';

type Act = (client: Visitor) => Promise<unknown>;

interface Crowd {
  url(at: number): string;
  visitors: number;
  /** The address of a visitor. */
  from(at: number): Omit<VisitorOptions, 'seed'>;
  /** How many things each of them does at the same time. */
  atOnce?: number;
  seconds: number;
  pauseMs: number;
  /** One of these is chosen at random, again and again. */
  acts: readonly (readonly [name: string, act: Act])[];
  /** Called with what came of each. */
  note(name: string, reply: unknown): void;
}

/**
 * Visitors who do something again and again until the time is up, for the programs in a separate process. They have a low
 * priority, because remote visitors would not use this machine's CPU time at all.
 */
export async function runCrowd({ url, visitors, from, atOnce = 1, seconds, pauseMs, acts, note }: Crowd) {
  setPriority(0, 15);
  const endsAt = performance.now() + seconds * 1000;
  const actOnAndOn = async (client: Visitor): Promise<void> => {
    while (performance.now() < endsAt) {
      const [name, act] = acts[Math.floor(client.random() * acts.length)] as (typeof acts)[0];
      note(name, await act(client));
      await delay(pauseMs);
    }
  };
  const visit = async (at: number): Promise<void> => {
    const client = openVisitor(url(at), { seed: at, ...from(at) });
    await client.start();
    await Promise.all(Array.from({ length: atOnce }, () => actOnAndOn(client)));
  };
  const all = Promise.all(Array.from({ length: visitors }, (_, at) => visit(at)));
  await Promise.race([delay(seconds * 1000 + 500), all]);
}

/** Prints the result as the last line, and ends the requests that are still open. */
export function report(result: object): never {
  process.stdout.write(`${JSON.stringify(result)}\n`);
  process.exit(0);
}
