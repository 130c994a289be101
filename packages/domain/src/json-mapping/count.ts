import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { firstAt } from './path.ts';
import { type ExplodedArray, planMappings } from './plan.ts';
import { sourceRows } from './rows.ts';

/** An empty array still produces one row, with empty cells. */
function rowsOf({ path, children }: ExplodedArray, parent: unknown): number {
  const value = firstAt(parent, path);
  if (!Array.isArray(value) || value.length === 0) return 1;
  if (children.length === 0) return value.length;
  let rows = 0;
  for (const element of value) rows += rowsTogether(children, element);
  return rows;
}

/** Independent arrays multiply. */
function rowsTogether(arrays: readonly ExplodedArray[], parent: unknown): number {
  let rows = 1;
  for (const array of arrays) rows *= rowsOf(array, parent);
  return rows;
}

/** Counts the rows that the mappings produce, without building them and without a limit. */
export function countRows(data: unknown, mappings: readonly JsonMapping[]): number {
  if (mappings.length === 0) return 0;
  const sources = sourceRows(data);
  const outermost = planMappings(mappings).exploded.filter(({ parent }) => parent === -1);
  if (outermost.length === 0) return sources.length;
  let rows = 0;
  for (const source of sources) rows += rowsTogether(outermost, source);
  return rows;
}
