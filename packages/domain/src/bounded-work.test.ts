import { describe, expect, it } from 'vitest';
import { slowness, threadMs } from '../../../harness/machine-speed.ts';
import { profilesOf } from '../test/csv.ts';
import { nameColumns } from './csv/columns.ts';
import { csvLimits } from './csv/csv-error.ts';
import { repair } from './csv/damage.ts';
import { readDate } from './csv/dates.ts';
import { planEnrichment } from './csv/enrich.ts';
import { isFormula } from './csv/formula-guard.ts';
import { detectMapping } from './csv/mapping.ts';
import { sampleBytes, sniff } from './csv/sniff.ts';
import { detectManufacturer, findConflictingManufacturer } from './detect-manufacturer.ts';
import { compareScans } from './device-identity/compare.ts';
import { readIdentifier } from './identifiers.ts';
import type { Point } from './label/barcodes.ts';
import { candidatesIn } from './label/candidates.ts';
import { detailsOf } from './label/details.ts';
import type { TextLine } from './label/text.ts';
import { findColumns } from './prediction/asset-columns.ts';
import { readDescription } from './prediction/description.ts';

// Each function gets the largest input allowed, in the most expensive shapes. A client must not be able to block a process.
const maxMs = 50;
const maxRuns = 5;

/**
 * CPU time of this thread, so that other programs on the machine do not count, scaled by how much they slow it down. The first
 * run of the code and a garbage collection do, too, so that the fastest of a few runs counts.
 */
function timeOf(work: () => unknown, limitMs = maxMs): number {
  let fastest = Number.POSITIVE_INFINITY;
  for (let run = 0; run < maxRuns && fastest >= limitMs; run += 1) {
    const before = threadMs();
    work();
    const took = threadMs() - before;
    fastest = Math.min(fastest, took < limitMs ? took : took / slowness(threadMs));
  }
  return fastest;
}

const fill = (unit: string, length: number) => unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

const units = {
  ...{ letters: 'a', 'letters beyond ASCII': 'Ω', words: 'a ', capitals: 'aB', digits: '123 ', zeros: '0' },
  ...{ spaces: ' ', tabs: '\t a', dashes: '-', dots: '.', hashes: '#', quotes: '"', apostrophes: " '" },
  ...{ formulas: '="', labels: 'serial number: ', addresses: '@.', 'an HP each': 'hp ', brackets: '(_' },
  ...{
    Precisions: 'precision tower ',
    'endless marks': '\u0301\u0323',
    emoji: '\u{1F600}',
    dates: '1.1.20 ',
  },
};
const cells: [string, string][] = [
  ...Object.entries(units).map(([name, unit]): [string, string] => [name, fill(unit, csvLimits.cell)]),
  ['labels before quotes', `${'sn:'.repeat(1000)}x${"'".repeat(5000)}x`],
  ['a label that never ends', `sn${' '.repeat(16_000)}x${" '".repeat(8000)}`],
  ['dashes between letters', `a${'-'.repeat(csvLimits.cell - 2)}a`],
  ['combining marks in the wrong order', '\u0301'.repeat(16_000) + '\u0323'.repeat(16_000)],
];

describe('a cell of 32 KB', () => {
  it.each(cells)('is read as an identifier in 50 ms: %s', (_, cell) => {
    expect(timeOf(() => readIdentifier(cell))).toBeLessThan(maxMs);
  });

  it.each(cells)('gets its manufacturer detected in 50 ms: %s', (_, cell) => {
    expect(timeOf(() => detectManufacturer({ model: cell, identifier: cell }))).toBeLessThan(maxMs);
    expect(timeOf(() => findConflictingManufacturer({ given: cell, model: 'x' }))).toBeLessThan(maxMs);
  });

  it.each(cells)('is repaired, guarded and read as a date in 50 ms: %s', (_, cell) => {
    const work = () => [repair(cell, { width: 7, isRounded: true }), isFormula(`=${cell}`), readDate(cell)];
    expect(timeOf(work)).toBeLessThan(maxMs);
  });
});

describe('a sample of 64 KB', () => {
  const separated = { lines: 'a\n', 'line ends': '\r\n', cells: 'a,', 'empty cells': ',', mail: 'a@b.c,' };
  const quoted = {
    'quoted cells': '"a",',
    'stray quotes': '"a"b',
    tags: '7XK2P93,',
    'all marks': ';a|b\tc,',
  };
  const samples = Object.entries({ ...units, ...separated, ...quoted });

  it.each(samples)('is sniffed in 50 ms: %s', (_, unit) => {
    const bytes = new TextEncoder().encode(fill(unit, sampleBytes)).subarray(0, sampleBytes);
    const behind = new TextEncoder().encode(`q,${fill(unit, sampleBytes / 4)} x`);
    expect(timeOf(() => sniff(bytes))).toBeLessThan(maxMs);
    expect(timeOf(() => sniff(behind))).toBeLessThan(maxMs);
  });
});

describe('a header row of 500 columns', () => {
  const row = (cell: string) => new Array<string>(csvLimits.columns).fill(cell);
  const profiles = profilesOf(csvLimits.columns, [row('7XK2P93')]);

  it.each([
    ['all of them equal', row('x')],
    ['half of them numbered', row('x').map((name, index) => (index % 2 === 0 ? name : `x (${index + 1})`))],
  ])('gets its columns named in 50 ms: %s', (_, headers) => {
    expect(timeOf(() => nameColumns(headers))).toBeLessThan(maxMs);
  });

  it.each([
    ['words', 'a '],
    ['almost a known name', 'seria l '],
    ['capitals', 'aB'],
    ['letters beyond ASCII', 'Ω '],
    ['marks', '\u0301\u0323'],
  ])('is mapped in 50 ms: %s', (_, unit) => {
    const columns = nameColumns(row('').map((_, index) => `${fill(unit, 400)} ${index}`));
    expect(timeOf(() => detectMapping(columns, profiles))).toBeLessThan(maxMs);
  });

  it('gets new columns in 50 ms', () => {
    const headers = row('').map((_, index) => (index === 0 ? 'Service Tag' : `Service Tag (${index + 1})`));
    const plan = () => planEnrichment({ columns: nameColumns(headers), mapping: {}, fillBlankFields: true });
    expect(timeOf(plan)).toBeLessThan(maxMs);
  });

  it('gets its columns named in linear time: long headers that are all alike', () => {
    // 16 million characters: comparing all pairs would take a minute.
    expect(
      nameColumns(row(fill('x', csvLimits.cell)))
        .at(-1)
        ?.name.endsWith(' (500)'),
    ).toBe(true);
  });
});

describe('a description of 4,000 characters', () => {
  it.each(cells)('is read in 50 ms: %s', (_, cell) => {
    expect(timeOf(() => readDescription(cell.slice(0, 4000)))).toBeLessThan(maxMs);
  });
});

describe('a photo of 40 lines', () => {
  const line = (text: string, y: number): TextLine => ({
    symbols: [...text].map((char, index) => ({
      choices: [{ char, probability: 0.9 }],
      at: index / text.length,
    })),
    corners: [
      { x: 0, y },
      { x: 1000, y },
      { x: 1000, y: y + 10 },
      { x: 0, y: y + 10 },
    ],
  });
  const lower = ({ symbols, corners }: TextLine): TextLine => {
    const [a, b, c, d] = corners.map(({ x, y }) => ({ x, y: y + 20 })) as [Point, Point, Point, Point];
    return { symbols, corners: [a, b, c, d] };
  };
  const photo = (unit: string) => Array.from({ length: 40 }, (_, index) => line(fill(unit, 100), index * 20));

  it.each(['7XK2P93 16843265247 ', 'Service Tag: 7XK2P93 ', 's/n ', 'Express Service Code 168 432 652 47 '])(
    'is searched in a second: %s',
    { timeout: 60_000 },
    (unit) => {
      const work = () => [candidatesIn([photo(unit)]), detailsOf(photo(unit))];
      expect(timeOf(work, 1000)).toBeLessThan(1000);
    },
  );

  it('still gives the matching pair if a label identifies it', () => {
    const label = line('Service Tag: 7XK2P93 Express Service Code: 17266578519', 0);
    const [first] = candidatesIn([[...photo('8XK2P94 16843265247 ').map(lower), label]]);
    expect(first).toMatchObject({ serialNumber: '7XK2P93', proof: 'express-service-code', hasLabel: true });
  });
});

describe('rows that share no columns', () => {
  it('are read in half a second', () => {
    const rows = Array.from({ length: 4000 }, (_, index) => ({
      [`a${index}`]: 'x',
      [`b${index}`]: '2020-01-01',
    }));
    expect(timeOf(() => findColumns(rows), 500)).toBeLessThan(500);
  });
});

describe('two scans of 10,000 devices', () => {
  const scan = (network: number, own: (at: number) => object = () => ({})) =>
    Array.from({ length: 10_000 }, (_, index) => ({
      ...{
        ip: `10.${network}.${index >> 8}.${index & 255}`,
        hostname: null,
        mac: null,
        serial: null,
        uuid: null,
      },
      ...own(index),
    }));
  const proven = (at: number) => ({ hostname: `pc${at}`, serial: `AB${at}`, mac: null });

  it.each([
    ['different addresses', scan(1), scan(2)],
    ['the same addresses', scan(1), scan(1)],
    ['a single address', scan(1, () => ({ ip: '10.0.0.1' })), scan(1, () => ({ ip: '10.0.0.1' }))],
    ['devices identified by serial', scan(1, proven), scan(2, proven)],
  ])('are compared in 60 ms: %s', (_, before, now) => {
    expect(timeOf(() => compareScans(before, now))).toBeLessThan(60);
  });
});
