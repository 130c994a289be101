import { resultFields } from '@warranty/contracts/result-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { emptySerialResult, type SerialResult } from '../answers/serial-result.ts';
import {
  type PackedSerialResult,
  packSerialResult,
  rowsOfDevice,
  unpackSerialResult,
} from './packed-result.ts';

const result: SerialResult = {
  ...emptySerialResult,
  outcome: 'found',
  startDate: '2024-01-22',
  endDate: '2027-01-21',
  endsAt: '2027-01-21T23:59:59Z',
  serviceLevel: 'ProSupport',
  serviceTag: '7XK2P93',
  productCode: '>/100',
  systemDescription: 'Latitude 5440',
  shipDate: '2024-01-15',
  checkedAt: '2026-11-15T03:04:05.000Z',
  error: null,
};
/** As stored by all releases. If this changes, stored results are misread. */
const stored = [
  ...['found', '2024-01-22', '2027-01-21', '2027-01-21T23:59:59Z', 'ProSupport', '7XK2P93', '>/100'],
  ...['Latitude 5440', '2024-01-15', '2026-11-15T03:04:05.000Z', null],
] as PackedSerialResult;

describe('a stored result', () => {
  it('has a position for every field, and a version', () => {
    expect(packSerialResult(result)).toEqual([...stored, 1]);
    const positions = Object.values(resultFields).flatMap(({ stored: position }) => position ?? []);
    expect(new Set([0, 3, 9, 10, 11, 12, 13, ...positions]).size).toBe(7 + positions.length);
  });

  it.each([
    [false, [...stored, 1, null, 3]],
    [true, [...stored, 1, 1, 3]],
  ])('has the number of rows with the device if it is repeated (no coverage: %s)', (noCoverage, packed) => {
    expect(packSerialResult({ ...result, noCoverage }, 3)).toEqual(packed);
    expect(unpackSerialResult(packed as PackedSerialResult)).toEqual({ ...result, noCoverage });
    expect([packed, stored].map((one) => rowsOfDevice(one as PackedSerialResult))).toEqual([3, 1]);
  });

  it('says that the vendor lists no coverage only if it does', () => {
    const none = packSerialResult({ ...result, noCoverage: true });
    expect(none).toEqual([...stored, 1, 1]);
    expect(
      [none, [...stored, 1]].map((one) => unpackSerialResult(one as PackedSerialResult).noCoverage),
    ).toEqual([true, false]);
  });

  it('is read if it was stored before there was a version', () => {
    expect(unpackSerialResult(stored)).toEqual(result);
  });

  it('is read if a later release added fields', () => {
    expect(unpackSerialResult([...stored, 1, null, 'US', null])).toEqual(result);
  });

  it('is not misread if it has another version', () => {
    expect(() => unpackSerialResult([...stored, 2])).toThrow('results of version 2');
  });

  it('is read as it was written', () => {
    const text = fc.option(fc.string());
    const values = Object.keys(emptySerialResult).map((field) => [field, text]);
    const outcome = fc.constantFrom('found', 'not-known', 'ambiguous', 'failed');
    fc.assert(
      fc.property(
        fc.record({ outcome, ...Object.fromEntries(values), noCoverage: fc.boolean() }),
        (given) => {
          const packed = JSON.parse(JSON.stringify(packSerialResult(given as unknown as SerialResult)));
          expect(unpackSerialResult(packed)).toEqual(given);
        },
      ),
    );
  });
});
