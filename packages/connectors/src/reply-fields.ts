import * as z from 'zod/mini';

/** A text that rows may lack. */
export const text = z._default(z.nullable(z.string()), null);

/** A day, or an instant with or without a zone. */
export const stamp = z.nullable(z.union([z.iso.date(), z.iso.datetime({ local: true, offset: true })]));

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
