import { type JsonMapping, maxExportRows } from '@warranty/contracts/json-mapping';
import { cellText } from './cell-text.ts';
import { everyElement, firstAt, type JsonPath, valuesAt } from './path.ts';
import { type ExplodedArray, planMappings, type RepeatedColumn } from './plan.ts';

export type MappedRow = Record<string, unknown>;

/** The elements of an array response. Any other value is one row; null and undefined are none. */
export function sourceRows(data: unknown): readonly unknown[] {
  if (Array.isArray(data)) return data;
  return data === undefined || data === null ? [] : [data];
}

/** If a path without [*] leads to an array, its elements are joined. */
function joinedAt(row: unknown, path: JsonPath, delimiter: string): string {
  const found = valuesAt(row, path);
  const only = found[0];
  const values = Array.isArray(only) && !path.includes(everyElement) ? only : found;
  return values.map(cellText).join(delimiter);
}

function cellOf(row: unknown, { path, delimiter }: RepeatedColumn): unknown {
  return delimiter === null ? (firstAt(row, path) ?? null) : joinedAt(row, path, delimiter);
}

/** State of the loop over one array. */
interface Loop {
  array: ExplodedArray;
  elements: readonly unknown[];
  /** The value is not an array: it counts as the only element, for columns with `takesSingle`. */
  isSingle: boolean;
  at: number;
}

const nothing: readonly unknown[] = [];

function enter(loop: Loop, parent: unknown): void {
  const value = firstAt(parent, loop.array.path);
  const isArray = Array.isArray(value);
  loop.isSingle = !isArray && value !== undefined;
  loop.elements = isArray ? value : loop.isSingle ? [value] : nothing;
  loop.at = 0;
}

function fillCells(
  { array, elements, isSingle, at }: Loop,
  row: MappedRow,
  columns: readonly string[],
): void {
  const element = elements[at];
  for (const { column, path, takesSingle } of array.columns) {
    const value = isSingle && !takesSingle ? undefined : firstAt(element, path);
    row[columns[column] as string] = value ?? null;
  }
}

/** The loops of one source row are nested, and pause and resume at any row. */
function enterFrom(first: number, loops: readonly Loop[], source: unknown): void {
  for (let index = first; index < loops.length; index += 1) {
    const loop = loops[index] as Loop;
    const outer = loops[loop.array.parent];
    const parent = outer ? (outer.isSingle ? undefined : outer.elements[outer.at]) : source;
    enter(loop, parent);
  }
}

/** Returns false after the last row. */
function advance(loops: readonly Loop[], source: unknown): boolean {
  for (let last = loops.length - 1; last >= 0; last -= 1) {
    const loop = loops[last] as Loop;
    if (loop.at + 1 >= loop.elements.length) continue;
    loop.at += 1;
    enterFrom(last + 1, loops, source);
    return true;
  }
  return false;
}

/** Builds rows lazily, only as they are taken. */
export function openRows(data: unknown, mappings: readonly JsonMapping[]) {
  const { columns, repeated, exploded } = planMappings(mappings);
  const sources = mappings.length > 0 ? sourceRows(data) : nothing;
  const loops = exploded.map((array): Loop => ({ array, elements: nothing, isSingle: false, at: 0 }));
  // Own properties in a fixed order make copies cheap and allow a column named `__proto__`.
  let template: MappedRow = Object.fromEntries(columns.map((column) => [column, null]));
  let source: unknown;
  let next = 0;
  let isInside = false;

  function startSource(): void {
    source = sources[next];
    next += 1;
    template = { ...template };
    for (const each of repeated) template[columns[each.column] as string] = cellOf(source, each);
    enterFrom(0, loops, source);
  }

  return {
    columns,
    /** Returns the next rows, at most `max`; empty when there are no more. */
    take(max: number): MappedRow[] {
      const rows: MappedRow[] = [];
      while (rows.length < max && (isInside || next < sources.length)) {
        if (!isInside) startSource();
        const row = exploded.length === 0 ? template : { ...template };
        for (const loop of loops) fillCells(loop, row, columns);
        rows.push(row);
        isInside = advance(loops, source);
      }
      return rows;
    },
    get isDone(): boolean {
      return !isInside && next >= sources.length;
    },
  };
}

/** `stopped`: the limit cut off further rows. */
export function mapRows(
  data: unknown,
  mappings: readonly JsonMapping[],
  { limit = maxExportRows }: { limit?: number } = {},
): { rows: MappedRow[]; stopped: boolean } {
  const cursor = openRows(data, mappings);
  const rows = cursor.take(Math.min(limit, maxExportRows));
  return { rows, stopped: !cursor.isDone };
}
