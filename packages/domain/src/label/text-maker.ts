import { familyWordIn, namedMaker } from '../makers.ts';
import type { LabelledRow } from './values.ts';

/** Words that only one maker prints on its labels. */
const tells: readonly { maker: string; form: RegExp }[] = [
  { maker: 'HP', form: /HSTNN|\bprod\s*id\b/i },
  { maker: 'Lenovo', form: /\bMTM\b|\bFRU\b/ },
  { maker: 'Cisco', form: /\bCLEI\b|\bPID\b/ },
];

const printedOn: Partial<Record<LabelledRow['labels'][number]['field'], string>> = {
  tag: 'Dell',
  code: 'Dell',
  'lenovo-type': 'Lenovo',
};

/** Who made it, as the text says: by name, by a family of models, by how its labels are worded. */
export function makerOfText(rows: readonly LabelledRow[]): string | null {
  const found =
    first(rows, ({ labels }) =>
      labels.map(({ field }) => (field === 'lenovo-type' ? null : printedOn[field])),
    ) ??
    first(rows, ({ row }) => [namedMaker(row.text)?.maker, familyWordIn(row.text)?.maker]) ??
    first(rows, ({ row }) => tells.map(({ maker, form }) => (form.test(row.text) ? maker : null))) ??
    first(rows, ({ labels }) => labels.map(({ field }) => printedOn[field]));
  return found;
}

function first(
  rows: readonly LabelledRow[],
  makersOf: (row: LabelledRow) => readonly (string | null | undefined)[],
): string | null {
  return rows.flatMap(makersOf).find((maker) => typeof maker === 'string') ?? null;
}
