import { maxPredictionRows } from '@warranty/contracts/purchase-date';
import { findExcess } from '../../platform/http/json-body.ts';
import type { PredictionOutcome } from './thread-messages.ts';

/** Fifty cells in each of the rows, and rows are flat; what holds more would take twenty times its size in memory. */
const bounds = { depth: 8, values: 50 * maxPredictionRows };

export type Row = Record<string, string>;

export interface RequestRows {
  rows: Row[];
  useVendorDates: boolean;
}

type Refusal = Extract<PredictionOutcome, { kind: 'too-many' | 'invalid' }>;

const invalid = (path: string, message: string): Refusal => ({ kind: 'invalid', path, message });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** As the contract has it; by hand, because a schema takes longer over 100,000 rows than predicting them. */
export function readRequest(text: string): RequestRows | Refusal {
  if (findExcess(text, bounds))
    return invalid('body', `The body holds more than ${bounds.values} values, or lists in lists.`);
  const body = parsed(text);
  if (!isObject(body)) return invalid('body', 'The body is not a JSON object.');
  const { csvData, useVendorDates = false } = body;
  if (!Array.isArray(csvData)) return invalid('body.csvData', 'This is not a list of rows.');
  if (typeof useVendorDates !== 'boolean')
    return invalid('body.useVendorDates', 'This is not true or false.');
  if (csvData.length > maxPredictionRows) return { kind: 'too-many', rows: csvData.length };
  const rows: Row[] = [];
  for (const [at, row] of csvData.entries()) {
    if (!isObject(row)) return invalid(`body.csvData.${at}`, 'This row is not an object.');
    const bad = normalize(row);
    if (bad !== null) return invalid(`body.csvData.${at}.${bad}`, 'This is not the text of a cell.');
    rows.push(row as Row);
  }
  return { rows, useVendorDates };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Numbers and the like as text, in place. Returns the column that holds something else. */
function normalize(row: Record<string, unknown>): string | null {
  for (const column of Object.keys(row)) {
    const cell = row[column];
    if (typeof cell === 'string') continue;
    if (cell !== null && typeof cell !== 'number' && typeof cell !== 'boolean') return column;
    // Not by assignment, which for a column of that name would change the row's nature.
    Object.defineProperty(row, column, { value: cell === null ? '' : String(cell), enumerable: true });
  }
  return null;
}
