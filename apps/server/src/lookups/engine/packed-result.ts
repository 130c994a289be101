import { resultFields, type StoredField, storedFields } from '@warranty/contracts/result-fields';
import { emptySerialResult, type SerialResult } from '../answers/serial-result.ts';

/**
 * Stored as a list: with a million of these, field names would double the size. The positions of `fixed` and those in
 * `resultFields` never change; a new field takes the next free one, and results that were stored before have no value for
 * it. Another version would mean that a position holds something else.
 */
export type PackedSerialResult = [SerialResult['outcome'], ...(string | number | null)[]];

const version = 1;
const fixed = { outcome: 0, endsAt: 3, checkedAt: 9, error: 10, version: 11, noCoverage: 12, rows: 13 };

const positions = storedFields.map((field): [StoredField, number] => [field, resultFields[field].stored]);
/** Without the last positions, which few results have. */
const length = 1 + Math.max(fixed.version, ...positions.map(([, position]) => position));

/** `rows` is the number of rows with this device. */
export function packSerialResult(result: SerialResult, rows = 1): PackedSerialResult {
  const packed = new Array<string | number | null>(length).fill(null);
  packed[fixed.outcome] = result.outcome;
  packed[fixed.endsAt] = result.endsAt;
  packed[fixed.checkedAt] = result.checkedAt;
  packed[fixed.error] = result.error;
  packed[fixed.version] = version;
  for (const [field, position] of positions) packed[position] = result[field];
  if (result.noCoverage) packed[fixed.noCoverage] = 1;
  if (rows > 1) packed.push(...(result.noCoverage ? [rows] : [null, rows]));
  return packed as PackedSerialResult;
}

/** How many rows have the device of this result. */
export function rowsOfDevice(packed: PackedSerialResult): number {
  return Number(packed[fixed.rows] ?? 1);
}

export function unpackSerialResult(packed: PackedSerialResult): SerialResult {
  // Results from before there was a version have the same positions.
  const found = packed[fixed.version] ?? version;
  if (found !== version) throw new Error(`results of version ${found} cannot be read by this release`);
  const text = (position: number) => (packed[position] ?? null) as string | null;
  const result: SerialResult = {
    ...emptySerialResult,
    outcome: packed[0],
    endsAt: text(fixed.endsAt),
    checkedAt: text(fixed.checkedAt),
    error: text(fixed.error),
    noCoverage: packed[fixed.noCoverage] === 1,
  };
  for (const [field, position] of positions) result[field] = text(position);
  return result;
}
