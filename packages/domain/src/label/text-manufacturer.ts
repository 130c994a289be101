import { vendors, vendorsById } from '@warranty/contracts/vendors';
import { familyWordIn, findManufacturerName } from '../manufacturer-data.ts';
import type { LabelledRow } from './values.ts';

/** HP first: its labels can contain the words of others. */
const byLabelWords = [vendorsById.hp, ...vendors];

const printedOn: Partial<Record<LabelledRow['labels'][number]['field'], string>> = {
  tag: 'Dell',
  code: 'Dell',
  'lenovo-type': 'Lenovo',
};

/** The manufacturer according to the text: by name, product family or label wording. */
export function manufacturerFromText(rows: readonly LabelledRow[]): string | null {
  const found =
    first(rows, ({ labels }) =>
      labels.map(({ field }) => (field === 'lenovo-type' ? null : printedOn[field])),
    ) ??
    first(rows, ({ row }) => [
      findManufacturerName(row.text)?.manufacturer,
      familyWordIn(row.text)?.manufacturer,
    ]) ??
    first(rows, ({ row }) =>
      byLabelWords.map(({ name, labelWords }) => (labelWords?.test(row.text) ? name : null)),
    ) ??
    first(rows, ({ labels }) => labels.map(({ field }) => printedOn[field]));
  return found;
}

function first(
  rows: readonly LabelledRow[],
  manufacturersOf: (row: LabelledRow) => readonly (string | null | undefined)[],
): string | null {
  return rows.flatMap(manufacturersOf).find((manufacturer) => typeof manufacturer === 'string') ?? null;
}
