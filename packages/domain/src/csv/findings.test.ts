import { describe, expect, it } from 'vitest';
import { nameColumns } from './columns.ts';
import { findingsOf } from './findings.ts';
import { createProfiler } from './profile.ts';
import type { Sniffed } from './sniff.ts';

const form: Sniffed = {
  ...{
    encoding: 'utf-8',
    bom: false,
    certain: false,
    delimiter: ';',
    hasSeparatorLine: false,
    hasHeader: true,
  },
};

function messagesOf(rows: string[][], more: Partial<Sniffed> = {}): string[] {
  const columns = nameColumns(['Serial', 'Bought']);
  const profiler = createProfiler(columns.length);
  for (const cells of rows) profiler.add(cells);
  const found = findingsOf({
    form: { ...form, ...more },
    encoding: 'windows-1252',
    columns,
    profiles: profiler.profiles(),
    mapping: { modelNumber: 'Serial', purchaseDate: 'Bought' },
  });
  return found.map(({ kind, message }) => `${kind}: ${message}`);
}

describe('findingsOf', () => {
  it('reports how the file was read', () => {
    expect(messagesOf([['7XK2P93', '2024-01-05']])).toEqual([
      'form: Read as windows-1252, separated by semicolons.',
    ]);
    expect(messagesOf([], { hasHeader: false, delimiter: '\t' })).toEqual([
      'form: Read as windows-1252, separated by tabs. It has no header row, so the first row is data.',
    ]);
  });

  it('reports what Excel did to the identifiers', () => {
    const [, ...damage] = messagesOf([
      ['="7XK2P93"'],
      ['="5TQ8R14"'],
      ["'5TQ8R14"],
      ['1.25E+10'],
      ['Mar-23'],
    ]);
    expect(damage).toEqual([
      'repaired: "Serial" has 2 identifiers wrapped in a formula (="…"); the value inside is looked up.',
      'repaired: "Serial" has 1 identifier with a leading apostrophe, which is ignored for the lookup.',
      'doubt: "Serial" has 1 identifier in scientific notation (1.25E+10); rows that lost digits are skipped.',
      'doubt: "Serial" has 1 identifier that Excel may have turned into dates.',
    ]);
  });

  it('reports an open or mixed order of dates', () => {
    expect(messagesOf([['a', '03/04/2024']])[1]).toBe(
      'doubt: "Bought" has 1 date that could be day-first or month-first; new dates are written as yyyy-mm-dd.',
    );
    expect(
      messagesOf([
        ['a', '31/12/2024'],
        ['b', '12/31/2024'],
      ])[1],
    ).toBe('doubt: "Bought" has 1 date with the day first and 1 with the month first.');
  });
});
