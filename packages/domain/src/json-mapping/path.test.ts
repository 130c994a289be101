import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { everyElement, firstAt, type JsonPath, parseJsonPath, valuesAt, writeJsonPath } from './path.ts';

const every = everyElement;

describe('parseJsonPath', () => {
  it.each<[string, JsonPath]>([
    ['a', ['a']],
    ['a.b.c', ['a', 'b', 'c']],
    ['items[0]', ['items', 0]],
    ['items[12].name', ['items', 12, 'name']],
    ['items[*].tags[*]', ['items', every, 'tags', every]],
    ['[0]', [0]],
    ['[*].name', [every, 'name']],
    ['[0][*][1]', [0, every, 1]],
    ['Serial Number', ['Serial Number']],
    ['  a.b  ', ['a', 'b']],
    ['$', []],
    ['$.a', ['a']],
    ['$[0]', [0]],
    ['$a', ['$a']],
    ['a["b.c"]', ['a', 'b.c']],
    ['["a[0]"].b', ['a[0]', 'b']],
    ['["say \\"hi\\"\\n"]', ['say "hi"\n']],
    ["a['b.c']", ['a', 'b.c']],
    ['[""]', ['']],
    ["['']", ['']],
    ['a.0', ['a', '0']],
    ['a["0"]', ['a', '0']],
    ['*', ['*']],
    ['__proto__.x', ['__proto__', 'x']],
    ['größe.東京', ['größe', '東京']],
  ])('reads %j', (text, path) => expect(parseJsonPath(text)).toEqual(path));

  it.each([
    ...[
      '',
      '  ',
      '.',
      '.a',
      'a.',
      'a..b',
      'a[',
      'a]',
      'a[]',
      'a[-1]',
      'a[1.5]',
      'a[b]',
      'a[0]b',
      '[0',
      '$$.[',
      'a.[0]',
    ],
    ...['["a]', '["\\x"]', '["a\nb"]', "['a'b']", 'a[9999999999]', 'a'.padEnd(800, '[*]')],
  ])('rejects %j', (text) => expect(parseJsonPath(text)).toBeNull());

  it('reads back every path that writeJsonPath writes', () => {
    const step = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: fc.constantFrom('.', '[', ']', '"', "'", '*', '$', ' ', '0', 'a', '\\', '\n') }),
      fc.nat(999_999_999),
      fc.constant(every),
    );
    const property = fc.property(fc.array(step, { maxLength: 8 }), (path) => {
      expect(parseJsonPath(writeJsonPath(path))).toEqual(path);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => void parseJsonPath(text)),
      { numRuns: 1000 },
    );
  });
});

describe('the values at a path', () => {
  const row = JSON.parse(
    '{"a":{"b":1,"list":[{"c":2},{"c":null},{},{"c":3}]},"n":null,"__proto__":{"d":4},"two":[[1,2],[],[3]]}',
  );

  it.each<[string, unknown[]]>([
    ['a.b', [1]],
    ['n', [null]],
    ['a.list[0].c', [2]],
    ['a.list[*].c', [2, null, 3]],
    ['a.list[9].c', []],
    ['two[*][*]', [1, 2, 3]],
    ['two[*][0]', [1, 3]],
    ['two[*]', [[1, 2], [], [3]]],
    ['__proto__.d', [4]],
    ['missing.c', []],
    ['n.c', []],
    ['a.b.c', []],
    ['a[0]', []],
    ['a[*]', []],
    ['two["0"]', []],
    ['$', [row]],
  ])('are found for %s', (text, found) => {
    const path = parseJsonPath(text) ?? [];
    expect(valuesAt(row, path)).toEqual(found);
    expect(firstAt(row, path)).toEqual(found[0]);
  });

  it.each([
    'two.length',
    'constructor',
    'toString',
    'a.hasOwnProperty',
    'a.__proto__',
    '__proto__.constructor.name',
  ])('never include inherited properties: %s', (text) => {
    expect(valuesAt(row, parseJsonPath(text) ?? [])).toEqual([]);
    expect(firstAt(row, parseJsonPath(text) ?? [])).toBeUndefined();
  });

  it('start with the value that firstAt returns, for any JSON', () => {
    const step = fc.oneof(fc.constantFrom<string | number | true>('a', 'b', 0, 1, every));
    const json = fc.letrec((tie) => ({
      any: fc.oneof(
        { depthSize: 'small' },
        fc.constantFrom(null, 1, 'x'),
        fc.array(tie('any'), { maxLength: 3 }),
        fc.dictionary(fc.constantFrom('a', 'b', '__proto__'), tie('any')),
      ),
    })).any;
    const property = fc.property(json, fc.array(step, { maxLength: 5 }), (value, path) => {
      expect(firstAt(value, path)).toEqual(valuesAt(value, path)[0]);
    });
    fc.assert(property, { numRuns: 2000 });
  });
});
