import { vendorsWithKeys } from '@warranty/contracts/vendors';
import type { RowCorrection } from '@warranty/domain/csv/corrections';
import type { ListedRow } from '@warranty/domain/csv/row-review';

/** Stands for the manufacturer that the file gives. */
export const fileManufacturer = 'file';

/** A conflict names the other manufacturer, which is what the user most likely wants. */
export function suggestedManufacturer(
  { conflict }: Pick<ListedRow, 'conflict'>,
  correction: RowCorrection | undefined,
): string {
  const isVendor = vendorsWithKeys.some(({ name }) => name === conflict);
  return conflict !== null && isVendor && correction === undefined ? conflict : fileManufacturer;
}

/** What differs from the file; null if nothing does. */
export function correctionOf(
  { cell, lookedUpAs }: Pick<ListedRow, 'cell' | 'lookedUpAs'>,
  identifier: string,
  manufacturer: string,
): RowCorrection | null {
  const given = identifier.trim();
  const vendor = vendorsWithKeys.find(({ name }) => name === manufacturer)?.name;
  const isSame = given === cell.trim() || given === lookedUpAs;
  if (isSame && vendor === undefined) return null;
  return { ...(!isSame && { identifier: given }), ...(vendor && { manufacturer: vendor }) };
}

/** "HP 5CG1023ABC" */
export const correctionLabel = (
  { identifier, manufacturer }: RowCorrection,
  { cell, lookedUpAs }: Pick<ListedRow, 'cell' | 'lookedUpAs'>,
): string => [manufacturer, identifier ?? lookedUpAs ?? cell.trim()].filter(Boolean).join(' ');
