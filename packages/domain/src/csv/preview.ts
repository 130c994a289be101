import type { FieldMapping } from '@warranty/contracts/field-mapping';
import type { Column } from './columns.ts';
import type { EnrichPlan } from './enrich.ts';

export const previewRows = 10;
const previewColumnCount = 5;
const previewCellLength = 20;

/** At most 20 characters, ending in an ellipsis if truncated. Never splits a character. */
export function previewCell(cell: string): string {
  if (cell.length <= previewCellLength) return cell;
  const characters = [...cell.slice(0, 2 * previewCellLength + 2)];
  if (characters.length <= previewCellLength) return cell;
  return `${characters.slice(0, previewCellLength - 1).join('')}…`;
}

/**
 * Indexes in the written row: the first five mapped columns in file order, then the column with the purchase date, or else
 * the start date.
 */
export function previewColumns(
  columns: readonly Column[],
  mapping: FieldMapping,
  plan: EnrichPlan,
): number[] {
  const placeOf = (field: 'purchaseDate' | 'startDate') => {
    const target = plan.targets.find((each) => each.field === field);
    return target ? target.at : columns.findIndex(({ name }) => name === mapping[field]);
  };
  const last = [placeOf('purchaseDate'), placeOf('startDate')].find((at) => at >= 0);
  const mapped = new Set(Object.values(mapping));
  const first = columns.flatMap(({ name }, index) => (mapped.has(name) && index !== last ? [index] : []));
  return [...first.slice(0, previewColumnCount), ...(last === undefined ? [] : [last])];
}
