import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { firstAt, parseJsonPath } from '@warranty/domain/json-mapping/path';
import { columnNames } from '@warranty/domain/json-mapping/plan';
import { sourceRows } from '@warranty/domain/json-mapping/rows';

const maxInspected = 1000;

/** A response that is too long to inspect fully counts as found, so a note appears only if it is certain. */
function isFound(data: unknown, sourcePath: string): boolean {
  const rows = sourceRows(data);
  const path = parseJsonPath(sourcePath);
  if (!path) return false;
  if (rows.length > maxInspected) return true;
  return rows.some((row) => firstAt(row, path) !== undefined);
}

/** Notes for the user about each mapping before the export; null if there is none. */
export function mappingNotes(data: unknown, mappings: readonly JsonMapping[]): (string | null)[] {
  const columns = columnNames(mappings);
  return mappings.map(({ sourcePath, alias }, index) => {
    if (data !== undefined && !isFound(data, sourcePath)) return 'Nothing at this path in the response';
    return columns[index] === alias
      ? null
      : `This name is already used. The column will be named "${columns[index]}"`;
  });
}
