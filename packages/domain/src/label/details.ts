import { familyWordIn, manufacturers } from '../manufacturer-data.ts';
import { trimEnd } from '../trim.ts';
import { partOfPpid } from './ppid.ts';
import { rowsOf, type TextLine } from './text.ts';
import { manufacturerFromText } from './text-manufacturer.ts';
import { type LabelledRow, labelled, valueStart } from './values.ts';

/** What the label contains besides the serial number, as printed. */
export interface LabelDetails {
  manufacturer: string | null;
  modelNumber: string | null;
  partNumber: string | null;
  text: string;
}

function wordAfter(rows: readonly LabelledRow[], fields: readonly string[]): string | null {
  for (const { row, labels } of rows) {
    for (const label of labels.filter(({ field }) => fields.includes(field))) {
      const word = /^[\s:;.#]*([0-9A-Z][0-9A-Z#/.-]{3,})/i.exec(
        row.text.slice(valueStart(label, labels)),
      )?.[1];
      if (word && /\d/.test(word)) return word.toUpperCase();
    }
  }
  return null;
}

/** "Latitude 5420", "ThinkPad X1 Carbon": the family name and up to three words after it. */
function familyModel(rows: readonly LabelledRow[]): string | null {
  for (const { row } of rows) {
    const family = familyWordIn(row.text);
    if (!family) continue;
    const start = row.text.toLowerCase().indexOf(family.text.toLowerCase());
    const words = row.text.slice(Math.max(0, start)).trim().split(/\s+/).slice(0, 4);
    const known = manufacturers.find(({ name }) => name === family.manufacturer)?.name ?? '';
    const model = trimEnd(words.join(' '), /[^\p{L}\p{N})]/u);
    return known === 'HP' ? `HP ${model}` : model;
  }
  return null;
}

export function detailsOf(lines: readonly TextLine[]): LabelDetails {
  const rows = rowsOf(lines).map(labelled);
  const ppid = rows.map(({ row }) => partOfPpid(row.text)).find((part) => part !== null) ?? null;
  return {
    manufacturer: manufacturerFromText(rows),
    modelNumber: familyModel(rows) ?? wordAfter(rows, ['model']),
    partNumber: wordAfter(rows, ['part', 'lenovo-type']) ?? ppid,
    text: rows.map(({ row }) => row.text.trim()).join('\n'),
  };
}
