import { maxPredictionRows } from '@warranty/contracts/purchase-date';
import { findExcess } from '../../platform/http/bodies/json-body.ts';
import type { PredictionOutcome } from './prediction-tasks.ts';

/** Fifty flat cells per row. A body with more values would take twenty times its size in memory. */
const bounds = { depth: 8, values: 50 * maxPredictionRows };

export type Row = Record<string, string>;

type Refusal = Extract<PredictionOutcome, { kind: 'too-many' | 'invalid' }>;

const invalid = (path: string, message: string): Refusal => ({ kind: 'invalid', path, message });
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Validates the contract by hand, because a schema takes longer for 100,000 rows than predicting them. */
export function readRequest(text: string): { rows: Row[]; useVendorDates: boolean } | Refusal {
  if (findExcess(text, bounds))
    return invalid('body', `The body holds more than ${bounds.values} values, or lists in lists.`);
  const body = parsed(text);
  if (!isObject(body)) return invalid('body', 'The body is not a JSON object.');
  const { csvData, useVendorDates = false } = body;
  if (!Array.isArray(csvData)) return invalid('body.csvData', 'Must be an array of rows.');
  if (typeof useVendorDates !== 'boolean') return invalid('body.useVendorDates', 'Must be true or false.');
  if (csvData.length > maxPredictionRows) return { kind: 'too-many', rows: csvData.length };
  const rows: Row[] = [];
  for (const [at, row] of csvData.entries()) {
    if (!isObject(row)) return invalid(`body.csvData.${at}`, 'Each row must be an object.');
    const bad = normalize(row);
    if (bad !== null)
      return invalid(`body.csvData.${at}.${bad}`, 'Each cell must be a string, number, boolean or null.');
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

/** Converts numbers, booleans and null to text, in place. Returns the first column with any other type. */
function normalize(row: Record<string, unknown>): string | null {
  for (const column of Object.keys(row)) {
    const cell = row[column];
    if (typeof cell === 'string') continue;
    if (cell !== null && typeof cell !== 'number' && typeof cell !== 'boolean') return column;
    // Not an assignment, which would change the prototype for a column called `__proto__`.
    Object.defineProperty(row, column, { value: cell === null ? '' : String(cell), enumerable: true });
  }
  return null;
}
