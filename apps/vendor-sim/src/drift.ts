// Replies of a vendor that changed a date: well-formed JSON in another format, sent with status 200.
import type { Faults } from './faults.ts';

/** The fields that change, each with its new name. */
export type Renames = Record<string, string>;

function driftedField([name, value]: [string, unknown], renames: Renames, drift: string): [string, unknown] {
  const renamed = renames[name];
  if (renamed === undefined) return [name, value];
  if (drift === 'renamedField') return [renamed, value];
  const ms = Date.parse(String(value));
  return [name, Number.isNaN(ms) ? value : ms];
}

export function drifted<Row extends object>(row: Row, renames: Renames, { drift }: Faults): object {
  if (!drift) return row;
  return Object.fromEntries(Object.entries(row).map((field) => driftedField(field, renames, drift)));
}
