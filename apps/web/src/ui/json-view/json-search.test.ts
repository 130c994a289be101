import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../test/finish.ts';
import { maxMatches, search } from './json-search.ts';
import { createTree, lineAt, reveal } from './json-tree.ts';
import { lineText, pieces } from './line-text.ts';

const find = (value: unknown, words: string) => finish(search(value, words));

const data = { Name: 'Alpha', list: [{ name: 'beta' }, 12, null, true], none: {} };

describe('a search', () => {
  it.each([
    [
      'name',
      [
        [0, 0],
        [0, 1, 0, 0],
      ],
    ],
    ['alpha', [[0, 0]]],
    ['12', [[0, 1, 1]]],
    ['null', [[0, 1, 2]]],
    ['no', [[0, 2]]],
    ['nowhere', []],
  ])('finds keys and values, ignoring case: %s', (words, hits) => {
    expect(find(data, words)).toEqual({ hits, isCut: false });
  });

  it('returns paths to lines that contain the words', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.constantFrom('a', 'e', '1', 'l'), (value, words) => {
        for (const path of find(value, words).hits) {
          const tree = createTree(value);
          const line = lineAt(tree, reveal(tree, path));
          const held = [line?.key, typeof line?.value === 'object' && line.value ? '' : String(line?.value)];
          expect(held.some((text) => text?.toLowerCase().includes(words))).toBe(true);
        }
      }),
    );
  });

  it('stops at the maximum number of matches', () => {
    const { hits, isCut } = find(
      Array.from({ length: maxMatches + 1 }, () => 'x'),
      'x',
    );
    expect([hits.length, isCut]).toEqual([maxMatches, true]);
  });
});

describe('the text of a line', () => {
  const textOf = (value: unknown) => {
    const line = lineAt(createTree(value), 0);
    if (!line) throw new Error('no line');
    return lineText(line);
  };

  it('previews a closed node and shows its size', () => {
    expect(textOf({ a: 1, b: [1], c: {} })).toMatchObject({
      text: '{ "a": 1, "b": […], "c": {} }',
      note: '3 keys',
    });
    expect(textOf(Array.from({ length: 1000 }, () => 'x'.repeat(30)))).toMatchObject({
      text: `["${'x'.repeat(30)}", "${'x'.repeat(30)}", …]`,
      note: '1,000 items',
    });
    expect(textOf(['x'.repeat(60)])).toMatchObject({ text: `["${'x'.repeat(39)}…"]`, note: '1 item' });
  });

  it('truncates a long text and shows its length', () => {
    expect(textOf('y'.repeat(5000))).toMatchObject({
      text: `"${'y'.repeat(1000)}…"`,
      note: '5,000 characters',
    });
  });
});

describe('pieces of a text', () => {
  it('separate matches from the rest', () => {
    expect(pieces('A name, a Name', 'name').map(({ text, isHit }) => [text, isHit])).toEqual([
      ['A ', false],
      ['name', true],
      [', a ', false],
      ['Name', true],
    ]);
    expect(pieces('text', '')).toHaveLength(1);
  });

  it('add up to the whole text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.constantFrom('a', 'ß', 'i'), (text, words) => {
        expect(
          pieces(text, words)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
