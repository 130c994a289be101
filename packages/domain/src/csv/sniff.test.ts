import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { CsvError } from './csv-error.ts';
import { delimiters, sampleBytes, sniff, sniffText } from './sniff.ts';
import { writeCsv } from './write.ts';

const formOf = (text: string) => sniffText(text, true);

const path = `${import.meta.dirname}/sniff.recorded.txt`;
it('recognizes what is recorded', () =>
  expect(replay(readFileSync(path, 'utf8'), { formOf })).toMatchFileSnapshot(path));

describe('the delimiter', () => {
  it('is found in every file with two or more columns', () => {
    const word = fc.stringMatching(/^[A-Za-z]{3,8}$/);
    const cell = fc.oneof(
      word,
      fc.string({ unit: fc.constantFrom('a', ' ', ',', ';', '|', '\n', '"', '.', '1') }),
    );
    const table = fc
      .integer({ min: 2, max: 6 })
      .chain((width) =>
        fc.tuple(
          fc.array(word, { minLength: width, maxLength: width }),
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 10 }),
        ),
      );
    const property = fc.property(table, fc.constantFrom(...delimiters), ([header, rows], delimiter) => {
      expect(formOf(writeCsv([header, ...rows], { delimiter, raw: true })).delimiter).toBe(delimiter);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

describe('sniff', () => {
  it('uses only the first bytes', () => {
    const long = new TextEncoder().encode(`Serial;Notes\n${'7XK2P93;a,b,c\n'.repeat(10_000)}`);
    const form = { encoding: 'utf-8', bom: false, certain: false, delimiter: ';', hasSeparatorLine: false };
    expect(sniff(long)).toEqual({ ...form, hasHeader: true });
    expect(sniff(long.subarray(0, sampleBytes))).toEqual({ ...form, hasHeader: true });
  });

  it("uses the user's choices, and detects the rest based on them", () => {
    const bytes = new TextEncoder().encode('7XK2P93;Dell, Inc.\n5TQ8R14;Dell, Inc.\n');
    const form = sniff(bytes, { encoding: 'windows-1252', delimiter: ',' });
    expect(form).toMatchObject({ encoding: 'windows-1252', certain: true, bom: false, delimiter: ',' });
    expect(form.hasHeader).toBe(true);
    expect(sniff(bytes, { encoding: 'utf-8' })).toMatchObject({
      certain: true,
      delimiter: ';',
      hasHeader: false,
    });
  });

  it.each([
    [0x50, 0x4b, 3, 4],
    [0xd0, 0xcf, 0x11, 0xe0],
  ])('rejects a workbook', (...bytes) => {
    expect(() => sniff(Uint8Array.from([...bytes, 0, 0]))).toThrow(CsvError);
  });
});
