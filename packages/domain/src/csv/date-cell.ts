import { dateTail } from '@warranty/contracts/date-format';

/** A date as written in a cell, before the order of day and month in the column is known. */
export interface DateCell {
  year: number;
  /** Day and month; which is which is unknown if `order` is null. */
  first: number;
  second: number;
  order: 'dmy' | 'mdy' | null;
  /** The pattern of the date: yyyy or yy, mmm or mmmm for a name, d and m for numbers, # if the order is unknown. */
  pattern: string;
  /** A time or time zone after the date, set to midnight. */
  tail: string;
  /** "05" shows that single digits are padded with a zero, "5" that they are not; "12" shows neither. */
  padding: 'zero' | 'none' | 'unseen';
}

export const monthNames: readonly string[] = [
  ...['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October'],
  ...['November', 'December'],
];

const monthOf = new Map<string, number>([
  ...monthNames.map((name, index): [string, number] => [name.toLowerCase(), index + 1]),
  ...monthNames.map((name, index): [string, number] => [name.slice(0, 3).toLowerCase(), index + 1]),
  ['sept', 9],
]);

const numeric = /^(\d{1,4})([-/.])(\d{1,2})\2(\d{1,4})(?!\d)(.*)$/s;
const dayThenName = /^(\d{1,2})([-/ ])([A-Za-z]{3,9})(\.?)\2(\d{4}|\d{2})(?!\d)(.*)$/s;
const nameThenDay = /^([A-Za-z]{3,9})(\.?) (\d{1,2})(,?) (\d{4})(?!\d)(.*)$/s;
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
    tail,
    padding: paddingOf(first, b),
  };
  return date;
}

function nameToken(name: string): string {
  if (name.length > 3 && name.toLowerCase() !== 'sept') return 'mmmm';
  return name === name.toUpperCase() ? 'MMM' : 'mmm';
}

function fromName(parts: RegExpExecArray, isDayFirst: boolean, tail: string): DateCell | null {
  const [, a = '', b = '', c = '', d = '', yearText = ''] = parts;
  const [day, name] = isDayFirst ? [a, c] : [c, a];
  const month = monthOf.get(name.toLowerCase());
  if (month === undefined) return null;
  const years = yearText.length === 4 ? 'yyyy' : 'yy';
  const token = nameToken(name);
  return {
    year: fullYear(yearText),
    first: Number(day),
    second: month,
    order: 'dmy',
    pattern: isDayFirst ? `d${b}${token}${d}${b}${years}` : `${token}${b} d${d} yyyy`,
    tail,
    padding: paddingOf(day),
  };
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
  const numbers = startsWithDigit ? numeric.exec(text) : null;
  const parts = numbers ?? (startsWithDigit ? dayThenName : nameThenDay).exec(text);
  if (parts === null) return null;
  const rest = parts[parts.length - 1] ?? '';
  if (!tailForm.test(rest)) return null;
  const tail = atMidnight(rest);
  if (numbers === null) return fromName(parts, startsWithDigit, tail);
  const [, a = '', separator = '', b = '', c = ''] = numbers;
  return fromNumbers(a, separator, b, c, tail);
}
