import { dateFormatForm, type MonthLanguage, monthLanguages } from '@warranty/contracts/date-format';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDateCell } from './date-cell.ts';
import { DateEvidence } from './date-evidence.ts';
import { type DateFormat, formatText, isoFormat, readDate, withLanguage, writeDate } from './dates.ts';

const format = (pattern: string, order: DateFormat['order'] = null, tail = ''): DateFormat => ({
  pattern,
  tail,
  order,
});

describe('readDate', () => {
  it.each([
    ['2027-03-31', '2027-03-31'],
    [' 2027-03-31 ', '2027-03-31'],
    ['2027-3-1', '2027-03-01'],
    ['2027/03/31', '2027-03-31'],
    ['2027-03-31T23:59:59Z', '2027-03-31'],
    ['2027-03-31T00:00:00.000+02:00', '2027-03-31'],
    ['2024-02-01 08:15:00.0000000', '2024-02-01'],
    ['31/03/2027', '2027-03-31'],
    ['03/31/2027', '2027-03-31'],
    ['3/31/27', '2027-03-31'],
    ['31.3.2027', '2027-03-31'],
    ['01.02.2027', '2027-02-01'],
    ['05/05/2027', '2027-05-05'],
    ['31-12-2024 00:00', '2024-12-31'],
    ['12/31/2025 12:00:00 AM', '2025-12-31'],
    ['31 Mar 2027', '2027-03-31'],
    ['31-MAR-27', '2027-03-31'],
    ['1 September 2027', '2027-09-01'],
    ['Mar 13, 2027 UTC', '2027-03-13'],
    ['March 3, 2027', '2027-03-03'],
    ['Sept 3 2027', '2027-09-03'],
    ['11. März 2019', '2019-03-11'],
    ['11.Mrz.2019', '2019-03-11'],
    ['5. Jänner 2020 08:15', '2020-01-05'],
    ['11. maerz 2019', '2019-03-11'],
    ['1er mars 2020', '2020-03-01'],
    ['12 févr. 2020', '2020-02-12'],
    ['12 fevrier 2020', '2020-02-12'],
    ['31 août 2021', '2021-08-31'],
    ['1º gennaio 2021', '2021-01-01'],
    ['7-mag-21', '2021-05-07'],
    ['3 de mayo de 2020', '2020-05-03'],
    ['3 de mayo del 2020', '2020-05-03'],
    ['03-ene.-2020', '2020-01-03'],
    ['1 setiembre 2020', '2020-09-01'],
    ['15 de março de 2022', '2022-03-15'],
    ['15/out/2022', '2022-10-15'],
    ['4 mei 2018', '2018-05-04'],
    ['4 mrt. 2018', '2018-03-04'],
    ['11 marca 2019', '2019-03-11'],
    ['11 MARCA 2019', '2019-03-11'],
    ['11 marca 2019 r.', '2019-03-11'],
    ['30 wrzesnia 2019', '2019-09-30'],
    ['5 paź 2019', '2019-10-05'],
    // The accent is a character of its own.
    ['11. Ma\u0308rz 2019', '2019-03-11'],
    ['20270331', '2027-03-31'],
    ['45000', '2023-03-15'],
    ['45000.75', '2023-03-15'],
    ['29/02/2024', '2024-02-29'],
    ['1/1/70', '1970-01-01'],
    ['1/1/69', '2069-01-01'],
  ])('reads %s', (cell, iso) => expect(readDate(cell)).toBe(iso));

  it.each([
    ...['', 'soon', '36 months', '0000-00-00', '0000-00-00 00:00:00', '0001-01-01', '1/1/0001 12:00:00 AM'],
    ...[
      '1900-01-01',
      '01/01/1900',
      '1/0/1900',
      '1899-12-30',
      '00/00/00',
      '2027-02-30',
      '31/04/2027',
      '13/13/2027',
    ],
    ...[
      '03/04/2027',
      '1-2-3',
      '192.168.0.1',
      '10.0.0.1',
      '2027',
      '123456',
      '9999-12-31',
      '2027-03-31x',
      '31 Foo 2027',
      '31. Februar 2027',
      '11. März',
      'März 2019',
      '3 de foo de 2020',
    ],
    ...['2027-03-31T25', '1/2/345', 'Mar-23', '99999'],
  ])('finds no date in %j', (cell) => expect(readDate(cell)).toBeNull());

  it("uses the column's order, unless the cell itself shows it", () => {
    expect(readDate('03/04/2027', format('dd/mm/yyyy', 'dmy'))).toBe('2027-04-03');
    expect(readDate('03/04/2027', format('mm/dd/yyyy', 'mdy'))).toBe('2027-03-04');
    expect(readDate('31/04/2027', format('mm/dd/yyyy', 'mdy'))).toBeNull();
    expect(readDate('03/31/2027', format('dd/mm/yyyy', 'dmy'))).toBe('2027-03-31');
  });

  it.each([
    // No month is the thirteenth, and the twelfth may be one.
    ['13/04/2027', '2027-04-13'],
    ['04/13/2027', '2027-04-13'],
    ['12/04/2027', null],
    ['04/12/2027', null],
  ])('knows the order of %s by its numbers only if one of them is no month', (cell, iso) => {
    expect(readDate(cell)).toBe(iso);
    for (const order of ['dmy', 'mdy'] as const)
      if (iso !== null) expect(readDate(cell, format('dd/mm/yyyy', order))).toBe(iso);
  });
});

describe('writeDate', () => {
  it.each([
    ['yyyy-mm-dd', '2027-03-05'],
    ['dd/mm/yyyy', '05/03/2027'],
    ['m/d/yy', '3/5/27'],
    ['d mmm yyyy', '5 Mar 2027'],
    ['dd-MMM-yy', '05-MAR-27'],
    ['mmmm d, yyyy', 'March 5, 2027'],
    ['yyyymmdd', '20270305'],
    ['serial', '46451'],
    ['[$-de]d. mmmm yyyy', '5. März 2027'],
    ['[$-de]dd. MMM yyyy', '05. MÄR 2027'],
    ['[$-fr]d mmm. yy', '5 mars. 27'],
    ['[$-es]d "de" mmmm "de" yyyy', '5 de marzo de 2027'],
    ['[$-pl]d mmmm yyyy "r."', '5 marca 2027 r.'],
  ])('writes %s', (pattern, text) => expect(writeDate('2027-03-05', format(pattern))).toBe(text));

  it('writes a four-digit year if two digits would be ambiguous', () => {
    expect(writeDate('2099-12-31', format('dd.mm.yy'))).toBe('31.12.2099');
  });

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
  it.each([
    [['31/12/2023', '05/06/2023'], 'dd/mm/yyyy', 'decided'],
    [['12/31/2023', '5/6/2023'], 'm/d/yyyy', 'decided'],
    [['31-Dec-23', '05-Jun-23'], 'dd-mmm-yy', 'fixed'],
    [['05-JUN-2023'], 'dd-MMM-yyyy', 'fixed'],
    [['1.2.2023', '3.4.2023'], 'd.m.yyyy', 'fixed'],
    [['2023/1/5'], 'yyyy/m/d', 'fixed'],
    [['03/04/2023', '04/05/2023'], 'yyyy-mm-dd', 'open'],
    [['05/05/2023', '06/06/2023'], 'yyyy-mm-dd', 'fixed'],
    [['31/12/2023', '12/31/2023'], 'yyyy-mm-dd', 'mixed'],
    [['31/12/2023', '30/12/2023', '29/12/2023', '12/31/2023'], 'yyyy-mm-dd', 'mixed'],
    [[...Array<string>(40).fill('31/12/2023'), '12/31/2023'], 'dd/mm/yyyy', 'mixed'],
    [['June 5, 2023', 'May 13, 2024'], 'mmmm d, yyyy', 'fixed'],
    [['May 5, 2024'], 'mmm d, yyyy', 'fixed'],
    [['11. März 2019', '1. April 2020', '5. Mai 2021'], '[$-de]d. mmmm yyyy', 'fixed'],
    [['1. April 2020', '2. August 2020'], 'd. mmmm yyyy', 'fixed'],
    [['04-mrt-2018', '05-jan-2018'], '[$-nl]dd-mmm-yyyy', 'fixed'],
    [['3 de mayo de 2020', '12 de enero de 2020'], '[$-es]d "de" mmmm "de" yyyy', 'fixed'],
    [['11 marca 2019 r.'], '[$-pl]dd mmmm yyyy "r."', 'fixed'],
    [['févr. 5, 2023', 'oct. 5, 2023'], '[$-fr]mmm. d, yyyy', 'fixed'],
  ])('decides the format of %j', (cells, pattern, order) => {
    const decided = decide(...cells);
    expect([decided.format?.pattern, decided.order]).toEqual([pattern, order]);
  });

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

  it('counts clear and ambiguous dates', () => {
    const { dayFirst, monthFirst, ambiguous, count } = decide(
      '31/12/2023',
      '01/02/2023',
      '03/03/2023',
      '2023-01-05',
    );
    expect({ dayFirst, monthFirst, ambiguous, count }).toEqual({
      dayFirst: 1,
      monthFirst: 0,
      ambiguous: 1,
      count: 4,
    });
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
