import { suggestionsOnFetch, suggestionsOnRequest } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { countRows } from './count.ts';
import { suggestMappings } from './suggest.ts';

/** `path as alias (mode)`, with the delimiter of a join. */
function suggested(data: unknown, options: { depth: number; max: number } = suggestionsOnRequest): string[] {
  return suggestMappings(data, options).map(({ sourcePath, alias, mode, delimiter }) => {
    return `${sourcePath} as ${alias} (${mode}${delimiter ?? ''})`;
  });
}

describe('suggestMappings', () => {
  it.each<[string, unknown, string[]]>([
    [
      'scalars as values, lists of scalars as joins, and lists of objects as rows',
      {
        total: 2,
        tags: ['x'],
        items: [
          { id: 1, name: 'a' },
          { id: 2, price: { net: 5 } },
        ],
      },
      [
        'total as total (value)',
        'tags[*] as tags (join,)',
        'items[*].id as id (explode)',
        'items[*].name as name (explode)',
        'items[*].price.net as net (explode)',
      ],
    ],
    [
      'all elements of a response, not only the first',
      [{ a: 1 }, { b: { c: 2 } }, { a: null, d: ['x'] }, { e: null }],
      ['a as a (value)', 'd[*] as d (join,)', 'e as e (value)', 'b.c as c (value)'],
    ],
    [
      'a nested list as one cell of its row',
      { runs: [{ id: 1, rows: [{ a: 1 }, { a: 2 }], tags: ['x', 'y'] }] },
      ['runs[*].id as id (explode)', 'runs[*].rows as rows (explode)', 'runs[*].tags as tags (explode)'],
    ],
    [
      'a field that is a list in one element and a scalar in another as a join',
      [{ tag: 'a' }, { tag: ['b', 'c'] }],
      ['tag as tag (join,)'],
    ],
    [
      'each field to a unique alias, as short as possible',
      { name: 1, owner: { name: 2, site: { name: 3 } }, 'owner.name': 4, ' name ': 5, '': 6 },
      [
        'name as name (value)',
        '["owner.name"] as owner.name (value)',
        '[" name "] as name (2) (value)',
        '[""] as value (value)',
        'owner.name as owner.name (2) (value)',
        'owner.site.name as site.name (value)',
      ],
    ],
    ['no path that is too long for a mapping', { ['k'.repeat(2000)]: 1, ok: 2 }, ['ok as ok (value)']],
    ['numbers', [1, 2], ['$ as value (value)']],
    ['one number', 1, ['$ as value (value)']],
    ['rows of cells', [[1, 2], [3]], ['[*] as value (join,)']],
    ['an array in the array', [[{ a: 1 }]], ['[*].a as a (explode)']],
    ['nothing', null, []],
    ['an empty object', {}, []],
    ['an empty array', [], []],
  ])('maps %s', (_, data, lines) => expect(suggested(data)).toEqual(lines));

  it('finds a key that only late elements of a long response have', () => {
    const data = Array.from({ length: 100_000 }, (_, index) =>
      index < 60_000 ? { a: 1 } : { a: 1, late: 2 },
    );
    expect(suggested(data)).toEqual(['a as a (value)', 'late as late (value)']);
  });

  it('descends into objects up to the depth, and puts deeper values into one cell', () => {
    const data = { a: { b: { c: { d: 1 } } }, list: [{ x: { y: { z: 1 } } }] };
    expect(suggested(data, { depth: 2, max: 20 })).toEqual(['a.b as b (value)', 'list[*].x as x (explode)']);
    expect(suggested(data, { depth: 3, max: 20 })).toEqual([
      'a.b.c as c (value)',
      'list[*].x.y as y (explode)',
    ]);
  });

  it('explodes only the longest list, because two would multiply', () => {
    const data = { few: [{ a: 1 }], many: [{ b: 1 }, { b: 2 }], pairs: [[1, 2]] };
    expect(suggested(data)).toEqual([
      'pairs as pairs (value)',
      'few as few (value)',
      'many[*].b as b (explode)',
    ]);
    expect(countRows(data, suggestMappings(data, suggestionsOnRequest))).toBe(2);
  });

  it('respects the maximum, and reserves room for the list', () => {
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`f${index}`, index]));
    expect(suggested(wide, suggestionsOnFetch)).toHaveLength(5);
    expect(suggested(wide)).toHaveLength(20);
    const paged = { ...wide, items: [{ id: 1, name: 'a', size: 3 }] };
    expect(suggested(paged, suggestionsOnFetch)).toEqual([
      ...['f0 as f0 (value)', 'f1 as f1 (value)', 'f2 as f2 (value)'],
      ...['items[*].name as name (explode)', 'items[*].size as size (explode)'],
    ]);
    expect(suggested({ total: 1, items: [wide] }, suggestionsOnFetch)).toHaveLength(5);
  });

  it('prefers what says something if not everything fits', () => {
    const runs = [{ id: 'x', status: 'done', fileName: null, a: 1, b: 2, c: 3, d: 4, sessionId: 'y' }];
    expect(suggested({ runs, nextAfter: 7 }, suggestionsOnFetch)).toEqual(
      ['status', 'a', 'b', 'c', 'd'].map((name) => `runs[*].${name} as ${name} (explode)`),
    );
    expect(suggested({ id: 'x', blank: null, a: 1 }, { depth: 2, max: 1 })).toEqual(['a as a (value)']);
  });
});
