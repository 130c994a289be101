import { dateFormatForm, type MonthLanguage, monthLanguages } from '@warranty/contracts/date-format';
import { type DateCell, isRealDate, readDateCell, shortYearsFrom } from './date-cell.ts';
import { monthName } from './month-names.ts';

/** The date format of a column. */
export interface DateFormat {
  /**
   * Made of yyyy, yy, mmmm, mmm, MMM, mm, m, dd, d, separators and words in quotes, after the language of month names such as
   * [$-de]; `serial` for Excel day numbers.
   */
  pattern: string;
  /** Follows every date: a time, a time zone or both. */
  tail: string;
  /** How to read 03/04/2026; null if unknown. */
  order: 'dmy' | 'mdy' | null;
}

export const isoFormat: DateFormat = { pattern: 'yyyy-mm-dd', tail: '', order: null };

const day = 86_400_000;
/** Day 0 in Excel, which counts a nonexistent February 29, 1900. */
const excelStart = Date.UTC(1899, 11, 30);
const serialForm = /^\d{5}(?:[.,]\d+)?$/;
const compactForm = /^(\d{4})(\d\d)(\d\d)$/;

const isoOf = (year: number, month: number, date: number): string | null =>
  isRealDate(year, month, date)
    ? `${year}-${String(month).padStart(2, '0')}-${String(date).padStart(2, '0')}`
    : null;

function fromSerial(text: string): string | null {
  const at = new Date(excelStart + Math.floor(Number(text.replace(',', '.'))) * day);
  return isoOf(at.getUTCFullYear(), at.getUTCMonth() + 1, at.getUTCDate());
}

/** Dates with periods, such as 31.03., always have the day first. */
export const isDayFirstByForm = (pattern: string): boolean => pattern.startsWith('#.#.');

function orderOf({ first, second, order, pattern }: DateCell, columns: DateFormat['order']) {
  if (order !== null) return order;
  if (first > 12) return 'dmy';
  if (second > 12 || first === second) return 'mdy';
  return isDayFirstByForm(pattern) ? 'dmy' : columns;
}

/**
 * Returns yyyy-mm-dd. Null if it is not a date, if it is a placeholder for no date (0000-00-00), or if the order is
 * unknown.
 */
export function readDate(cell: string, format: DateFormat = isoFormat): string | null {
  const text = cell.trim();
  if (serialForm.test(text)) return fromSerial(text);
  const compact = compactForm.exec(text);
  if (compact) return isoOf(Number(compact[1]), Number(compact[2]), Number(compact[3]));
  const read = readDateCell(text);
  if (read === null || read === 'no-date') return null;
  const order = orderOf(read, format.order);
  if (order === null) return null;
  const { year, first, second } = read;
  return order === 'dmy' ? isoOf(year, second, first) : isoOf(year, first, second);
}

const languagePrefix = /^\[\$-([a-z]{2})\]/;

/** Pattern and tail as one string, as sent in the API. */
export const formatText = ({ pattern, tail }: DateFormat): string => pattern + tail;

/** A format without the marks that only programs need. */
export const formatLabel = (text: string): string => text.replace(languagePrefix, '').replaceAll('"', '');

/** Null if the text is not a date format. */
export function readFormat(text: string): DateFormat | null {
  const [, pattern, tail = ''] = dateFormatForm.exec(text) ?? [];
  return pattern === undefined ? null : { pattern, tail, order: null };
}

export const withLanguage = (pattern: string, language: MonthLanguage): string =>
  language === 'en' ? pattern : `[$-${language}]${pattern}`;

const languageOf = (pattern: string): MonthLanguage => {
  const code = languagePrefix.exec(pattern)?.[1];
  return monthLanguages.find((language) => language === code) ?? 'en';
};

const tokens = /"([^"]*)"|yyyy|yy|mmmm|mmm|MMM|mm|m|dd|d/g;

/** `iso` is yyyy-mm-dd. */
export function writeDate(iso: string, format: DateFormat): string {
  const [year = '', month = '', date = ''] = iso.split('-');
  if (format.pattern === 'serial') return String((Date.parse(iso) - excelStart) / day);
  const language = languageOf(format.pattern);
  const short = monthName(Number(month), 'short', language);
  const fitsShortYear = Number(year) >= shortYearsFrom && Number(year) < shortYearsFrom + 100;
  const parts: Record<string, string> = {
    yyyy: year,
    yy: fitsShortYear ? year.slice(2) : year,
    mmmm: monthName(Number(month), 'full', language),
    mmm: short,
    MMM: short.toUpperCase(),
    mm: month,
    m: String(Number(month)),
    dd: date,
    d: String(Number(date)),
  };
  const pattern = format.pattern.replace(languagePrefix, '');
  return pattern.replaceAll(tokens, (token, word?: string) => word ?? parts[token] ?? token) + format.tail;
}
