import { type FieldMapping, type MappedField, mappedFields } from '@warranty/contracts/field-mapping';

/** These two may share a column: most files know a device by its service tag alone. */
const mayShare: readonly MappedField[] = ['modelNumber', 'serviceTag'];

/** The mapping with a field served by another column, or by none; a column that is taken leaves its field. */
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
