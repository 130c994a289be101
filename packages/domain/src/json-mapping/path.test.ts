import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { replay } from '../../test/recorded.ts';
import { everyElement, firstAt, parseJsonPath, valuesAt, writeJsonPath } from './path.ts';

it('returns what is recorded', () => {
  const path = `${import.meta.dirname}/path.recorded.txt`;
  return expect(replay(readFileSync(path, 'utf8'), { firstAt, parseJsonPath, valuesAt })).toMatchFileSnapshot(
    path,
  );
});

const every = everyElement;

describe('parseJsonPath', () => {
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
