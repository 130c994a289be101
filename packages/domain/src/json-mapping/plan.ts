import { defaultDelimiter, type JsonMapping } from '@warranty/contracts/json-mapping';
import { nameColumns } from '../csv/columns.ts';
import { everyElement, type JsonPath, parseJsonPath, writeJsonPath } from './path.ts';

/** A column that has one cell for a source row, however many rows that becomes. */
export interface RepeatedColumn {
  column: number;
  path: JsonPath;
  /** null: the first match alone. */
  delimiter: string | null;
}

export interface ExplodedColumn {
  column: number;
  /** From the element on; never with an [*]. */
  path: JsonPath;
  /** Without an [*] in its path, it also takes a value that is no array. */
  takesSingle: boolean;
}

/** An array whose elements become rows. */
export interface ExplodedArray {
  /** The array that this one lies in, by its place in the list; -1 for the source row. Always an earlier one. */
  parent: number;
  /** From the parent's element to the array; never with an [*]. */
  path: JsonPath;
  columns: ExplodedColumn[];
  children: ExplodedArray[];
}

/** What the mappings ask for, read once for all rows. */
export interface MappingPlan {
  /** One for each mapping, each unlike all others. */
  columns: string[];
  repeated: RepeatedColumn[];
  /** As nested loops, the outermost first. */
  exploded: ExplodedArray[];
}

/** Two columns of one name would overwrite each other: the second one is called "Name (2)". */
export function columnNames(mappings: readonly JsonMapping[]): string[] {
  return nameColumns(mappings.map(({ alias }) => alias)).map(({ name }) => name);
}

/** The part of a path before each [*], and what follows the last one. */
function splitAtArrays(path: JsonPath): { arrays: JsonPath[]; rest: JsonPath } {
  const arrays: JsonPath[] = [];
  let start = 0;
  path.forEach((step, at) => {
    if (step !== everyElement) return;
    arrays.push(path.slice(start, at));
    start = at + 1;
  });
  return arrays.length > 0 ? { arrays, rest: path.slice(start) } : { arrays: [path], rest: [] };
}

/** Arrays with the same path under the same parent are one, so that its columns advance together. */
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

/** Parents before children, which is the order of nested loops. */
function inOrder(arrays: readonly ExplodedArray[], parent: number, list: ExplodedArray[]): ExplodedArray[] {
  for (const array of arrays) {
    array.parent = parent;
    list.push(array);
    inOrder(array.children, list.length - 1, list);
  }
  return list;
}

export function planMappings(mappings: readonly JsonMapping[]): MappingPlan {
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
