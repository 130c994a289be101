import { describe, expect, it } from 'vitest';
import { nameColumns } from './columns.ts';
import { isoFormat, readFormat } from './dates.ts';
import { createComparer, isSameModel } from './differences.ts';

const columns = nameColumns(['Serial', 'Expires', 'Model']);
const mapping = { modelNumber: 'Serial', endDate: 'Expires', deviceModel: 'Model' };
const answer = { endDate: '2027-01-21', systemDescription: 'Latitude 5440', productCode: 'LAT5440' };
const { compare } = createComparer({ columns, mapping });
const endDate = { field: 'endDate', cell: 1, value: '2027-01-21' };
const model = { field: 'model', cell: 2, value: 'Latitude 5440' };

describe('a row differs', () => {
  it('in its end date, whatever the format', () => {
    const { compare: german } = createComparer({
      columns,
      mapping,
      endDateFormat: readFormat('dd.mm.yyyy') ?? isoFormat,
    });
    expect(german(['7XK2P93', '21.01.2027', ''], answer)).toEqual([]);
    expect(german(['7XK2P93', '20.01.2027', ''], answer)).toEqual([endDate]);
  });

  it('in its model', () => {
    expect(compare(['7XK2P93', '', 'OptiPlex 7090'], answer)).toEqual([model]);
    expect(compare(['7XK2P93', '2026-01-21', 'OptiPlex 7090'], answer)).toEqual([endDate, model]);
  });

  it.each([
    ['blank cells', ['7XK2P93', ' ', ''], answer],
    ['a cell that is no date', ['7XK2P93', 'unknown', ''], answer],
    ['the product code instead of the name', ['7XK2P93', '', 'LAT5440'], answer],
    ['nothing from the vendor', ['7XK2P93', '2026-01-21', 'OptiPlex 7090'], { source: 'Dell' }],
    ['a short row', ['7XK2P93'], answer],
  ])('not by %s', (_, cells, given) => {
    expect(compare(cells, given)).toEqual([]);
  });

  it('not if the columns are not mapped', () => {
    const bare = createComparer({ columns, mapping: { modelNumber: 'Serial' } });
    expect(bare.columns).toEqual([]);
    expect(bare.compare(['7XK2P93', '2026-01-21', 'OptiPlex 7090'], answer)).toEqual([]);
  });
});

describe('the model is the same', () => {
  it.each([
    ['Latitude 5420', 'LATITUDE 5420'],
    ['Dell Latitude 5420', 'Latitude 5420 BTX'],
    ['OptiPlex-7090', 'OptiPlex 7090 MFF'],
    ['ThinkPad T14 Gen 3', 'T14 Gen 3 (Type 21AH, 21AJ) Laptop (ThinkPad)'],
    ['', 'Latitude 5420'],
  ])('%s: %s', (one, other) => {
    expect([isSameModel(one, other), isSameModel(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['Latitude 5420', 'Latitude 5430'],
    ['OptiPlex 7090', 'Latitude 7090'],
    ['EliteBook 840 G7', 'EliteBook 840 G8'],
  ])('but not %s: %s', (one, other) => {
    expect(isSameModel(one, other)).toBe(false);
  });
});
