import type { LabelReading } from '@warranty/contracts/image-lookup';
import { describe, expect, it } from 'vitest';
import { deviceIn, deviceOn, manufacturerOf, type ScannedDevice } from './scanned-device.ts';

const device = (serial: string, manufacturer = '', model = ''): ScannedDevice => ({
  ...{ serial, manufacturer, model, sureness: null },
});

describe('deviceIn', () => {
  it.each([
    ['7XK2P93', '7XK2P93'],
    [' 7xk2p93\r', '7XK2P93'],
    ['S/N: 7XK2P93', '7XK2P93'],
    ['https://www.dell.com/support/home/servicetag/7XK2P93', '7XK2P93'],
    // The express service code of 5RFDP01.
    ['12542331601', '5RFDP01'],
    ['125-423-316-01', '5RFDP01'],
    ['PFYVQQNY', 'PFYVQQNY'],
    ['To be filled by O.E.M.', undefined],
    ['OptiPlex 7090', undefined],
    ['siehe Etikett', undefined],
    ['', undefined],
  ])('for %j is %s', (text, serial) => expect(deviceIn(text)?.serial).toBe(serial));

  it('has the manufacturer that a barcode proves', () =>
    expect(deviceIn('1S21HMCTO1WWPFYVQQNY')).toMatchObject({ serial: 'PFYVQQNY', manufacturer: 'Lenovo' }));
});

describe('deviceOn', () => {
  const label: LabelReading = {
    ...{ serialNumber: 'PFYVQQNY', manufacturer: 'Lenovo', modelNumber: 'ThinkPad T14', partNumber: null },
    ...{ barcodeData: null, confidence: 0.99, rawText: '', proof: 'barcode', explanation: null },
    ...{ place: null, suggestions: [] },
  };

  it('has all that the photo shows', () => {
    expect(deviceOn(label)).toEqual({
      ...{ serial: 'PFYVQQNY', manufacturer: 'Lenovo', model: 'ThinkPad T14' },
      sureness: { confidence: 0.99, isVerified: true },
    });
  });

  it('is nothing without a serial number', () =>
    expect(deviceOn({ ...label, serialNumber: null })).toBeNull());
});

describe('the manufacturer', () => {
  it.each([
    [device('PFYVQQNY', 'Lenovo'), 'Lenovo'],
    [device('PFYVQQNY', '', 'ThinkPad T14'), 'Lenovo'],
    [device('7XK2P93'), 'Dell'],
    [device('PFYVQQNY'), ''],
  ])('of %j is %j', (scanned, manufacturer) => expect(manufacturerOf(scanned)).toBe(manufacturer));
});
