import type { Point } from '@warranty/domain/label/barcodes';

export interface Region {
  /** The first and last pixel of every row: enough for the outline. */
  outline: Point[];
  pixels: number;
  /** Mean value of the map in this region. */
  score: number;
}

/** Connected regions of a map above a threshold. */
export function regionsAbove(map: Float32Array, width: number, height: number, threshold: number): Region[] {
  const seen = new Uint8Array(map.length);
  const stack = new Int32Array(map.length);
  const regions: Region[] = [];
  for (let start = 0; start < map.length; start++) {
    if (seen[start] || (map[start] as number) <= threshold) continue;
    regions.push(grow(map, width, height, threshold, start, seen, stack));
  }
  return regions;
}

function grow(
  map: Float32Array,
  width: number,
  height: number,
  threshold: number,
  start: number,
  seen: Uint8Array,
  stack: Int32Array,
): Region {
  const ends = new Map<number, [number, number]>();
  let [top, sum, pixels] = [0, 0, 0];
  const visit = (at: number) => {
    if (seen[at] || (map[at] as number) <= threshold) return;
    seen[at] = 1;
    stack[top++] = at;
  };
  visit(start);
  while (top > 0) {
    const at = stack[--top] as number;
    const x = at % width;
    const y = (at - x) / width;
    sum += map[at] as number;
    pixels++;
    const row = ends.get(y);
    if (!row) ends.set(y, [x, x]);
    else if (x < row[0]) row[0] = x;
    else if (x > row[1]) row[1] = x;
    if (x > 0) visit(at - 1);
    if (x < width - 1) visit(at + 1);
    if (y > 0) visit(at - width);
    if (y < height - 1) visit(at + width);
  }
  return { outline: outlineOf(ends), pixels, score: sum / pixels };
}

function outlineOf(ends: ReadonlyMap<number, readonly [number, number]>): Point[] {
  return [...ends].flatMap(([y, [from, to]]) => [
    { x: from, y },
    { x: to + 1, y },
    { x: from, y: y + 1 },
    { x: to + 1, y: y + 1 },
  ]);
}
