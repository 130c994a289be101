import type { VendorAnswer } from './outcome.ts';

type Answers = Map<string, VendorAnswer>;

export interface Batch {
  /** Used in the error message for oversized batches. */
  vendor: string;
  size: number;
  /** Groups the serials that can share a call. If omitted, all of them go into one call. */
  groupByCall?: (serials: readonly string[]) => readonly (readonly string[])[];
  ask(serials: readonly string[]): Promise<Answers>;
}

/** Returns an answer for every serial. Vendors sometimes omit rows, so missing serials are requested a second time. */
export async function lookUpBatch(
  serials: readonly string[],
  { vendor, size, groupByCall, ask }: Batch,
): Promise<Answers> {
  if (serials.length > size)
    throw new Error(`${vendor} accepts ${size} serials per call, not ${serials.length}`);
  const answers: Answers = new Map();
  for (const together of groupByCall?.(serials) ?? [serials]) {
    for (const [serial, answer] of await askWithRetry(together, ask)) answers.set(serial, answer);
  }
  return new Map(
    serials.map((serial) => [serial, answers.get(serial.trim().toUpperCase()) ?? { kind: 'unexpected' }]),
  );
}

async function askWithRetry(serials: readonly string[], ask: Batch['ask']): Promise<Answers> {
  const answers = await ask(serials);
  const missing = serials.filter((serial) => !answers.has(serial));
  return missing.length > 0 ? new Map([...answers, ...(await ask(missing))]) : answers;
}
