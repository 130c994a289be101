import { describe, expect, it } from 'vitest';
import { type ColumnChoice, readTable } from './pasted-table.ts';

const withHeader = 'Asset\tVendor\tS/N\tOwner\nPC1\tDell\t7XK2P93\tAda\nPC2\tLenovo\tPF2ABCDE\tBen';
const withoutHeader = 'Dell\tLatitude 5440\t7XK2P93\nLenovo\tThinkPad T14\tPF2ABCDE';

const columnsIn = (text: string, choice: Partial<ColumnChoice> = {}) => {
  const { key = '' } = readTable(text) ?? {};
  const { serial, manufacturer } = readTable(text, { key, ...choice }) ?? {};
  return { serial, manufacturer };
};

describe('the columns of a table', () => {
  it.each([
    ['their headers', withHeader, 'S/N', 'Vendor'],
    ['their values', withoutHeader, 'Column 3', 'Column 1'],
    ['the header of CSV text', 'Vendor;Serial Number\nDell;7XK2P93', 'Serial Number', 'Vendor'],
    ['commas in a header', 'Serial Number,Room\n7XK2P93,12', 'Serial Number', null],
  ])('are found by %s', (_, text, serial, manufacturer) =>
    expect(columnsIn(text)).toEqual({ serial, manufacturer }),
  );

  it('have a value to recognize them by', () =>
    expect(readTable('Asset\tSerial\n\t7XK2P93\nPC2\t')?.columns).toEqual([
      { name: 'Asset', firstValue: 'PC2' },
      { name: 'Serial', firstValue: '7XK2P93' },
    ]));

  it('can be chosen', () => {
    expect(columnsIn(withHeader, { serial: 'Asset' })).toEqual({ serial: 'Asset', manufacturer: 'Vendor' });
    expect(columnsIn(withHeader, { manufacturer: null })).toEqual({ serial: 'S/N', manufacturer: null });
    expect(columnsIn(withHeader, { serial: 'Vendor' })).toEqual({ serial: 'Vendor', manufacturer: null });
  });

  it('are detected again in another table', () => {
    const { key = '' } = readTable(withHeader) ?? {};
    expect(readTable(withoutHeader, { key, serial: 'Asset' })?.serial).toBe('Column 3');
  });
});

it.each([
  ['one per line', '7XK2P93\n5TQ8R14'],
  ['several per line', '7XK2P93, 5TQ8R14'],
  ['with manufacturers', 'Dell, 7XK2P93\nLenovo, PF2ABCDE'],
  ['with one header', 'Serial Number\n7XK2P93'],
])('a plain list is not a table: %s', (_, text) => expect(readTable(text)).toBeNull());
