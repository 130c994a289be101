import type { VendorDefinition } from '@warranty/contracts/vendors/vendor';
import type { VendorAnswer } from './outcome.ts';

type Answers = Map<string, VendorAnswer>;

export interface Batch {
  vendor: Pick<VendorDefinition, 'name' | 'batchSize'>;
  /** What the vendor tells rows of a reply apart by. Identifiers with the same key need calls of their own. */
  keyOf?: (identifier: string) => string;
  ask(identifiers: readonly string[]): Promise<Answers>;
}

export function assertBatchSize({ name, batchSize }: Batch['vendor'], serials: readonly string[]): void {
  if (serials.length > batchSize)
    throw new Error(`${name} accepts ${batchSize} serials per call, not ${serials.length}`);
}

/** Returns an answer for every serial. Vendors sometimes omit rows, so missing serials are requested a second time. */
export async function lookUpBatch(
  serials: readonly string[],
  { vendor, keyOf = (identifier) => identifier, ask }: Batch,
): Promise<Answers> {
  assertBatchSize(vendor, serials);
  const answers: Answers = new Map();
  for (const identifiers of groupByCall(serials, keyOf)) {
    for (const [identifier, answer] of await ask(identifiers)) answers.set(identifier, answer);
    const missing = identifiers.filter((identifier) => !answers.has(identifier));
    if (missing.length === 0) continue;
    for (const [identifier, answer] of await ask(missing)) answers.set(identifier, answer);
  }
  return new Map(
    serials.map((serial) => [serial, answers.get(identifierOf(serial)) ?? { kind: 'unexpected' }]),
  );
}

const identifierOf = (serial: string) => serial.trim().toUpperCase();

/** Identifiers that can share a call, in upper case and without duplicates. */
export function groupByCall(serials: readonly string[], keyOf: (identifier: string) => string): string[][] {
  const groups = [...Map.groupBy(new Set(serials.map(identifierOf)), keyOf).values()];
  const calls = Math.max(0, ...groups.map((group) => group.length));
  return Array.from({ length: calls }, (_, index) =>
    groups.flatMap((group) => group.slice(index, index + 1)),
  );
}
