import { type FieldMapping, mappedFields } from '@warranty/contracts/field-mapping';
import type { Column } from '@warranty/domain/csv/columns';
import { fieldLabels } from './field-labels.ts';

/** Per column, in order: the labels of the fields that it serves. */
export function columnUses(columns: readonly Column[], mapping: FieldMapping): string[][] {
  return columns.map(({ name }) =>
    mappedFields.filter((field) => mapping[field] === name).map((field) => fieldLabels[field]),
  );
}
