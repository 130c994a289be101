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

/** The rows of one source row: nested loops that can pause and resume at any row. */
class Loops {
  #loops: Loop[];
  #source: unknown;

  constructor(arrays: readonly ExplodedArray[]) {
    this.#loops = arrays.map((array) => ({ array, elements: nothing, isSingle: false, at: 0 }));
  }

  start(source: unknown): void {
    this.#source = source;
    this.#enterFrom(0);
  }

  /** Returns false after the last row. */
  advance(): boolean {
    for (let last = this.#loops.length - 1; last >= 0; last -= 1) {
      const loop = this.#loops[last] as Loop;
      if (loop.at + 1 >= loop.elements.length) continue;
      loop.at += 1;
      this.#enterFrom(last + 1);
      return true;
    }
    return false;
  }

  fill(row: MappedRow, columns: readonly string[]): void {
    for (const loop of this.#loops) fillCells(loop, row, columns);
  }

  #enterFrom(first: number): void {
    for (let index = first; index < this.#loops.length; index += 1) {
      const loop = this.#loops[index] as Loop;
      const outer = this.#loops[loop.array.parent];
      const parent = outer ? (outer.isSingle ? undefined : outer.elements[outer.at]) : this.#source;
      enter(loop, parent);
    }
  }
}

/** Own properties in a fixed order make copies cheap and allow a column named `__proto__`. */
function emptyRow(columns: readonly string[]): MappedRow {
  return Object.fromEntries(columns.map((column) => [column, null]));
}

/** Builds rows lazily, only as they are taken. */
export function openRows(data: unknown, mappings: readonly JsonMapping[]) {
  const { columns, repeated, exploded } = planMappings(mappings);
  const sources = mappings.length > 0 ? sourceRows(data) : nothing;
  const loops = new Loops(exploded);
  let template = emptyRow(columns);
  let next = 0;
  let isInside = false;

  function startSource(): void {
    const source = sources[next];
    next += 1;
    template = { ...template };
    for (const each of repeated) template[columns[each.column] as string] = cellOf(source, each);
    loops.start(source);
  }

  return {
    columns,
    /** Returns the next rows, at most `max`; empty when there are no more. */
    take(max: number): MappedRow[] {
      const rows: MappedRow[] = [];
      while (rows.length < max && (isInside || next < sources.length)) {
        if (!isInside) startSource();
        const row = exploded.length === 0 ? template : { ...template };
        loops.fill(row, columns);
        rows.push(row);
        isInside = loops.advance();
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
