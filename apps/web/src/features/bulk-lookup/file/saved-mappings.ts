import { type FieldMapping, mappedFields } from '@warranty/contracts/field-mapping';
import { type Column, headerKey } from '@warranty/domain/csv/columns';
import { headerIdentity } from '@warranty/domain/csv/header-words';
import * as z from 'zod/mini';
import { matches } from '../../../lib/storage/matches.ts';
import { readStored, store } from '../../../lib/storage/stored-text.ts';

const storageKey = 'bulk-mappings';
const maxSaved = 20;
/** Mappings for longer headers are not saved: browser storage is limited to five million characters in total. */
const maxKeyLength = 4000;

const isSavedMapping = matches(
  z.object({
    headers: z.string(),
    /** Fields and their headers, in the normalized form used for comparison. */
    fields: z.array(z.tuple([z.string(), z.string()])),
  }),
);

/** What is stored is not trusted. */
function stored() {
  try {
    const value: unknown = JSON.parse(readStored(storageKey) ?? '[]');
    return Array.isArray(value) ? value.filter(isSavedMapping) : [];
  } catch {
    return [];
  }
}

/** Saves the mapping in this browser for all files with the same headers, in any order and spelling. */
export function saveMapping(columns: readonly Column[], mapping: FieldMapping): void {
  const headers = headerKey(columns);
  if (headers.length > maxKeyLength) return;
  const fields = mappedFields.flatMap((field) => {
    const column = mapping[field];
    return column === undefined ? [] : [[field, headerIdentity(column)]];
  });
  const others = stored().filter((one) => one.headers !== headers);
  store(storageKey, JSON.stringify([{ headers, fields }, ...others].slice(0, maxSaved)));
}

export function deleteSavedMapping(columns: readonly Column[]): void {
  const headers = headerKey(columns);
  store(storageKey, JSON.stringify(stored().filter((one) => one.headers !== headers)));
}

/** The mapping saved for these headers; null if there is none. */
export function findSavedMapping(columns: readonly Column[]): FieldMapping | null {
  const headers = headerKey(columns);
  const found = stored().find((one) => one.headers === headers);
  if (!found) return null;
  const mapping: FieldMapping = {};
  for (const [name, header] of found.fields) {
    const column = columns.find((one) => headerIdentity(one.name) === header);
    const field = mappedFields.find((one) => one === name);
    if (column && field) mapping[field] = column.name;
  }
  return mapping;
}
