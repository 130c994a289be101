import { expect, it } from 'vitest';
import { noSlices } from '../../../../test/slices.ts';
import { copyLine } from '../intake/copy-line.ts';
import type { FileRow } from '../intake/rows.store.ts';
import { createLineWriter } from './line-writer.ts';

const run = { day: '2026-01-01', key: '1' } as never;
const rowOf = (row: number, cells: string[]): FileRow => ({
  ...{ row, line: row + 1, vendor: null, serial: 'a\tb', manufacturer: 'Dell', outcome: null, reason: null },
  cells,
});

it('writes long rows like short ones, each in one piece', async () => {
  const texts = ['plain', 'quo"te', 'back\\slash', 'line\nbreak', 'tab\t', '\u0001', 'ü東🙂'];
  const rows = [
    rowOf(1, texts),
    rowOf(
      2,
      texts.map((text) => text.repeat(5000)),
    ),
    rowOf(3, texts),
    rowOf(4, new Array(40).fill('x'.repeat(32 * 1024))),
    rowOf(5, []),
  ];
  const writer = createLineWriter();
  for (const row of rows) await writer.add(run, row, noSlices);
  const pieces = writer.takePieces(true).map((piece) => Buffer.from(piece).toString());
  expect(pieces.join('')).toBe(rows.map((row) => copyLine(run, row)).join(''));
  expect(pieces.every((piece) => piece.endsWith(']\n'))).toBe(true);
});

it('tells how much it keeps until it is taken', async () => {
  const writer = createLineWriter();
  await writer.add(run, rowOf(1, ['x'.repeat(1000)]), noSlices);
  expect(writer.bytes()).toBeGreaterThan(1000);
  await writer.add(run, rowOf(2, ['x'.repeat(200_000)]), noSlices);
  expect(writer.bytes()).toBeGreaterThan(201_000);
  writer.takePieces(true);
  expect(writer.bytes()).toBe(0);
});

it('accepts a row of 500 long cells in any language, but not of control characters', async () => {
  const row = (text: string) => rowOf(1, new Array(500).fill(text.repeat(32 * 1024)));
  const writer = createLineWriter();
  await writer.add(run, row('東'), noSlices);
  expect(writer.takePieces(true)).toHaveLength(1);
  await expect(writer.add(run, row('\u0001'), noSlices)).rejects.toThrow('Row 2 has more than 64 MB.');
});
