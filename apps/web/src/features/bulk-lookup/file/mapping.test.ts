import { describe, expect, it } from 'vitest';
import { assign, columnUses, isSameMapping } from './mapping.ts';

describe('assign', () => {
  it('removes the column from its previous field', () =>
    expect(assign({ modelNumber: 'Serial', endDate: 'Ends' }, 'startDate', 'Ends')).toEqual({
      modelNumber: 'Serial',
      startDate: 'Ends',
    }));

  it('lets the identifier and the service tag share a column', () =>
    expect(assign({ modelNumber: 'Tag' }, 'serviceTag', 'Tag')).toEqual({
      modelNumber: 'Tag',
      serviceTag: 'Tag',
    }));

  it('clears a field', () => expect(assign({ modelNumber: 'Tag' }, 'modelNumber', null)).toEqual({}));
});

it('compares two mappings field by field', () => {
  expect(isSameMapping({ modelNumber: 'Tag' }, { modelNumber: 'Tag' })).toBe(true);
  expect(isSameMapping({ modelNumber: 'Tag' }, { modelNumber: 'Tag', endDate: 'End' })).toBe(false);
});

const columns = ['Asset', 'Tag', 'Bought'].map((name) => ({ name, header: name }));
const mapping = { modelNumber: 'Tag', serviceTag: 'Tag', purchaseDate: 'Bought' };

it('names every field that a column serves', () =>
  expect(columnUses(columns, mapping)).toEqual([[], ['Model Number', 'Service Tag'], ['Purchase Date']]));

it('follows a changed mapping', () =>
  expect(columnUses(columns, assign(mapping, 'modelNumber', 'Asset'))).toEqual([
    ['Model Number'],
    ['Service Tag'],
    ['Purchase Date'],
  ]));
