import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { countRows } from './count.ts';
import { mapRows } from './rows.ts';

const value = (sourcePath: string, alias = sourcePath): JsonMapping => ({ sourcePath, alias, mode: 'value' });
const explode = (sourcePath: string, alias = sourcePath): JsonMapping => ({
  sourcePath,
  alias,
  mode: 'explode',
});
const join = (sourcePath: string, delimiter = ','): JsonMapping => {
  return { sourcePath, alias: sourcePath, mode: 'join', delimiter };
};
/** The cells of all rows, in mapping order. */
function cells(data: unknown, ...mappings: JsonMapping[]): unknown[][] {
  const { rows } = mapRows(data, mappings);
  return rows.map((row) => mappings.map(({ alias }) => row[alias]));
}

describe('the rows of a response', () => {
  it.each<[string, unknown, unknown[][]]>([
    ['an array: one for each element', [{ a: 1 }, { a: 2 }, {}, 5, null], [[1], [2], [null], [null], [null]]],
    ['an object: one', { a: 1 }, [[1]]],
    ['text: one', 'text', [[null]]],
    ['an empty array: none', [], []],
    ['null: none', null, []],
    ['nothing: none', undefined, []],
  ])('%s', (_, data, rows) => expect(cells(data, value('a'))).toEqual(rows));

  it('are empty without a mapping', () => {
    expect(mapRows([{ a: 1 }], [])).toEqual({ rows: [], stopped: false });
  });

  it('are the elements themselves if they are scalars', () => {
    expect(cells([1, 'two', null], value('$'))).toEqual([[1], ['two'], [null]]);
  });
});

describe('value', () => {
  const data = { a: [{ b: null }, { b: 2 }], o: { x: [1] }, no: false, zero: 0, empty: '' };
  it.each<[string, unknown]>([
    ['a[*].b', null],
    ['a[1].b', 2],
    ['a[*].c', null],
    ['o', { x: [1] }],
    ['no', false],
    ['zero', 0],
    ['empty', ''],
    ['not a path[', null],
  ])('of %s returns the first match', (path, cell) => expect(cells(data, value(path))).toEqual([[cell]]));
});

describe('join', () => {
  const data = {
    tags: ['a', 1, null, true, { b: 2 }],
    list: [{ n: 'x' }, {}, { n: 'y' }],
    one: 'z',
    none: [],
  };
  it.each<[string, string, string]>([
    ['tags[*]', ',', 'a,1,,true,{"b":2}'],
    ['tags', '; ', 'a; 1; ; true; {"b":2}'],
    ['list[*].n', '|', 'x|y'],
    ['one', ',', 'z'],
    ['none', ',', ''],
    ['none[*]', ',', ''],
    ['missing[*]', ',', ''],
  ])('of %s joins by %j', (path, delimiter, cell) => {
    expect(cells(data, join(path, delimiter))).toEqual([[cell]]);
  });

  it('uses a comma by default', () => {
    expect(cells([[1, 2]], { sourcePath: '[*]', alias: 'a', mode: 'join' })).toEqual([['1,2']]);
  });
});

describe('explode', () => {
  const order = {
    id: 7,
    lines: [
      { sku: 'a', sizes: [1, 2] },
      { sku: 'b', sizes: [] },
      { sku: 'c', sizes: [3] },
    ],
    notes: ['x', 'y'],
  };

  it('produces one row per match, and repeats the other columns', () => {
    expect(cells(order, value('id'), explode('lines[*].sku'))).toEqual([
      [7, 'a'],
      [7, 'b'],
      [7, 'c'],
    ]);
  });

  it('advances columns of the same array together', () => {
    const rows = cells(order, explode('lines[*].sku'), explode('lines[*].sizes[0]'));
    expect(rows).toEqual([
      ['a', 1],
      ['b', null],
      ['c', 3],
    ]);
  });

  it('multiplies rows of different arrays', () => {
    const rows = cells(order, explode('lines[*].sku'), explode('notes[*]'));
    expect(rows).toEqual(['a', 'b', 'c'].flatMap((sku) => ['x', 'y'].map((note) => [sku, note])));
  });

  it('iterates over a nested array once per outer element', () => {
    const rows = cells(order, explode('lines[*].sku'), explode('lines[*].sizes[*]'), explode('notes[*]'));
    const pairs = [
      ['a', 1],
      ['a', 2],
      ['b', null],
      ['c', 3],
    ];
    expect(rows).toEqual(pairs.flatMap((pair) => ['x', 'y'].map((note) => [...pair, note])));
  });

  it('does not affect the other modes: the first match and all matches, in every row', () => {
    const rows = cells(order, explode('lines[*].sku'), value('lines[*].sku', 'first'), join('lines[*].sku'));
    expect(rows.map(([, first]) => first)).toEqual(['a', 'a', 'a']);
  });

  it('keeps the row if there is nothing to explode', () => {
    const data = [{ id: 1, list: [] }, { id: 2 }, { id: 3, list: null }, { id: 4, list: ['x'] }];
    expect(cells(data, value('id'), explode('list[*]'))).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [4, 'x'],
    ]);
  });

  it('uses the elements if a path without [*] leads to an array, and the value otherwise', () => {
    const data = [{ list: [1, 2] }, { list: 3 }, { list: { name: 'n' } }];
    expect(cells(data, explode('list'), explode('list[*].name'))).toEqual([
      [1, null],
      [2, null],
      [3, null],
      [{ name: 'n' }, null],
    ]);
  });
});

describe('the limit', () => {
  const many = {
    a: Array.from({ length: 1000 }, (_, index) => index),
    b: Array.from({ length: 1000 }, (_, index) => index),
  };

  it('stops rows that multiply beyond 100,000, and reports it', () => {
    const mappings = [explode('a[*]'), explode('b[*]')];
    const { rows, stopped } = mapRows(many, mappings);
    expect([rows.length, stopped]).toEqual([100_000, true]);
    expect(rows.at(-1)).toEqual({ 'a[*]': 99, 'b[*]': 999 });
    expect(countRows(many, mappings)).toBe(1_000_000);
  });

  it('does not stop at exactly 100,000', () => {
    const data = Array.from({ length: 100_000 }, (_, index) => index);
    expect(mapRows(data, [value('$')]).stopped).toBe(false);
    expect(mapRows([...data, 1], [value('$')]).stopped).toBe(true);
  });

  it('can be lowered for a preview, which builds only the rows it shows', () => {
    const deep = {
      l: Array.from({ length: 300 }, () => ({ m: Array.from({ length: 300 }, () => ({ n: [1, 2, 3] })) })),
    };
    const mappings = ['a', 'b', 'c', 'd', 'e'].map((alias) => explode('l[*].m[*].n[*]', alias));
    const before = process.threadCpuUsage();
    for (let round = 0; round < 100; round += 1) mapRows(deep, mappings, { limit: 10 });
    expect(process.threadCpuUsage(before).user).toBeLessThan(200_000);
    expect(mapRows(deep, mappings, { limit: 10 }).rows).toHaveLength(10);
  });

  it('cannot be raised', () => {
    expect(mapRows(many, [explode('a[*]'), explode('b[*]')], { limit: 1e9 }).rows).toHaveLength(100_000);
  });
});

describe('columns', () => {
  it('with the same alias get distinct names', () => {
    const mappings = [value('a', 'Name'), value('b', 'Name'), value('c', 'Name (2)'), value('d', ' Name ')];
    expect(mapRows({ a: 1, b: 2, c: 3, d: 4 }, mappings).rows).toEqual([
      { Name: 1, 'Name (3)': 2, 'Name (2)': 3, 'Name (4)': 4 },
    ]);
  });

  it('can be named like built-in properties', () => {
    const data = JSON.parse('{"__proto__":{"x":1},"constructor":2}');
    const mappings = [
      value('__proto__', '__proto__'),
      value('constructor', 'constructor'),
      value('toString'),
    ];
    const [row = {}] = mapRows(data, mappings).rows;
    expect(Object.entries(row)).toEqual([
      ['__proto__', { x: 1 }],
      ['constructor', 2],
      ['toString', null],
    ]);
    expect(Object.getPrototypeOf(row)).toBe(Object.prototype);
    expect(({} as { x?: number }).x).toBeUndefined();
  });
});
