import { manufacturerOf, type ScannedDevice } from '@warranty/domain/label/scanned-device';
import { describe, expect, it } from 'vitest';
import { handedLines, readPastedList } from '../../bulk-lookup/list/pasted-devices.ts';
import { addDevice, addScan, handedText, isScannedDevice, maxScans } from './scan-list.ts';

const device = (serial: string, manufacturer = '', model = ''): ScannedDevice => ({
  ...{ serial, manufacturer, model, sureness: null },
});

describe('addScan', () => {
  it('appends a new serial number', () => {
    const { list } = addScan([device('7XK2P93')], '5tq8r14') as { list: ScannedDevice[] };
    expect(list.map(({ serial }) => serial)).toEqual(['7XK2P93', '5TQ8R14']);
  });

  it('recognizes a known serial number in another format', () => {
    expect(addScan([device('5RFDP01')], '12542331601')).toEqual({ kind: 'known', serial: '5RFDP01' });
  });

  it('reports why a scan is rejected', () => {
    expect(addScan([], ' hello ')).toEqual({
      kind: 'refused',
      reason: "'hello' is not a serial number or service tag.",
    });
    const full = Array.from({ length: maxScans }, (_, index) => device(`SMP${index}`));
    expect(addDevice(full, device('7XK2P93'))).toMatchObject({ kind: 'refused' });
  });
});

describe('the list for the bulk page', () => {
  it('has only serial numbers if they tell everything', () =>
    expect(handedText([device('7XK2P93'), device('5TQ8R14', 'Dell')])).toBe('7XK2P93 5TQ8R14'));

  it('names manufacturers that the serial numbers do not tell', () =>
    expect(handedText([device('7XK2P93', 'Dell'), device('PFYVQQNY', 'Lenovo')])).toBe(
      '7XK2P93\nPFYVQQNY, Lenovo',
    ));

  it('has the models', () =>
    expect(handedText([device('7XK2P93'), device('PFYVQQNY', 'Lenovo', 'ThinkPad T14')])).toBe(
      'Serial Number\tManufacturer\tModel\n7XK2P93\tDell\t\nPFYVQQNY\tLenovo\tThinkPad T14',
    ));

  it('leaves them out if the URL would be too long, but keeps the manufacturers that they tell', () => {
    const many = Array.from({ length: 200 }, (_, at) =>
      device(`PF${100_000 + at}`, '', 'ThinkPad T14 Gen 3'),
    );
    expect(handedText(many).split('\n')[7]).toBe('PF100007, Lenovo');
  });
});

it('is read by the bulk page as the same devices', () => {
  const devices = [
    device('7XK2P93', 'Dell'),
    device('PFYVQQNY', 'Lenovo'),
    device('5CG4120ABC', 'HP', 'EliteBook 840'),
  ];
  for (const list of [devices, devices.slice(0, 2), devices.slice(0, 1), devices.slice(2)]) {
    const { devices: read } = readPastedList(handedLines(handedText(list)));
    const manufacturers = read.map(({ serialNumber, manufacturer = '', model = '' }) => {
      return manufacturerOf(device(serialNumber, manufacturer, model));
    });
    expect(read.map(({ serialNumber }) => serialNumber)).toEqual(list.map(({ serial }) => serial));
    expect(manufacturers).toEqual(list.map(({ manufacturer }) => manufacturer));
  }
});

it('accepts only stored devices', () => {
  expect(isScannedDevice(device('7XK2P93'))).toBe(true);
  expect(['7XK2P93', null, { serial: '7XK2P93' }].some(isScannedDevice)).toBe(false);
});
