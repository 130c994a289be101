import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { detectManufacturer } from '../detect-manufacturer.ts';
import { readIdentifier } from '../identifiers.ts';
import { manufacturers, otherManufacturers } from '../manufacturer-data.ts';
import { isPlainSerial, manufacturerOfPlainSerial } from './plain-serial.ts';

const capitals = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.split('');
const anySerial = fc.string({ unit: fc.constantFrom(...capitals), minLength: 7, maxLength: 20 });
const digits = fc.string({ unit: fc.constantFrom(...'0123456789'.split('')), minLength: 7, maxLength: 8 });
const word = fc.constantFrom(
  ...manufacturers.flatMap(({ aliases, families }) => [...aliases, ...families]),
  ...otherManufacturers,
);
const wordAndMore = fc
  .tuple(word, anySerial)
  .map(([name, more]) => (name.toUpperCase() + more).replaceAll(' ', '').slice(0, 14));
const ciscoLike = fc
  .tuple(fc.stringMatching(/^[A-Z]{3}\d{4}$/), fc.stringMatching(/^[0-9A-Z]{4}$/))
  .map((parts) => parts.join(''));
const texts = fc.oneof(anySerial, digits, wordAndMore, ciscoLike);

describe('isPlainSerial', () => {
  it.each(['7XK2P93', '1234567', 'PF3ABCDE', '5CG4120ABC', 'FOC1728X1AB', 'ABCDEF1'])(
    'accepts %s',
    (text) => {
      expect(isPlainSerial(text)).toBe(true);
    },
  );

  it.each([
    ...['0000000', 'XXXXXXX', 'PROONE1', 'LATITUDE5440', 'OPTIPLEX7090', '12542331601', 'ABCDEFG', '7xk2p93'],
    ...['', 'AB12', 'Q2SM-0001-AAAA', '1.25E+10'],
  ])('rejects %j, which takes the slow path', (text) => expect(isPlainSerial(text)).toBe(false));

  it('agrees with readIdentifier for every manufacturer', () => {
    const property = fc.property(
      texts,
      fc.constantFrom({}, { manufacturer: 'Dell' }, { manufacturer: 'Lenovo' }),
      (text, options) => {
        fc.pre(isPlainSerial(text));
        expect(readIdentifier(text, options)).toEqual({ kind: 'serial', value: text });
      },
    );
    fc.assert(property, { numRuns: 3000 });
  });

  it('agrees with detectManufacturer about the manufacturer', () => {
    const property = fc.property(texts, (text) => {
      fc.pre(isPlainSerial(text));
      expect(manufacturerOfPlainSerial(text)).toEqual(detectManufacturer({ identifier: text }));
    });
    fc.assert(property, { numRuns: 3000 });
  });
});
