import { familyWordIn, findManufacturerName } from '../manufacturer-data.ts';
import type { LabelledRow } from './values.ts';

/** Words that only one manufacturer prints on its labels. */
const hints: readonly { manufacturer: string; form: RegExp }[] = [
  { manufacturer: 'HP', form: /HSTNN|\bprod\s*id\b/i },
  { manufacturer: 'Lenovo', form: /\bMTM\b|\bFRU\b/ },
  { manufacturer: 'Cisco', form: /\bCLEI\b|\bPID\b/ },
];

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
      hints.map(({ manufacturer, form }) => (form.test(row.text) ? manufacturer : null)),
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
