import { readFileSync } from 'node:fs';
import { dateFormatForm, type MonthLanguage, monthLanguages } from '@warranty/contracts/date-format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { readDateCell } from './date-cell.ts';
import { DateEvidence } from './date-evidence.ts';
import { type DateFormat, formatText, isoFormat, readDate, withLanguage, writeDate } from './dates.ts';

const path = `${import.meta.dirname}/dates.recorded.txt`;
it('returns what is recorded', () =>
  expect(replay(readFileSync(path, 'utf8'), { readDate, readDateCell, writeDate })).toMatchFileSnapshot(
    path,
  ));

const format = (pattern: string, order: DateFormat['order'] = null, tail = ''): DateFormat => ({
  pattern,
  tail,
  order,
});

describe('writeDate', () => {
  const patterns = [
    ...[
      'yyyy-mm-dd',
      'yyyy/m/d',
      'yyyymmdd',
      'd.m.yyyy',
      'dd.mm.yy',
      'd mmm yyyy',
      'dd-MMM-yy',
      'd mmm. yyyy',
    ],
    ...['mmm d, yyyy', 'mmmm dd yyyy', 'serial'],
  ].map((pattern) => format(pattern));
  const slashed = ['/', '-'].flatMap((mark) => [
    format(`dd${mark}mm${mark}yyyy`, 'dmy'),
    format(`d${mark}m${mark}yy`, 'dmy'),
    format(`mm${mark}dd${mark}yyyy`, 'mdy'),
    format(`m${mark}d${mark}yy`, 'mdy'),
  ]);
  const named = monthLanguages.flatMap((language) =>
    [
      ...[
        'd mmmm yyyy',
        'd. mmmm yyyy',
        'dd-mmm-yy',
        'd mmm. yyyy',
        'd.mmm.yyyy',
        'dd MMM yyyy',
        'mmmm d, yyyy',
      ],
      ...['d "de" mmmm "de" yyyy', 'd mmmm yyyy "r."'],
    ].map((pattern) => format(withLanguage(pattern, language))),
  );
  const tails = ['', 'T00:00:00Z', ' 00:00:00', ' 12:00:00 AM', ' UTC', ', 0:00 a.m.', ' 00:00:00.000+00:00'];

  it('writes what readDate reads back, in every format', () => {
    const formats = fc.tuple(fc.constantFrom(...patterns, ...slashed, ...named), fc.constantFrom(...tails));
    const days = fc.date({ min: new Date('1955-01-01'), max: new Date('2100-12-31'), noInvalidDate: true });
    const property = fc.property(formats, days, ([base, tail], date) => {
      const iso = date.toISOString().slice(0, 10);
      const written = { ...base, tail: base.pattern === 'serial' || base.pattern === 'yyyymmdd' ? '' : tail };
      expect(readDate(writeDate(iso, written), written)).toBe(iso);
    });
    fc.assert(property, { numRuns: 3000 });
  });
});

function decide(...cells: string[]) {
  const evidence = new DateEvidence();
  for (const cell of cells) {
    const date = readDateCell(cell);
    if (date !== null && date !== 'no-date') evidence.add(date);
  }
  return evidence.decide();
}

describe('DateEvidence', () => {
  it.each(
    monthLanguages.flatMap((language): [MonthLanguage, string][] =>
      ['d mmmm yyyy', 'dd-mmm-yyyy'].map((pattern) => [language, withLanguage(pattern, language)]),
    ),
  )('recognizes a year of names in %s as one format, %s', (_, pattern) => {
    const days = Array.from({ length: 12 }, (__, month) => `2023-${String(month + 1).padStart(2, '0')}-05`);
    const { format: decided, forms } = decide(...days.map((iso) => writeDate(iso, format(pattern))));
    expect([decided?.pattern, forms.length]).toEqual([pattern, 1]);
    expect(formatText(decided ?? isoFormat)).toMatch(dateFormatForm);
  });

  it('limits the number of formats', () => {
    const cells = Array.from(
      { length: 500 },
      (_, index) => `2023-01-05T00:00:00.${'1'.repeat(1 + (index % 9))}Z`,
    );
    expect(
      decide(...cells, ...cells.map((cell) => cell.replaceAll('-', '/'))).forms.length,
    ).toBeLessThanOrEqual(32);
  });

  it('has no format without a date', () => {
    expect(decide()).toMatchObject({ count: 0, format: null, order: 'fixed', forms: [] });
  });

  it('returns the plain format for plain ISO dates', () => {
    const evidence = new DateEvidence();
    evidence.addIso();
    expect(evidence.decide().format).toEqual(isoFormat);
  });
});
