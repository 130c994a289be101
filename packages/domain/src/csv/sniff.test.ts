import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CsvError } from './csv-error.ts';
import { delimiters, sampleBytes, sniff, sniffText } from './sniff.ts';
import { writeCsv } from './write.ts';

const formOf = (text: string) => sniffText(text, true);

describe('the delimiter', () => {
  it.each([
    ['a;b;c\n1,5;2,5;3,5\n', ';'],
    ['a;b\n1,2,3,4,5;x\n1,2,3,4,5;x\n', ';'],
    ['a\tb\nx, y, z; w\tq\n', '\t'],
    ['a|b|c\n1|2|3\n', '|'],
    ['a,b\n"1;2;3","4;5"\n', ','],
    ['"a;b;c;d",e\n1,2\n', ','],
    ['a,b,c\n1,2\n1,2,3,4\n1,2,3\n', ','],
    ['Last, First;Street, Zip, City\nDoe, Jo;Way, 1, Bonn\n', ';'],
    ['a, b, c\n1, 2, 3\n', ','],
    ['Serial\nABC1234\n', ','],
    ['\n\r\n\ra;b\n\n\n1,2;3\r\r', ';'],
    ['', ','],
    ['Asset report 2026\nSerial;Model;Maker\n7XK2P93;Latitude 5440;Dell\n5TQ8R14;Latitude 5440;Dell\n', ';'],
  ])('of %j is %j', (text, delimiter) => expect(formOf(text).delimiter).toBe(delimiter));

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

  it.each([
    ['sep=;\na,b;c\n', ';'],
    ['SEP=|\r\na|b\r\n', '|'],
    ['"sep=\t"\ra\tb\r', '\t'],
  ])('is declared by the first line of %j', (text, delimiter) => {
    expect(formOf(text)).toMatchObject({ delimiter, hasSeparatorLine: true });
  });

  it('is detected if the first line declares an unsupported one', () => {
    expect(formOf('sep=:\na;b\n1;2\n')).toMatchObject({ delimiter: ';', hasSeparatorLine: true });
    expect(formOf('separator=,\na,b\n')).toMatchObject({ delimiter: ',', hasSeparatorLine: false });
  });
});

describe('the header row', () => {
  it.each([
    ...[
      'Serial\n7XK2P93\n',
      'Tag\n7XK2P93\n',
      'Foo,Bar\n7XK2P93,x\n',
      'serviceTag\n',
      'Column1\n7XK2P93\n5TQ8R14\n',
    ],
    ...['SERIAL1\n7XK2P93\n', 'Name,2023,2024\na,1,2\n', 'Serial,7XK2P93\nx,5TQ8R14\n', 'a,b\n1,2\n'],
  ])('is found in %j', (text) => expect(formOf(text).hasHeader).toBe(true));

  it.each([
    ...['7XK2P93\n5TQ8R14\n', '7XK2P93', 'PC-1,7XK2P93\nPC-2,5TQ8R14\n', 'a,2024-01-05\nb,2024-01-06\n'],
    ...[
      '12542331601\n12542331602\n',
      '5CG2140XYZ;HP\n5CG2141XYZ;HP\n',
      '7xk2p93\n5tq8r14\n',
      'a@b.org,x\nc@d.org,y\n',
    ],
  ])('is missing in %j', (text) => expect(formOf(text).hasHeader).toBe(false));
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
