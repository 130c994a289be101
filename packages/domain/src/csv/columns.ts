import { headerIdentity } from './header-words.ts';

export interface Column {
  /** Unique in the file. */
  name: string;
  /** The header as it appears in the file and is written back; null if the file has no header row. */
  header: string | null;
}

const byteOrderMarks = /^\uFEFF+/;

/**
 * `taken` is called for every candidate: "X", "X (2)", "X (3)". `counted` stores the last number per name, for many equal
 * names that are never released.
 */
export function freeName(
  name: string,
  taken: (name: string) => boolean,
  counted = new Map<string, number>(),
): string {
  let number = counted.get(name) ?? 1;
  let candidate = number === 1 ? name : `${name} (${number})`;
  while (taken(candidate)) {
    number += 1;
    candidate = `${name} (${number})`;
  }
  counted.set(name, number);
  return candidate;
}

/** Names for the header row: duplicates get a number, empty headers their position, and unique names stay unchanged. */
export function nameColumns(headers: readonly string[]): Column[] {
  const wanted = headers.map((header) => header.replace(byteOrderMarks, '').trim());
  const firsts = new Set(wanted);
  const used = new Set<string>();
  const isTaken = (name: string) => used.has(name) || firsts.has(name);
  const counted = new Map<string, number>();
  return headers.map((header, index) => {
    const name = wanted[index] ?? '';
    const isFirst = name !== '' && !used.has(name);
    const base = name === '' ? `Column ${index + 1}` : name;
    const free = isFirst ? name : freeName(base, isTaken, counted);
    used.add(free);
    return { name: free, header: header.replace(byteOrderMarks, '') };
  });
}

export function unnamedColumns(count: number): Column[] {
  return Array.from({ length: count }, (_, index) => ({ name: `Column ${index + 1}`, header: null }));
}

export function columnIndex(columns: readonly Column[], name: string | undefined): number {
  return name === undefined ? -1 : columns.findIndex((column) => column.name === name);
}

/** The same for all files with the same headers, in any order and spelling. Stored mappings are found by this key. */
export function headerKey(columns: readonly Column[]): string {
  const headers = columns.map(({ name }) => headerIdentity(name));
  return headers.toSorted().join('\u001F');
}

/** A row in JSON format. Own properties only, so that a column may be called `__proto__`. */
export function recordOf(columns: readonly Column[], cells: readonly string[]): Record<string, string> {
  return Object.fromEntries(columns.map(({ name }, index) => [name, cells[index] ?? '']));
}

export function cellsOf(columns: readonly Column[], record: Readonly<Record<string, string>>): string[] {
  return columns.map(({ name }) => (Object.hasOwn(record, name) ? (record[name] ?? '') : ''));
}

/** Columns of rows received as JSON. `order` is needed because objects do not preserve the order of numeric names. */
export function columnsOfRecords(
  records: readonly Readonly<Record<string, string>>[],
  order: readonly string[] = [],
): Column[] {
  const names = new Set(order);
  for (const record of records) for (const name of Object.keys(record)) names.add(name);
  return [...names].map((name) => ({ name, header: name }));
}
