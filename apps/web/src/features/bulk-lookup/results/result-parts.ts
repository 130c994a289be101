import { formatNumber } from '../../../lib/format/format-number.ts';

/** Browsers cannot render elements taller than about 17 million pixels, so a large file is shown in parts. */
const partSize = 100_000;

export function startOfPart(part: number): number {
  return part * partSize;
}

/** The part that contains a row. */
export function partOf(row: number): number {
  return Math.floor((row - 1) / partSize);
}

export function rowsShown(totalRows: number, part: number): number {
  return Math.max(0, Math.min(partSize, totalRows - startOfPart(part)));
}

/** One label per part, "Rows 1 to 100,000"; empty if one part is enough. */
export function partLabels(totalRows: number): string[] {
  const parts = Math.ceil(totalRows / partSize);
  if (parts < 2) return [];
  return Array.from({ length: parts }, (_, part) => {
    const last = startOfPart(part) + rowsShown(totalRows, part);
    return `Rows ${formatNumber(startOfPart(part) + 1)} to ${formatNumber(last)}`;
  });
}
