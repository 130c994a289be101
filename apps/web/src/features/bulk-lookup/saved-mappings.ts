import { type FieldMapping, type MappedField, mappedFields } from '@warranty/contracts/field-mapping';
import { type Column, headerKey } from '@warranty/domain/csv/columns';
import { headerIdentity } from '@warranty/domain/csv/header-words';

const storageKey = 'bulk-mappings';
const maxSaved = 20;
/** Files with longer headers than this are not remembered: the browser keeps five million characters in all. */
const maxKeyLength = 4000;

interface Remembered {
  headers: string;
  /** Fields and the header that serves each, as it is compared. */
  fields: [MappedField, string][];
}

function isSavedMapping(value: unknown): value is Remembered {
  if (typeof value !== 'object' || value === null) return false;
  const { headers, fields } = value as Record<keyof Remembered, unknown>;
  return typeof headers === 'string' && Array.isArray(fields);
}

/** Storage can be closed to us, and anybody may have written to it. */
function stored(): Remembered[] {
  try {
    const value: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isSavedMapping) : [];
  } catch {
    return [];
  }
}

/** Kept in this browser for every file with the same headers, in whatever order and spelling. */
export function saveMapping(columns: readonly Column[], mapping: FieldMapping): void {
  const headers = headerKey(columns);
  if (headers.length > maxKeyLength) return;
  const fields = mappedFields.flatMap((field): [MappedField, string][] => {
    const column = mapping[field];
    return column === undefined ? [] : [[field, headerIdentity(column)]];
  });
  const others = stored().filter((one) => one.headers !== headers);
  try {
    localStorage.setItem(storageKey, JSON.stringify([{ headers, fields }, ...others].slice(0, maxSaved)));
  } catch {
    // Chosen again next time.
  }
}

export function deleteSavedMapping(columns: readonly Column[]): void {
  const headers = headerKey(columns);
  try {
    localStorage.setItem(storageKey, JSON.stringify(stored().filter((one) => one.headers !== headers)));
  } catch {
    // Nothing of ours is there.
  }
}

/** What was chosen for these headers before; null where nothing was. */
export function findSavedMapping(columns: readonly Column[]): FieldMapping | null {
  const headers = headerKey(columns);
  const found = stored().find((one) => one.headers === headers);
  if (!found) return null;
  const mapping: FieldMapping = {};
  for (const [field, header] of found.fields) {
    const column = columns.find(({ name }) => headerIdentity(name) === header);
    if (column && mappedFields.includes(field)) mapping[field] = column.name;
  }
  return mapping;
}
