import type { LookupCounts } from '@warranty/domain/csv/summary';
import { expect, it } from 'vitest';
import { lookupPlan } from './lookup-plan.ts';

const counts: LookupCounts = {
  byVendor: { Cisco: 7, Dell: 100, HP: 30, Lenovo: 345 },
  others: { rows: 2, names: ['Acer', 'Asus'] },
  skipped: {
    'no-manufacturer': 5,
    'no-identifier': 3,
    'model-name': 2,
    placeholder: 8,
    'not-a-serial': 4,
    damaged: 1,
  },
};
const linesWith = (vendors: string[], userVendors: string[]) =>
  lookupPlan(counts, { vendors, userVendors }).map(({ name, rows, note }) => [name, rows, note]);

it('lists what is looked up first, then the rest with the reason', () =>
  expect(linesWith(['Dell', 'HP'], ['HP', 'Cisco'])).toEqual([
    ['Dell', 100, 'Looked up'],
    ['HP', 30, 'Looked up with your keys'],
    ['Lenovo', 345, 'Not looked up: no Lenovo keys'],
    ['Cisco', 7, 'Not looked up: switched off'],
    ['Other manufacturers', 2, 'Not looked up: no lookup for Acer, Asus'],
    ['Manufacturer unknown', 5, 'Not looked up: neither the file nor the serial number tells it'],
    [
      'No serial number',
      18,
      'Not looked up: 3 blank, 2 model names, 8 placeholders, 4 with other text, 1 damaged by a spreadsheet',
    ],
  ]));

it('adds up to all rows', () => {
  const sum = lookupPlan(counts, { vendors: ['Dell'], userVendors: [] }).reduce(
    (total, { rows }) => total + rows,
    0,
  );
  expect(sum).toBe(507);
});

it('says whose keys would help', () =>
  expect(
    lookupPlan(counts, { vendors: ['Dell'], userVendors: ['HP'] }).flatMap(
      ({ needsKeysOf = [] }) => needsKeysOf,
    ),
  ).toEqual(['Lenovo', 'Cisco']));

it('names three of many other manufacturers', () => {
  const others = { rows: 9, names: ['Acer', 'Asus', 'Fujitsu', 'Sony'] };
  const [line] = lookupPlan({ byVendor: {}, others, skipped: {} }, { vendors: [], userVendors: [] });
  expect(line?.note).toBe('Not looked up: no lookup for Acer, Asus, Fujitsu and others');
});

it('leaves out what the file does not have', () =>
  expect(
    lookupPlan(
      { byVendor: { Dell: 1 }, others: { rows: 0, names: [] }, skipped: {} },
      { vendors: ['Dell'], userVendors: [] },
    ),
  ).toHaveLength(1));
