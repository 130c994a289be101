import type { RowDifference } from '@warranty/contracts/bulk-results';
import type { FieldMapping } from '@warranty/contracts/field-mapping';
import { findManufacturerName } from '../manufacturer-data.ts';
import { isBlank } from './blank.ts';
import { type Column, columnIndex } from './columns.ts';
import { type DateFormat, isoFormat, readDate } from './dates.ts';
import type { EnrichmentValues } from './enrichment-values.ts';

export interface CompareOptions {
  columns: readonly Column[];
  mapping: FieldMapping;
  /** Of the end dates in the file. */
  endDateFormat?: DateFormat | undefined;
}

/** Lowercase words of letters and digits, without the name of the manufacturer: vendors leave it out. */
function wordsOf(model: string): string[] {
  const words = model.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.filter((word) => !findManufacturerName(word));
}

const isPartOf = (words: readonly string[], others: readonly string[]) =>
  words.every((word) => others.includes(word));

/** Names of one model differ in case, marks, order and detail: "Latitude 5420" is "LATITUDE 5420 BTX". */
export function isSameModel(one: string, other: string): boolean {
  const [words, others] = [wordsOf(one), wordsOf(other)];
  if (words.length === 0 || others.length === 0) return true;
  const [joined, otherJoined] = [words.join(''), others.join('')];
  return (
    isPartOf(words, others) ||
    isPartOf(others, words) ||
    joined.includes(otherJoined) ||
    otherJoined.includes(joined)
  );
}

/** Compares the cells of a row with the vendor's answer. What either does not say is no difference. */
export function createComparer({ columns, mapping, endDateFormat = isoFormat }: CompareOptions) {
  const endDateAt = columnIndex(columns, mapping.endDate);
  const modelAt = [mapping.deviceModel, mapping.systemDescription]
    .map((name) => columnIndex(columns, name))
    .filter((at) => at >= 0);

  function endDateDifference(cells: readonly string[], { endDate }: EnrichmentValues): RowDifference[] {
    const own = endDateAt < 0 ? null : readDate(cells[endDateAt] ?? '', endDateFormat);
    if (own === null || !endDate || own === endDate) return [];
    return [{ field: 'endDate', cell: endDateAt, value: endDate }];
  }

  function modelDifferences(
    cells: readonly string[],
    { systemDescription: value, productCode }: EnrichmentValues,
  ): RowDifference[] {
    if (!value) return [];
    const isSame = (model: string) =>
      isBlank(model) || isSameModel(model, value) || (!!productCode && isSameModel(model, productCode));
    return modelAt.filter((at) => !isSame(cells[at] ?? '')).map((cell) => ({ field: 'model', cell, value }));
  }

  return {
    /** Positions of the columns that it reads. */
    columns: [endDateAt, ...modelAt].filter((at) => at >= 0),
    compare: (cells: readonly string[], answer: EnrichmentValues): RowDifference[] => [
      ...endDateDifference(cells, answer),
      ...modelDifferences(cells, answer),
    ],
  };
}
