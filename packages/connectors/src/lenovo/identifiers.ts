import type { VendorAnswer } from '../outcome.ts';

export interface ParsedRows {
  /** Keyed by the identifier in the reply, in upper case: `SERIAL` or `SERIAL.MT`. */
  named: Map<string, VendorAnswer>;
  unnamed: VendorAnswer[];
}

/** Returns the serial of `SERIAL.MT` (MT is the four-character machine type) or of a plain `SERIAL`. */
export function serialOf(identifier: string): string {
  return identifier.replace(/\.[0-9A-Z]{4}$/i, '');
}

/** `identifiers` are those of one call. Identifiers without an answer are omitted from the result. */
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
  // A row with another machine type belongs to another device. A row without one matches, since no other machine type was
  // requested.
  if (identifier !== serial) return named.get(serial);
  const [first, ...others] = [...named].filter(([name]) => serialOf(name) === serial);
  return others.length > 0 ? { kind: 'ambiguous', missing: 'machine type' } : first?.[1];
}

/** Rows without a serial are usable only if it does not matter which of them belongs to which device. */
function sameForAll(unnamed: readonly VendorAnswer[], missing: number): VendorAnswer | undefined {
  const [first] = unnamed;
  if (first === undefined || first.kind === 'unexpected' || unnamed.length !== missing) return undefined;
  return unnamed.every(({ kind }) => kind === first.kind) ? first : undefined;
}
