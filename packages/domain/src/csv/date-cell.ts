import { dateTail, type MonthLanguage } from '@warranty/contracts/date-format';
import { findMonth, type MonthName } from './month-names.ts';

/** A date as written in a cell, before the order of day and month in the column is known. */
export interface DateCell {
  year: number;
  /** Day and month; which is which is unknown if `order` is null. */
  first: number;
  second: number;
  order: 'dmy' | 'mdy' | null;
  /**
   * The pattern of the date: yyyy or yy, mmm or mmmm for a name, @ for a name that is not abbreviated, d and m for numbers,
   * # if the order is unknown.
   */
  pattern: string;
  /** The languages that have this name for the month; none if it is a number. */
  languages: readonly MonthLanguage[];
  /** A time or time zone after the date, set to midnight. */
  tail: string;
  /** "05" shows that single digits are padded with a zero, "5" that they are not; "12" shows neither. */
  padding: 'zero' | 'none' | 'unseen';
}

const numeric = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?!\d)(.*)$/s;
const name = String.raw`([\p{L}\p{M}]{3,14})(\.?)`;
/** 31-MAR-27, 11.Mrz.2019. */
const joinedName = new RegExp(String.raw`^(\d{1,2})([-/.])${name}\2(\d{4}|\d{2})(?!\d)(.*)$`, 'su');
/** 31 Mar 2027, 11. März 2019, 1er mars 2020, 3 de mayo de 2020, 11 marca 2019 r. */
const spacedName = new RegExp(
  String.raw`^(\d{1,2})(\.?)(?:er|[ºª°])?( de)? ${name}( del?)? (\d{4}|\d{2})(?!\d)( r\.)?(.*)$`,
  'su',
);
const nameThenDay = new RegExp(String.raw`^${name} (\d{1,2})(,?) (\d{4})(?!\d)(.*)$`, 'su');
const tailForm = new RegExp(`^${dateTail}$`);

/** Databases and spreadsheets write these values if there is no date: 0000-00-00, 0001-01-01, 1900-01-01. */
function isNoDate(yearText: string, first: number, second: number): boolean {
  const year = Number(yearText);
  if (yearText.length === 2) return year + first + second === 0;
  if (year <= 1 || year === 1900) return first <= 1 && second <= 1;
  return year === 1899 && Math.min(first, second) === 12 && Math.max(first, second) >= 30;
}

function atMidnight(tail: string): string {
  if (!/[ap]\.?m/i.test(tail)) return tail.replaceAll(/\d/g, '0');
  const zeros = tail.replaceAll(/\d/g, '0').replace(/0{1,2}/, '12');
  return zeros.replace(/p(?=\.?m)/, 'a').replace(/P(?=\.?m)/i, 'A');
}

function paddingOf(first: string, second = first): DateCell['padding'] {
  if (first.length === 1 || second.length === 1) return 'none';
  return first.startsWith('0') || second.startsWith('0') ? 'zero' : 'unseen';
}

/** Spreadsheets split the century at 30, which would turn coverage until 2031 into 1931. */
export const shortYearsFrom = 1970;

const fullYear = (text: string) => {
  const year = Number(text);
  if (text.length > 2) return year;
  return year < shortYearsFrom - 1900 ? 2000 + year : 1900 + year;
};

export const isRealDate = (year: number, month: number, day: number): boolean =>
  year >= 1950 &&
  year <= 2100 &&
  month >= 1 &&
  month <= 12 &&
  day >= 1 &&
  day <= new Date(Date.UTC(year, month, 0)).getUTCDate();

function fromNumbers(a: string, separator: string, b: string, c: string, tail: string) {
  const isYearFirst = a.length === 4;
  const yearText = isYearFirst ? a : c;
  if (isYearFirst ? c.length > 2 : a.length > 2 || (c.length !== 2 && c.length !== 4)) return null;
  const first = isYearFirst ? c : a;
  if (isNoDate(yearText, Number(first), Number(b))) return 'no-date';
  const years = yearText.length === 4 ? 'yyyy' : 'yy';
  const pattern = isYearFirst ? `yyyy${separator}m${separator}d` : `#${separator}#${separator}${years}`;
  const date: DateCell = {
    year: fullYear(yearText),
    first: Number(first),
    second: Number(b),
    order: isYearFirst ? 'dmy' : null,
    pattern,
    languages: [],
    tail,
    padding: paddingOf(first, b),
  };
  return date;
}

function nameToken(text: string, { length }: MonthName): string {
  if (length === 'full') return 'mmmm';
  if (text === text.toUpperCase()) return 'MMM';
  return length === 'both' ? '@' : 'mmm';
}

interface NamedDate {
  day: string;
  name: string;
  yearText: string;
  tail: string;
  /** The pattern, given the tokens for name and year. */
  patternOf(token: string, years: string): string;
}

function fromName({ day, name: text, yearText, tail, patternOf }: NamedDate): DateCell | null {
  const found = tailForm.test(tail) ? findMonth(text) : undefined;
  if (found === undefined) return null;
  return {
    year: fullYear(yearText),
    first: Number(day),
    second: found.month,
    order: 'dmy',
    pattern: patternOf(nameToken(text, found), yearText.length === 4 ? 'yyyy' : 'yy'),
    languages: found.languages,
    tail: atMidnight(tail),
    padding: paddingOf(day),
  };
}

function readDayThenName(text: string): DateCell | null {
  const joined = joinedName.exec(text);
  if (joined) {
    const [, day = '', mark = '', month = '', period = '', yearText = '', tail = ''] = joined;
    const patternOf = (token: string, years: string) => `d${mark}${token}${period}${mark}${years}`;
    return fromName({ day, name: month, yearText, tail, patternOf });
  }
  const spaced = spacedName.exec(text);
  if (!spaced) return null;
  const [, day = '', dot = '', before, month = '', period = '', after, yearText = '', end, tail = ''] =
    spaced;
  const of = (word: string | undefined) => (word === undefined ? '' : ' "de"');
  const patternOf = (token: string, years: string) =>
    `d${dot}${of(before)} ${token}${period}${of(after)} ${years}${end === undefined ? '' : ' "r."'}`;
  return fromName({ day, name: month, yearText, tail, patternOf });
}

function readNameThenDay(text: string): DateCell | null {
  const parts = nameThenDay.exec(text);
  if (!parts) return null;
  const [, month = '', period = '', day = '', comma = '', yearText = '', tail = ''] = parts;
  const patternOf = (token: string, years: string) => `${token}${period} d${comma} ${years}`;
  return fromName({ day, name: month, yearText, tail, patternOf });
}

const isDigits = (text: string) => {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 48 || code > 57) return false;
  }
  return text !== '';
};

const separators = '-/.';

/** Fast path for three numbers with nothing after them, like nearly all dates. Undefined if the slow path is needed. */
function readPlainNumbers(text: string) {
  const end = [1, 2, 4].find((at) => separators.includes(text.charAt(at)));
  const separator = text.charAt(end ?? text.length);
  const next = separator === '' ? -1 : text.indexOf(separator, (end ?? 0) + 1);
  if (end === undefined || next < 0 || next - end > 3 || text.length - next > 5) return undefined;
  const a = text.slice(0, end);
  const b = text.slice(end + 1, next);
  const c = text.slice(next + 1);
  return isDigits(a) && isDigits(b) && isDigits(c) ? fromNumbers(a, separator, b, c, '') : undefined;
}

/** Null if it is not a date; `no-date` for a placeholder that means no date. */
export function readDateCell(text: string): DateCell | 'no-date' | null {
  const startsWithDigit = text.charCodeAt(0) < 58;
  const plain = startsWithDigit ? readPlainNumbers(text) : undefined;
  if (plain !== undefined) return plain;
  if (!startsWithDigit) return readNameThenDay(text);
  const numbers = numeric.exec(text);
  if (numbers === null) return readDayThenName(text);
  const [, a = '', separator = '', b = '', c = '', rest = ''] = numbers;
  return tailForm.test(rest) ? fromNumbers(a, separator, b, c, atMidnight(rest)) : null;
}
