import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createDecoder } from './decoder.ts';
import { type SniffedEncoding, sniffEncoding } from './encoding.ts';

const bytesOf = (...values: number[]) => Uint8Array.from(values);
const utf8 = (text: string) => new TextEncoder().encode(text);

function utf16(text: string, isLittle: boolean, hasMark: boolean): Uint8Array {
  const units = [
    ...(hasMark ? [0xfeff] : []),
    ...Array.from({ length: text.length }, (_, index) => text.charCodeAt(index)),
  ];
  return Uint8Array.from(
    units.flatMap((unit) => (isLittle ? [unit & 255, unit >> 8] : [unit >> 8, unit & 255])),
  );
}

function decode(bytes: Uint8Array, form: SniffedEncoding, pieces: readonly number[]): [string, string] {
  const decoder = createDecoder(form);
  let text = '';
  let start = 0;
  for (const size of pieces) {
    text += decoder.decode(bytes.slice(start, start + size));
    start += size;
  }
  text += decoder.decode(bytes.slice(start));
  return [text + decoder.end(), decoder.encoding];
}

describe('sniffEncoding', () => {
  it.each([
    ['ASCII', utf8('a,b'), { encoding: 'utf-8', bom: false, certain: false }],
    ['nothing', bytesOf(), { encoding: 'utf-8', bom: false, certain: false }],
    ['UTF-8', utf8('é'), { encoding: 'utf-8', bom: false, certain: true }],
    ['UTF-8 with a mark', utf8('\uFEFFa'), { encoding: 'utf-8', bom: true, certain: true }],
    [
      'UTF-8 cut within a character',
      utf8('é東').slice(0, 4),
      { encoding: 'utf-8', bom: false, certain: true },
    ],
    ['UTF-16 LE', utf16('a,b', true, true), { encoding: 'utf-16le', bom: true, certain: true }],
    ['UTF-16 BE', utf16('a,b', false, true), { encoding: 'utf-16be', bom: true, certain: true }],
    [
      'UTF-16 LE without a mark',
      utf16('a,bé', true, false),
      { encoding: 'utf-16le', bom: false, certain: true },
    ],
    [
      'UTF-16 BE without a mark',
      utf16('a,bé', false, false),
      { encoding: 'utf-16be', bom: false, certain: true },
    ],
    ['windows-1252', bytesOf(90, 0xfc, 114), { encoding: 'windows-1252', bom: false, certain: true }],
    ['a lone lead byte', bytesOf(65, 0xe9), { encoding: 'utf-8', bom: false, certain: false }],
    ['overlong UTF-8', bytesOf(0xc0, 0xaf, 65), { encoding: 'windows-1252', bom: false, certain: true }],
  ] as const)('recognizes %s', (_, bytes, form) => expect(sniffEncoding(bytes)).toEqual(form));
});

describe('createDecoder', () => {
  const undecided: SniffedEncoding = { encoding: 'utf-8', bom: false, certain: false };

  it('decides by the first non-ASCII character, however late it occurs', () => {
    const ascii = utf8('a,b\n'.repeat(1000));
    const latin = new Uint8Array([...ascii, 0xe9, 10, 0x80]);
    expect(decode(latin, undecided, [4001])).toEqual([`${'a,b\n'.repeat(1000)}é\n€`, 'windows-1252']);
    const unicode = new Uint8Array([...ascii, ...utf8('é€')]);
    expect(decode(unicode, undecided, [4001])).toEqual([`${'a,b\n'.repeat(1000)}é€`, 'utf-8']);
    expect(decode(bytesOf(65, 0xe9), undecided, [1])).toEqual(['Aé', 'windows-1252']);
  });

  it('handles a buffer that the caller reuses', () => {
    const decoder = createDecoder(undecided);
    const buffer = Buffer.from([65, 0xc3]);
    const first = decoder.decode(buffer);
    buffer.set([0xa9, 66]);
    expect(first + decoder.decode(buffer) + decoder.end()).toBe('AéB');
  });

  it('reads the same in chunks that split characters', () => {
    const texts = fc.string({
      unit: fc.constantFrom('a', ',', '\n', 'é', '東', '😀', '\uFEFF'),
      maxLength: 20,
    });
    const encoders = fc.constantFrom(
      (text: string) => utf8(text),
      (text: string) => utf8(`\uFEFF${text}`),
      (text: string) => utf16(text, true, true),
      (text: string) => utf16(text, false, true),
      (text: string) => Uint8Array.from([...text].map((letter) => (letter === 'a' ? 97 : 0xe9))),
    );
    const property = fc.property(
      texts,
      encoders,
      fc.array(fc.nat(5), { maxLength: 30 }),
      (text, encode, pieces) => {
        const bytes = encode(text);
        for (const form of [sniffEncoding(bytes), undecided]) {
          expect(decode(bytes, form, pieces)).toEqual(decode(bytes, form, []));
        }
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });
});
