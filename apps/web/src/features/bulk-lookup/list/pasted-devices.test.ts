import { describe, expect, it } from 'vitest';
import { type ListItems, readPastedList, textOf } from './pasted-devices.ts';

const devicesIn = (text: string) => readPastedList(text).devices;
const serials = (text: string) => devicesIn(text).map(({ serialNumber }) => serialNumber);

describe('repeated devices', () => {
  it.each([
    ['7XK2P93\n5TQ8R14', 2, 0],
    ['7XK2P93\n7xk2p93\n7XK 2P93\n5TQ8R14', 2, 2],
    ['Serial Number\tOwner\n7XK2P93\tAda\n7XK2P93\tBen', 1, 1],
    // The same serial number of two manufacturers is two devices.
    ['AB12345, Dell\nAB12345, Lenovo', 2, 0],
  ])('are listed once and counted in %j', (text, devices, repeats) =>
    expect(readPastedList(text)).toMatchObject({ devices: { length: devices }, repeats }),
  );

  it('keep the place and the spelling of the first one', () =>
    expect(serials('b1\nA1\nB1\nC1\na1')).toEqual(['b1', 'A1', 'C1']));
});

describe('a pasted list', () => {
  it('is split at line breaks, commas and semicolons, and keeps inner spaces', () =>
    expect(serials(' 7XK2P93\r\n\n5TQ8R14, ABC 1234;X ')).toEqual(['7XK2P93', '5TQ8R14', 'ABC 1234', 'X']));

  it('assigns a manufacturer to the serial number on the same line', () =>
    expect(devicesIn('DIGI001, Dell Inc.\n7XK2P93')).toEqual([
      { serialNumber: 'DIGI001', manufacturer: 'Dell Inc.' },
      { serialNumber: '7XK2P93' },
    ]));

  it('skips a header and keeps a line that contains only a manufacturer', () =>
    expect(serials('Serial Number\n7XK2P93\nDell')).toEqual(['7XK2P93', 'Dell']));
});

describe('a pasted table', () => {
  it('has one device per row, with the manufacturer from its column', () =>
    expect(devicesIn('DIGI001\tDell')).toEqual([{ serialNumber: 'DIGI001', manufacturer: 'Dell' }]));

  it('without a serial number column uses the first column that is not a manufacturer', () =>
    expect(devicesIn('HP\t9\nDell\t8')).toEqual([
      { serialNumber: '9', manufacturer: 'HP' },
      { serialNumber: '8', manufacturer: 'Dell' },
    ]));

  it('skips blank rows and cells', () =>
    expect(devicesIn('7XK2P93\t\n\t\n\tDell\n5TQ8R14\t\n')).toEqual([
      { serialNumber: '7XK2P93' },
      { serialNumber: '5TQ8R14' },
    ]));

  it('accepts cells with line breaks and inch marks', () => {
    expect(serials('7XK2P93\t"two\nlines"\n5TQ8R14\tx')).toEqual(['7XK2P93', '5TQ8R14']);
    expect(serials('7XK2P93\t"24 inch\n5TQ8R14\tx')).toEqual(['7XK2P93', '5TQ8R14']);
  });
});

describe('textOf', () => {
  it.each<[string, ListItems]>([
    ['serial numbers', [{ serialNumber: '7XK2P93' }, { serialNumber: 'ABC 1234' }]],
    [
      'manufacturers, also unknown ones',
      [
        { serialNumber: '7XK2P93', manufacturer: 'Dell' },
        { serialNumber: 'Z9', manufacturer: 'Acme' },
      ],
    ],
    [
      'models',
      [
        { serialNumber: 'PFYVQQNY', model: 'ThinkPad T14' },
        { serialNumber: '7XK2P93', manufacturer: 'Dell' },
      ],
    ],
    ['separators in a serial number', [{ serialNumber: 'A,1;2' }, { serialNumber: '5TQ8R14' }]],
  ])('is read as the same list: %s', (_, devices) =>
    expect(readPastedList(textOf(devices))).toMatchObject({ devices, repeats: 0 }),
  );

  it('has one serial number per line where that is enough', () =>
    expect(textOf([{ serialNumber: '7XK2P93' }, { serialNumber: '5TQ8R14' }])).toBe('7XK2P93\n5TQ8R14'));
});
