import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { firstAt, parseJsonPath } from '@warranty/domain/json-mapping/path';
import { columnNames } from '@warranty/domain/json-mapping/plan';
import { sourceRows } from '@warranty/domain/json-mapping/rows';

const maxInspected = 1000;

/** Told only where it is certain: a response that is too long to be looked at whole gets no such note. */
function isFound(data: unknown, sourcePath: string): boolean {
  const rows = sourceRows(data);
  const path = parseJsonPath(sourcePath);
  if (!path) return false;
  if (rows.length > maxInspected) return true;
  return rows.some((row) => firstAt(row, path) !== undefined);
}

/** What somebody should know about each mapping before the export; null where there is nothing to say. */
export function mappingNotes(data: unknown, mappings: readonly JsonMapping[]): (string | null)[] {
  const columns = columnNames(mappings);
  return mappings.map(({ sourcePath, alias }, at) => {
    if (data !== undefined && !isFound(data, sourcePath)) return 'Nothing at this path in the response';
    return columns[at] === alias ? null : `The name is taken: the column is called "${columns[at]}"`;
  });
}
