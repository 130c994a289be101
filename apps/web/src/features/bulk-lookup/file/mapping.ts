import { type FieldMapping, type MappedField, mappedFields } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import { fieldLabels } from './field-labels.ts';

/** These two may share a column: most files identify a device only by its service tag. */
const mayShare: readonly MappedField[] = ['modelNumber', 'serviceTag'];

/** Assigns a column, or none, to a field; a reassigned column is removed from its previous field. */
export function assign(mapping: FieldMapping, field: MappedField, column: string | null): FieldMapping {
  const next: FieldMapping = {};
  for (const other of mappedFields) {
    const own = mapping[other];
    if (other === field || own === undefined) continue;
    const isTaken = own === column && !(mayShare.includes(field) && mayShare.includes(other));
    if (!isTaken) next[other] = own;
  }
  if (column !== null) next[field] = column;
  return next;
}

export function isSameMapping(a: FieldMapping, b: FieldMapping): boolean {
  return mappedFields.every((field) => a[field] === b[field]);
}

/** Per column, in order: the labels of the fields that it serves. */
export function columnUses(columns: readonly Column[], mapping: FieldMapping): string[][] {
  return columns.map(({ name }) =>
    mappedFields.filter((field) => mapping[field] === name).map((field) => fieldLabels[field]),
  );
}
