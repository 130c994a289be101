import type { Point } from './barcodes.ts';

export interface Choice {
  char: string;
  probability: number;
}

/** One printed character as a network reads it: all possible readings, best first. */
export interface ReadSymbol {
  choices: readonly Choice[];
  /** Position in its line: 0 is the left edge, 1 the right edge. */
  at: number;
}

/** A piece of text that was detected as one line. */
export interface TextLine {
  symbols: readonly ReadSymbol[];
  /** Clockwise from the upper left corner of the text; in any unit that is the same on both axes. */
  corners: readonly [Point, Point, Point, Point];
}

/** Pieces on one printed line, left to right; the text has one character per symbol. */
export interface TextRow {
  text: string;
  symbols: readonly (ReadSymbol & { line: TextLine | null })[];
}

export type Symbols = TextRow['symbols'];

const gap = { choices: [{ char: ' ', probability: 1 }], at: 0, line: null };

export const charOf = (symbol: ReadSymbol): string => symbol.choices[0]?.char ?? ' ';

const middle = (a: Point, b: Point): Point => ({ x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 });
const leftEnd = ({ corners: [topLeft, , , bottomLeft] }: TextLine) => middle(topLeft, bottomLeft);
const rightEnd = ({ corners: [, topRight, bottomRight] }: TextLine) => middle(topRight, bottomRight);
const heightOf = ({ corners: [topLeft, , , bottomLeft] }: TextLine) =>
  Math.hypot(bottomLeft.x - topLeft.x, bottomLeft.y - topLeft.y);

/** The distance from `from` to `to`, along the line and perpendicular to it. */
function offset(line: TextLine, from: Point, to: Point): { along: number; beside: number } {
  const [start, end] = [leftEnd(line), rightEnd(line)];
  const length = Math.hypot(end.x - start.x, end.y - start.y) || 1;
  const direction = { x: (end.x - start.x) / length, y: (end.y - start.y) / length };
  const way = { x: to.x - from.x, y: to.y - from.y };
  return {
    along: way.x * direction.x + way.y * direction.y,
    beside: way.y * direction.x - way.x * direction.y,
  };
}

/**
 * Whether `right` continues the line of `left`. Checks both directions, because neighbors on a tilted photo differ in
 * angle.
 */
function continues(left: TextLine, right: TextLine): boolean {
  const [from, to] = [rightEnd(left), leftEnd(right)];
  const byLeft = offset(left, from, to);
  const byRight = offset(right, from, to);
  const height = Math.min(heightOf(left), heightOf(right));
  const beside = Math.min(Math.abs(byLeft.beside), Math.abs(byRight.beside));
  return byLeft.along > -height && beside < 0.4 * Math.max(height, 0.6 * heightOf(left));
}

/** Rows in reading order. Assumes the same text direction for all lines, as on one label. */
export function rowsOf(lines: readonly TextLine[]): TextRow[] {
  const [frame] = lines;
  if (!frame) return [];
  const origin = leftEnd(frame);
  const placed = lines
    .map((line) => ({ line, ...offset(frame, origin, middle(leftEnd(line), rightEnd(line))) }))
    .toSorted((a, b) => a.along - b.along);
  const rows: { lines: TextLine[]; down: number }[] = [];
  for (const { line, beside } of placed) {
    const row = rows.find((each) => each.lines.at(-1) && continues(each.lines.at(-1) as TextLine, line));
    if (row) row.lines.push(line);
    else rows.push({ lines: [line], down: beside });
  }
  return rows.toSorted((a, b) => a.down - b.down).map(({ lines: pieces }) => rowOf(pieces));
}

function rowOf(lines: readonly TextLine[]): TextRow {
  const symbols = lines.flatMap((line, index) => [
    ...(index > 0 ? [gap] : []),
    ...line.symbols.map((symbol) => ({ ...symbol, line })),
  ]);
  return { symbols, text: symbols.map(charOf).join('') };
}

/** The quadrilateral in the photo that these symbols of a row fill. */
export function placeOf(symbols: Symbols): Point[] | null {
  const first = symbols.find(({ line }) => line);
  const line = first?.line;
  if (!line) return null;
  const last = symbols.findLast((symbol) => symbol.line === line) ?? first;
  const half = 0.6 / Math.max(1, line.symbols.length);
  const [from, to] = [Math.max(0, first.at - half), Math.min(1, last.at + half)];
  const [topLeft, topRight, bottomRight, bottomLeft] = line.corners;
  const between = (a: Point, b: Point, share: number) => ({
    x: a.x + (b.x - a.x) * share,
    y: a.y + (b.y - a.y) * share,
  });
  return [
    between(topLeft, topRight, from),
    between(topLeft, topRight, to),
    between(bottomLeft, bottomRight, to),
    between(bottomLeft, bottomRight, from),
  ];
}
