import { monthName } from '../csv/month-names.ts';

/** Estimates are in fractional months since January 1998. Nothing older is predicted. */
export const firstYear = 1998;

const lengths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isLeap = (year: number) => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number) => (month === 1 && isLeap(year) ? 29 : (lengths[month] ?? 31));

/** `iso` is yyyy-mm-dd. */
export function monthOf(iso: string): number {
  const year = Number(iso.slice(0, 4));
  const month = Number(iso.slice(5, 7)) - 1;
  const day = Number(iso.slice(8, 10)) - 1;
  return (year - firstYear) * 12 + month + day / daysIn(year, month);
}

export function isoOf(months: number): string {
  const whole = Math.floor(months);
  const year = firstYear + Math.floor(whole / 12);
  const month = ((whole % 12) + 12) % 12;
  const length = daysIn(year, month);
  // The epsilon compensates for rounding, so that a day survives the round trip.
  const day = Math.min(length, Math.floor((months - whole) * length + 1e-6) + 1);
  return `${year}-${String(month + 1).padStart(2, '0')}-${String(day).padStart(2, '0')}`;
}

export const monthOfYear = (year: number): number => (year - firstYear) * 12;

/** The middle of a week of a year; weeks start at 1. */
export const monthOfWeek = (year: number, week: number): number =>
  monthOfYear(year) + ((week - 0.5) / 52.18) * 12;

/** "5 Mar 2021", as in the UI. */
export function formatDay(months: number): string {
  const iso = isoOf(months);
  return `${Number(iso.slice(8))} ${monthName(Number(iso.slice(5, 7)), 'short')} ${iso.slice(0, 4)}`;
}

/** "Mar 2021". */
export function formatMonth(months: number): string {
  const iso = isoOf(months);
  return `${monthName(Number(iso.slice(5, 7)), 'short')} ${iso.slice(0, 4)}`;
}
