import type { VendorAnswer } from '../outcome.ts';

/** The rows of one reply. */
export interface ParsedRows {
  /** By what the reply calls them, in upper case: `SERIAL` or `SERIAL.MT`. */
  named: Map<string, VendorAnswer>;
  unnamed: VendorAnswer[];
}

/** The serial of `SERIAL.MT`, where MT is the machine type of four characters; of `SERIAL`, itself. */
export function serialOf(identifier: string): string {
  return identifier.replace(/\.[0-9A-Z]{4}$/i, '');
}

/**
 * What can go out together, in upper case and without repeats. Lenovo may leave the machine type out of its reply, so a
 * serial that is asked for under two of them needs two calls to tell the answers apart.
 */
export function identifiersByCall(serials: readonly string[]): string[][] {
  const identifiers = new Set(serials.map((serial) => serial.trim().toUpperCase()));
  const bySerial = [...Map.groupBy(identifiers, serialOf).values()];
  const calls = Math.max(0, ...bySerial.map((group) => group.length));
  return Array.from({ length: calls }, (_, at) => bySerial.flatMap((group) => group.slice(at, at + 1)));
}

/** `identifiers` are those of one call; one without an answer is left out. */
export function answersByIdentifier(
  identifiers: readonly string[],
  { named, unnamed }: ParsedRows,
): Map<string, VendorAnswer> {
  const answers = new Map<string, VendorAnswer>();
  for (const identifier of identifiers) {
    const answer = answerNamed(identifier, named);
    if (answer) answers.set(identifier, answer);
  }
  const missing = identifiers.filter((identifier) => !answers.has(identifier));
  const same = sameForAll(unnamed, missing.length);
  if (same) for (const identifier of missing) answers.set(identifier, same);
  return answers;
}

function answerNamed(identifier: string, named: ReadonlyMap<string, VendorAnswer>): VendorAnswer | undefined {
  const exact = named.get(identifier);
  if (exact) return exact;
  const serial = serialOf(identifier);
  // A row of another machine type is another device's; a row without one is ours, as no other was asked for.
  if (identifier !== serial) return named.get(serial);
  const [first, ...others] = [...named].filter(([name]) => serialOf(name) === serial);
  return others.length > 0 ? { kind: 'ambiguous', missing: 'machine type' } : first?.[1];
}

/** Rows without a serial tell something only if it does not matter which of them is whose. */
function sameForAll(unnamed: readonly VendorAnswer[], missing: number): VendorAnswer | undefined {
  const [first] = unnamed;
  if (first === undefined || first.kind === 'unexpected' || unnamed.length !== missing) return undefined;
  return unnamed.every(({ kind }) => kind === first.kind) ? first : undefined;
}
