import type { VendorAnswer } from './outcome.ts';

type Answers = Map<string, VendorAnswer>;

export interface Batch {
  /** For the message to whoever sends too many. */
  vendor: string;
  size: number;
  /** Serials that may go into one call together; one call for all where it is left out. */
  groupByCall?: (serials: readonly string[]) => readonly (readonly string[])[];
  ask(serials: readonly string[]): Promise<Answers>;
}

/** Every serial with an answer. Vendors have been seen to leave rows out; asked again they usually answer. */
export async function lookUpBatch(
  serials: readonly string[],
  { vendor, size, groupByCall, ask }: Batch,
): Promise<Answers> {
  if (serials.length > size)
    throw new Error(`${vendor} is asked for ${size} serials a call, not ${serials.length}`);
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
