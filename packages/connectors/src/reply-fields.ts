import * as z from 'zod/mini';

/** A text that rows may lack. */
export const text = z._default(z.nullable(z.string()), null);

const day = z.iso.date();
/** A day, or an instant with or without a zone. */
export const stamp = z.nullable(z.union([day, z.iso.datetime({ local: true, offset: true })]));

/** A real calendar day as yyyy-mm-dd: `Date` turns February 30 into March 2 instead of rejecting it. */
export const isDay = (value: string): boolean => day.safeParse(value).success;

/** The text in a field of a row that may be malformed; null if there is none. */
export function textIn(row: unknown, field: string): string | null {
  if (typeof row !== 'object' || row === null) return null;
  const value = (row as Readonly<Record<string, unknown>>)[field];
  return typeof value === 'string' ? value : null;
}

/** Null instead of a blank text. */
export const clean = (value: string | null | undefined): string | null => value?.trim() || null;

/** Some vendors write days as midnight. Read as an instant, an end at midnight would end the coverage a day early. */
export function withoutMidnight(value: string | null): string | null {
  return value?.replace(/T00:00(?::00(?:\.0+)?)?(?:Z|[+-]\d\d:\d\d)?$/, '') ?? null;
}
