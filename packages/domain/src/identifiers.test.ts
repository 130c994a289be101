import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../test/recorded.ts';
import {
  expressServiceCode,
  type Identifier,
  isPlaceholder,
  readIdentifier,
  tagOfExpressCode,
} from './identifiers.ts';

const path = `${import.meta.dirname}/identifiers.recorded.txt`;
it('returns what is recorded', () =>
  expect(
    replay(readFileSync(path, 'utf8'), {
      expressServiceCode,
      isPlaceholder,
      readIdentifier,
      tagOfExpressCode,
    }),
  ).toMatchFileSnapshot(path));

const serial = (value: string): Identifier => ({ kind: 'serial', value });

const placeholders = [
  ...[
    'To Be Filled By O.E.M.',
    'System Serial Number',
    'Default string',
    'Not Specified',
    'None',
    'N/A',
    'INVALID',
    '0',
  ],
  ...[
    '0000000',
    '0000-0000',
    'XXXXXXX',
    'xxxx-xxxx',
    '123456789',
    '0123456789',
    '1234567890',
    'Unknown',
    'DEFAULT',
  ],
  ...['VMware-56 4d 3a 2b 1c 0d', 'VirtualBox-4f3a2b1c', 'VMware', '4C4C4544-0035-5210-8044-B7C04F503733'],
  ...[
    '{4c4c4544-0035-5210-8044-b7c04f503733}',
    '4C4C4544003552108044B7C04F503733',
    '---',
    '...',
    '1.25E+10',
    '1.25E10',
  ],
];

describe('a placeholder', () => {
  it('is rejected in any case, spacing and spreadsheet wrapping, for any manufacturer', () => {
    const dressed = fc
      .tuple(
        fc.constantFrom(...placeholders),
        fc.func(fc.boolean()),
        fc.constantFrom(
          (text: string) => text,
          (text: string) => ` ${text}\u200B `,
          (text: string) => `'${text}`,
          (text: string) => `="${text}"`,
          (text: string) => `\uFEFF${text} (spare)`,
        ),
      )
      .map(([text, upper, wrap]) =>
        wrap(
          [...text]
            .map((letter, place) => (upper(place) ? letter.toUpperCase() : letter.toLowerCase()))
            .join(''),
        ),
      );
    const manufacturer = fc.constantFrom({}, { manufacturer: 'Dell' }, { manufacturer: 'HP' });
    fc.assert(
      fc.property(dressed, manufacturer, (text, options) => {
        expect(readIdentifier(text, options).kind).toBe('placeholder');
      }),
      { numRuns: 2000 },
    );
  });
});

describe('an express service code', () => {
  const characters = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
  const tagOf = (length: number) =>
    fc.string({ unit: fc.constantFrom(...characters), minLength: length, maxLength: length });

  it('converts back to the same tag for every plausible tag', () => {
    const plausible = fc.oneof(
      tagOf(7).filter((tag) => !tag.startsWith('00')),
      tagOf(5).filter((tag) => !tag.startsWith('0')),
    );
    fc.assert(
      fc.property(plausible, (tag) => {
        expect(tagOfExpressCode(expressServiceCode(tag) ?? '')).toBe(tag);
      }),
      { numRuns: 5000 },
    );
    expect(expressServiceCode('5rfdp01')).toBe('12542331601');
    expect(
      ['ZZZZZZZ', '0100000', '10000', 'ZZZZZ'].map((tag) => tagOfExpressCode(expressServiceCode(tag) ?? '')),
    ).toEqual([...['ZZZZZZZ', '0100000', '10000', 'ZZZZZ']]);
  });
});

describe('normalization', () => {
  const pieces = fc.constantFrom(
    ...[
      '7XK2P93',
      '5cg',
      'Q2AB-CDEF-1234',
      '12542331601',
      '125-',
      '423',
      ' ',
      ' ',
      "'",
      '="',
      '"',
      '_',
      '(',
      ')',
      '-',
      '.',
      '/',
    ],
    ...[
      'HP',
      'XPS',
      'Latitude',
      'old',
      '0',
      'X',
      '\uFEFF',
      '\u200B',
      'é',
      'sn:',
      'C9300',
      'MR44',
      'E+',
      'ﬁ',
      'ß',
    ],
  );
  const typed = fc.oneof(
    fc.string(),
    fc.array(pieces, { maxLength: 7 }).map((parts) => parts.join('')),
  );
  const options = fc.constantFrom({}, { manufacturer: 'Dell' }, { manufacturer: 'HP' });

  it('is idempotent', () => {
    fc.assert(
      fc.property(typed, options, (input, choice) => {
        const read = readIdentifier(input, choice);
        if ('value' in read) expect(readIdentifier(read.value, choice)).toEqual(serial(read.value));
        if ('text' in read) expect(readIdentifier(read.text, choice)).toEqual(read);
      }),
      { numRuns: 10_000 },
    );
  });

  it('only returns serials in the documented format', () => {
    fc.assert(
      fc.property(typed, options, (input, choice) => {
        const read = readIdentifier(input, choice);
        if (!('value' in read)) return;
        expect(read.value).toMatch(
          /^(?=.*\d)[0-9A-Z./-]{4,40}$|^[A-Z]{7,14}$|^[0-9A-Z]{10}#[0-9A-Z#]{5,12}$/,
        );
        expect(isPlaceholder(read.value)).toBe(false);
      }),
      { numRuns: 5000 },
    );
  });
});
