import { expect, it } from 'vitest';
import { finish } from '../../../test/finish.ts';
import { createTree, openAll, openChild } from './json-tree.ts';
import { moveOf } from './tree-keys.ts';

/** 0 `{`  1 `"a": [`  2 `1`  3 `{`  4 `"b": 2`  5 `}`  6 `]`  7 `"c": 3`  8 `}` */
const tree = finish(openAll({ a: [1, { b: 2 }], c: 3 }));
/** 0 `{`  1 `"a": [...]`  2 `"c": 3`  3 `}` */
const closed = createTree({ a: [1], c: 3 });
openChild(closed, 0);

it.each([
  ['ArrowDown', 0, { to: 1 }],
  ['ArrowDown', 4, { to: 7 }],
  ['ArrowDown', 7, { to: 7 }],
  ['ArrowUp', 7, { to: 4 }],
  ['ArrowUp', 0, { to: 0 }],
  ['PageDown', 0, { to: 4 }],
  ['PageDown', 4, { to: 7 }],
  ['PageUp', 7, { to: 2 }],
  ['PageUp', 2, { to: 0 }],
  ['Home', 4, { to: 0 }],
  ['End', 0, { to: 7 }],
  ['ArrowRight', 1, { to: 2 }],
  ['ArrowRight', 2, null],
  ['ArrowLeft', 4, { to: 3 }],
  ['ArrowLeft', 3, { toggle: 3 }],
  ['ArrowLeft', 2, { to: 1 }],
  ['ArrowLeft', 7, { to: 0 }],
  ['Enter', 1, { toggle: 1 }],
  [' ', 3, { toggle: 3 }],
  ['Enter', 2, null],
  ['x', 2, null],
] as const)('handles %s on line %i', (key, active, move) => {
  expect(moveOf(tree, active, key, 5)).toEqual(move);
});

it('opens a closed node, and ignores arrow keys that do not apply to the root', () => {
  expect(moveOf(closed, 1, 'ArrowRight', 5)).toEqual({ toggle: 1 });
  expect(moveOf(createTree({ a: 1 }), 0, 'ArrowLeft', 5)).toBeNull();
  expect(moveOf(createTree('text'), 0, 'ArrowRight', 5)).toBeNull();
});
