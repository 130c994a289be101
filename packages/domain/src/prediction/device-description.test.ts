import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { readDescription } from './description.ts';
import { describeDevice } from './device-description.ts';
import type { LabeledFields } from './labeled-fields.ts';

const path = `${import.meta.dirname}/device-description.recorded.txt`;
it('returns what is recorded', () =>
  expect(replay(readFileSync(path, 'utf8'), { describeDevice, readDescription })).toMatchFileSnapshot(path));

const cellsOf = (fields: LabeledFields) => ({
  manufacturer: fields.manufacturer ?? '',
  modelNumber: fields.model ?? '',
  serialNumber: fields.serial ?? '',
  ...(fields.type && { typeName: fields.type }),
  assetTag: '',
  purchaseDate: '',
  warrantyExpire: '',
  processor: '',
  description: '',
});

describe('describeDevice', () => {
  it('writes text that reads back exactly, whatever a device reports', () => {
    const word = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 12 }),
      fc.constantFrom(
        'Model:',
        'Serial:',
        'Type: x',
        '"',
        ',',
        'Dell',
        'laptop',
        '2021-03-04',
        'warranty',
        'i5-1145G7',
      ),
      fc.constantFrom('IP: 10.0.0.1', 'Host:', 'asset 12', 'serial 12345', 'used', ';', '=', '$&'),
    );
    const value = fc
      .array(word, { maxLength: 5 })
      .map((words) => words.join(' ').replaceAll(/\s+/g, ' ').trim().slice(0, 200).trim());
    const fields = fc.record({
      ...{ hostname: value, ip: value, mac: value },
      ...{ type: value, manufacturer: value, model: value, serial: value },
    });
    fc.assert(
      fc.property(fields, (device) => {
        expect(readDescription(describeDevice(device))).toMatchObject(cellsOf(device));
      }),
      { numRuns: 500 },
    );
  });
});
