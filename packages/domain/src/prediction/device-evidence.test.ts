import { describe, expect, it } from 'vitest';
import { describeDevice } from './device-description.ts';
import { deviceEvidence } from './device-evidence.ts';
import { predictAssets, predictDescription } from './predict.ts';

const now = new Date('2025-01-01');

const unknown = { kind: 'unknown', vendor: null, manufacturer: null, model: null, serial: null } as const;

const devices = [
  { ...unknown, manufacturer: 'Dell Inc.', model: 'OptiPlex 7090', serial: 'SMP0001' },
  { ...unknown, manufacturer: 'Apple Inc.', model: 'MacBookPro16,1', serial: 'C02G8Q12MD6T' },
  {
    ...unknown,
    manufacturer: 'Hewlett-Packard',
    model: 'HP EliteBook 840 G7 Notebook PC',
    serial: '5CG0421YAB',
  },
  { ...unknown, kind: 'computer', model: 'ThinkPad T14', serial: 'PF3ABCDE' },
  { ...unknown, kind: 'network', vendor: 'Cisco Systems' },
  { ...unknown, kind: 'printer', vendor: 'Brother Industries' },
  { ...unknown, vendor: 'Intel Corporate' },
  unknown,
] as const;

describe('deviceEvidence', () => {
  it.each(devices)('yields the same date for a single device as for a row of its scan: %j', (device) => {
    const { type, manufacturer, model, serial } = deviceEvidence(device);
    const row = {
      ...{ assetId: 'pc-7', typeName: type, manufacturer, modelNumber: model, serialNumber: serial },
      ...{ hostname: 'pc-7', ip: '10.0.0.7', mac: '' },
    };
    const [ofRow] = predictAssets([row], { now });
    const alone = predictDescription(
      describeDevice({ hostname: 'pc-7', ip: '10.0.0.7', type, manufacturer, model, serial }),
      { now },
    );
    const compared = ({ assetId, explanation, ...prediction }: typeof alone) => prediction;
    expect(compared(alone)).toEqual(compared(ofRow as typeof alone));
  });

  it('uses the network card vendor only if it makes devices', () => {
    expect(deviceEvidence({ ...unknown, vendor: 'Cisco Systems' }).manufacturer).toBe('Cisco');
    expect(deviceEvidence({ ...unknown, vendor: 'Intel Corporate' }).manufacturer).toBe('');
    expect(deviceEvidence({ ...unknown, vendor: 'Cisco', manufacturer: 'Dell Inc.' }).manufacturer).toBe(
      'Dell Inc.',
    );
  });
});
