import { readFileSync } from 'node:fs';
import { vendors } from '@warranty/contracts/vendors';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../test/recorded.ts';
import {
  detectManufacturer,
  findConflictingManufacturer,
  normalizeManufacturer,
} from './detect-manufacturer.ts';
import { manufacturers } from './manufacturer-data.ts';

const path = `${import.meta.dirname}/detect-manufacturer.recorded.txt`;
it('returns what is recorded', () =>
  expect(
    replay(readFileSync(path, 'utf8'), {
      detectManufacturer,
      findConflictingManufacturer,
      normalizeManufacturer,
    }),
  ).toMatchFileSnapshot(path));

const names = vendors.map(({ name }) => name);

describe('normalizeManufacturer', () => {
  it('is idempotent, and matches a name only as a whole word', () => {
    const alias = fc.constantFrom(...manufacturers.flatMap(({ aliases }) => aliases));
    const letters = fc.stringMatching(/^[a-z]{1,3}$/);
    fc.assert(
      fc.property(alias, letters, letters, (word, before, after) => {
        const name = normalizeManufacturer(word.toUpperCase())?.name ?? '';
        expect(normalizeManufacturer(name)).toMatchObject({ name, exact: true });
        const inside = `${before}${word.replaceAll(' ', '')}${after}`;
        expect(normalizeManufacturer(inside)).toEqual({ name: inside, exact: true, known: false });
      }),
    );
  });
});

describe('detectManufacturer: order of evidence', () => {
  it('always returns one plain sentence, and marks only supported vendors as known', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('Dell', 'HPE', 'Latitude', 'MR44', '7XK2P93', 'Q2AB-CDEF-1234'),
    );
    fc.assert(
      fc.property(text, text, text, (given, model, identifier) => {
        const detected = detectManufacturer({ given, model, identifier });
        expect(detected.sentence.endsWith('.')).toBe(true);
        expect(detected.known).toBe(names.includes(detected.manufacturer ?? ''));
        expect(detected.evidence === null).toBe(detected.manufacturer === null);
        const conflict = findConflictingManufacturer({ given, model, identifier });
        if (conflict !== null) expect(conflict).not.toBe(detected.manufacturer);
      }),
      { numRuns: 3000 },
    );
  });
});
