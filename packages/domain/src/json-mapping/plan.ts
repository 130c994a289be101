import { defaultDelimiter, type JsonMapping } from '@warranty/contracts/json-mapping';
import { nameColumns } from '../csv/columns.ts';
import { everyElement, type JsonPath, parseJsonPath, writeJsonPath } from './path.ts';

/** A column with one value per source row, repeated in every row that the source row produces. */
export interface RepeatedColumn {
  column: number;
  path: JsonPath;
  /** Null: only the first match. */
  delimiter: string | null;
}

/** An array whose elements become rows. */
export interface ExplodedArray {
  /** Index of the enclosing array in the list, always an earlier one; -1 for the source row. */
  parent: number;
  /** From the parent's element to the array; never contains [*]. */
  path: JsonPath;
  columns: {
    column: number;
    /** Relative to the element; never contains [*]. */
    path: JsonPath;
    /** True if its path has no [*]: it then also accepts a value that is not an array. */
    takesSingle: boolean;
  }[];
  children: ExplodedArray[];
}

/** One name per mapping. Two columns with the same name would overwrite each other, so the second one becomes "Name (2)". */
export function columnNames(mappings: readonly JsonMapping[]): string[] {
  return nameColumns(mappings.map(({ alias }) => alias)).map(({ name }) => name);
}

/** The part of a path before each [*], and the part after the last one. */
function splitAtArrays(path: JsonPath): { arrays: JsonPath[]; rest: JsonPath } {
  const arrays: JsonPath[] = [];
  let start = 0;
  path.forEach((step, index) => {
    if (step !== everyElement) return;
    arrays.push(path.slice(start, index));
    start = index + 1;
  });
  return arrays.length > 0 ? { arrays, rest: path.slice(start) } : { arrays: [path], rest: [] };
}

/** Arrays with the same path under the same parent are merged, so that their columns advance together. */
function addExploded(roots: ExplodedArray[], column: number, path: JsonPath): void {
  const { arrays, rest } = splitAtArrays(path);
  let siblings = roots;
  let found: ExplodedArray | undefined;
  for (const array of arrays) {
    const text = writeJsonPath(array);
    found = siblings.find((other) => writeJsonPath(other.path) === text);
    if (!found) {
      found = { parent: -1, path: array, columns: [], children: [] };
      siblings.push(found);
    }
    siblings = found.children;
  }
  found?.columns.push({ column, path: rest, takesSingle: !path.includes(everyElement) });
}

/** Lists parents before children, in nested loop order. */
function inOrder(arrays: readonly ExplodedArray[], parent: number, list: ExplodedArray[]): ExplodedArray[] {
  for (const array of arrays) {
    array.parent = parent;
    list.push(array);
    inOrder(array.children, list.length - 1, list);
  }
  return list;
}

/** The parsed mappings, computed once for all rows; arrays are in nested loop order, outermost first. */
export function planMappings(mappings: readonly JsonMapping[]) {
  const repeated: RepeatedColumn[] = [];
  const roots: ExplodedArray[] = [];
  mappings.forEach(({ sourcePath, mode, delimiter = defaultDelimiter }, column) => {
    const path = parseJsonPath(sourcePath);
    if (!path) return;
    if (mode === 'explode') addExploded(roots, column, path);
    else repeated.push({ column, path, delimiter: mode === 'join' ? delimiter : null });
  });
  return { columns: columnNames(mappings), repeated, exploded: inOrder(roots, -1, []) };
}
