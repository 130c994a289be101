import { describe, expect, it } from 'vitest';
import { isoOf, monthOf } from './months.ts';
import { readSerialDate } from './serial-date.ts';

const now = monthOf('2026-11-15');
const months = (manufacturer: string | null, serial: string) =>
  readSerialDate(manufacturer, serial, now)?.candidates.map((month) => isoOf(month).slice(0, 7)) ?? [];

describe('readSerialDate', () => {
  it('reads the year and week of a Cisco serial number', () => {
    expect(months('cisco', 'FOC2451X0AB')).toEqual(['2020-12']);
    expect(months('cisco', 'FCW2116L0QZ')).toEqual(['2017-04']);
  });

  it('recognizes only a Cisco serial number without a manufacturer', () => {
    expect(months(null, 'FOC2451X0AB')).toEqual(['2020-12']);
    expect(months(null, '5CG1342XYZ')).toEqual([]);
  });

  it('returns every decade that an HP year digit can represent', () => {
    expect(months('hp', '5CG1342XYZ')).toEqual(['2011-08', '2021-08']);
    expect(months('hp', 'CND7291ABC')).toEqual(['2007-07', '2017-07']);
  });

  it('reads both Apple formats, and nothing from randomized serials', () => {
    expect(months('apple', 'C02Z62S1B6ZL')).toEqual(['2019-08']);
    expect(months('apple', 'C02C51S1B6ZL')).toEqual(['2010-02', '2020-02']);
    expect(months('apple', 'W8012345ABC')).toEqual(['2010-03']);
    expect(months('apple', 'PZSZNXVHDB')).toEqual([]);
  });

  it('reads a Dell PPID with and without dashes, and nothing from a service tag', () => {
    expect(months('dell', 'CN-0ABCDE-12345-6BQ-0123')).toEqual(['2006-11', '2016-11', '2026-11']);
    expect(months('dell', 'CN0ABCDE1234596R0123A00')).toEqual(['2009-06', '2019-06']);
    expect(months('dell', '7XK2P93')).toEqual([]);
  });

  it('rejects weeks that do not exist and future dates', () => {
    expect(months('cisco', 'FOC2460X0AB')).toEqual([]);
    expect(months('cisco', 'FOC4001X0AB')).toEqual([]);
    expect(months('hp', '5CG1992XYZ')).toEqual([]);
  });
});
