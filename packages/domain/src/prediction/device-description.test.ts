import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDescription } from './description.ts';
import { describeDevice } from './device-description.ts';
import type { LabeledFields } from './labeled-fields.ts';

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

const network = { hostname: 'pc-7', ip: '10.0.0.7', mac: '00:11:22:33:44:55' };

describe('describeDevice', () => {
  it.each([
    [network, 'Host: pc-7, IP: 10.0.0.7, MAC: 00:11:22:33:44:55'],
    [
      { ...network, manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', serial: 'SMP0001' },
      'Host: pc-7, IP: 10.0.0.7, MAC: 00:11:22:33:44:55, Manufacturer: Dell Inc., Model: OptiPlex 7090, Serial: SMP0001',
    ],
    [
      { ip: '10.0.0.7', manufacturer: 'Apple Inc.', model: 'MacBookPro16,1' },
      'IP: 10.0.0.7, Manufacturer: "Apple Inc.", Model: "MacBookPro16,1"',
    ],
    [{ hostname: 'new pc' }, 'Host: "new pc"'],
    [{ type: 'printer', manufacturer: 'HP' }, 'Type: printer, Manufacturer: HP'],
    [{}, ''],
  ] satisfies [LabeledFields, string][])('writes %j', (fields, text) => {
    expect(describeDevice(fields)).toBe(text);
  });

  it.each([
    ['Dell Inc.', 'Precision 3660', '7XK2P93'],
    ['HP', 'HP EliteBook 840 G7 Notebook PC', '5CG0421YAB'],
    ['Hewlett-Packard', 'HP Z2 Tower G5, 32 GB', 'CZC0421YAB'],
    ['VMware, Inc.', 'VMware7,1', 'VMware-56 4d 0c 1e 7b 3d'],
    ['Cisco Systems, Inc.', 'WS-C2960X-48FPS-L', 'FOC2231Y0ZA'],
    ['Apple Inc.', 'Mac14,2', 'C02G8Q'],
    ['LENOVO', '20W0S1AB00', 'PF3ABCDE'],
    ['ASUSTeK COMPUTER INC.', 'System "A", Model: B', 'NO12345'],
    ['', 'Support 2020 bought 2021-03-04', ''],
    ['Manufacturer: x', 'Serial: 12345678', 'Model: y'],
  ])('writes text that reads back exactly: %s, %s, %s', (manufacturer, model, serial) => {
    const fields = { ...network, manufacturer, model, serial };
    expect(readDescription(describeDevice(fields))).toMatchObject(cellsOf(fields));
  });

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
