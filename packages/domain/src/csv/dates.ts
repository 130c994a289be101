import { dateFormatForm } from '@warranty/contracts/date-format';
import { type DateCell, isRealDate, monthNames, readDateCell, shortYearsFrom } from './date-cell.ts';

/** How a column writes its dates. */
export interface DateFormat {
  /** Made of yyyy, yy, mmmm, mmm, MMM, mm, m, dd, d and what stands between them; `serial` for Excel's day numbers. */
  pattern: string;
  /** What follows every date: a time, a zone. */
  tail: string;
  /** What 03/04/2026 means; null where nothing tells. */
  order: 'dmy' | 'mdy' | null;
}

export const isoFormat: DateFormat = { pattern: 'yyyy-mm-dd', tail: '', order: null };

const day = 86_400_000;
/** Day 0 of Excel's count, which has a 29 February 1900. */
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

/** 31.03. is a day and a month wherever full stops are used. */
export const isDayFirstByForm = (pattern: string): boolean => pattern.startsWith('#.#.');

export function orderOf({ first, second, order, pattern }: DateCell, columns: DateFormat['order']) {
  if (order !== null) return order;
  if (first > 12) return 'dmy';
  if (second > 12 || first === second) return 'mdy';
  return columns ?? (isDayFirstByForm(pattern) ? 'dmy' : null);
}

/** yyyy-mm-dd; null for what is no date, for what stands for none (0000-00-00) and where the order is unknown. */
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

/** Pattern and tail as one text, as people read it and the wire carries it. */
export const formatText = ({ pattern, tail }: DateFormat): string => pattern + tail;

/** Null for a text that is no format. */
export function readFormat(text: string): DateFormat | null {
  const [, pattern, tail = ''] = dateFormatForm.exec(text) ?? [];
  return pattern === undefined ? null : { pattern, tail, order: null };
}

const tokens = /yyyy|yy|mmmm|mmm|MMM|mm|m|dd|d/g;

/** `iso` is yyyy-mm-dd. */
export function writeDate(iso: string, format: DateFormat): string {
  const [year = '', month = '', date = ''] = iso.split('-');
  if (format.pattern === 'serial') return String((Date.parse(iso) - excelStart) / day);
  const name = monthNames[Number(month) - 1] ?? '';
  const fitsShortYear = Number(year) >= shortYearsFrom && Number(year) < shortYearsFrom + 100;
  const parts: Record<string, string> = {
    yyyy: year,
    yy: fitsShortYear ? year.slice(2) : year,
    mmmm: name,
    mmm: name.slice(0, 3),
    MMM: name.slice(0, 3).toUpperCase(),
    mm: month,
    m: String(Number(month)),
    dd: date,
    d: String(Number(date)),
  };
  return format.pattern.replaceAll(tokens, (token) => parts[token] ?? token) + format.tail;
}
