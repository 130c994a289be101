import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { finish } from '../../../test/finish.ts';
import {
  closeChild,
  createTree,
  type JsonTree,
  lineAt,
  lineCount,
  lineNumberOf,
  openAll,
  openChild,
  openFirst,
  reveal,
} from './json-tree.ts';
import { lineText } from './line-text.ts';

const linesOf = (tree: JsonTree) =>
  Array.from({ length: lineCount(tree) }, (_, number) => {
    const line = lineAt(tree, number);
    if (!line) throw new Error(`no line ${number}`);
    return line;
  });

const textOf = (tree: JsonTree) =>
  linesOf(tree)
    .map((line) => {
      const { key, text, end } = lineText(line);
      return `${'  '.repeat(line.depth)}${key === null ? '' : `${key}: `}${text}${end}`;
    })
    .join('\n');

const opened = (value: unknown) => finish(openAll(value));

/** Short texts, because long ones are truncated. */
const json = fc.jsonValue({ maxDepth: 4, stringUnit: 'grapheme-ascii' });

describe('a JSON tree', () => {
  it('renders as JSON when everything is open', () => {
    fc.assert(fc.property(json, (value) => textOf(opened(value)) === JSON.stringify(value, null, 2)));
  });

  it('returns the number of every line, whatever is open', () => {
    const toggles = fc.array(fc.nat(), { maxLength: 30 });
    fc.assert(
      fc.property(json, toggles, (value, places) => {
        const tree = createTree(value);
        openFirst(tree, 20);
        for (const place of places) {
          const line = lineAt(tree, place % lineCount(tree));
          if (line?.kind === 'closed') openChild(line.parent, line.at);
          if (line?.kind === 'open') closeChild(line.parent, line.at);
        }
        linesOf(tree).forEach((line, number) => {
          if (line.kind !== 'end') expect(lineNumberOf(line.parent, line.at)).toBe(number);
        });
      }),
    );
  });

  it('has no lines outside its range', () => {
    const tree = opened({ a: 1 });
    expect([lineAt(tree, -1), lineAt(tree, 3)]).toEqual([null, null]);
    expect(lineCount(createTree('text'))).toBe(1);
    expect(lineCount(opened([]))).toBe(1);
  });

  it('reveals the end of a path and returns its line number', () => {
    const tree = createTree({ a: [1, { b: 2 }], c: 3 });
    expect(reveal(tree, [0, 0, 1, 0])).toBe(4);
    expect(lineAt(tree, 4)).toMatchObject({ kind: 'value', key: 'b', value: 2, depth: 3 });
  });

  it('opens level by level, up to the requested number of lines', () => {
    const tree = createTree({ a: { b: { c: 1 } }, d: { e: 1 } });
    openFirst(tree, 8);
    expect(textOf(tree)).toBe('{\n  "a": {\n    "b": { "c": 1 }\n  },\n  "d": {\n    "e": 1\n  }\n}');
    const list = Array.from({ length: 1000 }, () => ({ a: 1 }));
    for (const [value, count] of [
      [list, 1002],
      [{ list, total: 1000 }, 1005],
      [{ list, other: list }, 4],
    ] as const) {
      const long = createTree(value);
      openFirst(long, 100);
      expect(lineCount(long)).toBe(count);
    }
  });

  it('discards the open state of descendants when it closes', () => {
    const tree = opened({ a: { b: { c: 1 } } });
    closeChild(tree, 0);
    expect(lineCount(tree)).toBe(1);
    openChild(tree, 0);
    expect(lineCount(tree)).toBe(3);
  });

  it('finds a line among a million without scanning all of them', () => {
    const tree = opened(
      Array.from({ length: 200_000 }, (_, index) => ({ at: index, even: index % 2 === 0 })),
    );
    expect(lineCount(tree)).toBe(800_002);
    expect(lineAt(tree, 400_002)).toMatchObject({ key: 'at', value: 100_000 });
  });
});
