import { expect, it } from 'vitest';
import { columnUses } from './column-uses.ts';
import { assign } from './mapping.ts';

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
