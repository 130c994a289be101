import type { Point } from '@warranty/domain/label/barcodes';

/** A rectangle at any angle; its width runs along the text. */
export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
  /** Of the text, in radians, clockwise from the right in pixel coordinates. */
  angle: number;
}

function cross(o: Point, a: Point, b: Point): number {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

function halfHull(points: readonly Point[]): Point[] {
  const half: Point[] = [];
  for (const point of points) {
    while (half.length > 1 && cross(half.at(-2) as Point, half.at(-1) as Point, point) <= 0) half.pop();
    half.push(point);
  }
  half.pop();
  return half;
}

function convexHull(points: readonly Point[]): Point[] {
  const sorted = points.toSorted((a, b) => a.x - b.x || a.y - b.y);
  return [...halfHull(sorted), ...halfHull(sorted.toReversed())];
}

/** The bounding rectangle of the hull that is aligned with one of its edges. */
function boxOnEdge(hull: readonly Point[], a: Point, b: Point): Box {
  const length = Math.hypot(b.x - a.x, b.y - a.y);
  const [ux, uy] = [(b.x - a.x) / length, (b.y - a.y) / length];
  const along = hull.map(({ x, y }) => x * ux + y * uy);
  const across = hull.map(({ x, y }) => y * ux - x * uy);
  const [left, right] = [Math.min(...along), Math.max(...along)];
  const [top, bottom] = [Math.min(...across), Math.max(...across)];
  const [u, v] = [(left + right) / 2, (top + bottom) / 2];
  return {
    x: u * ux - v * uy,
    y: u * uy + v * ux,
    width: right - left,
    height: bottom - top,
    angle: Math.atan2(uy, ux),
  };
}

/** Rotates by multiples of 180° until the angle is within 90° of `reference`. */
export function turnedTowards(angle: number, reference: number): number {
  return angle - Math.round((angle - reference) / Math.PI) * Math.PI;
}

/** The smallest rectangle around the points, with its width as the longer side. */
export function smallestBox(points: readonly Point[]): Box | null {
  const hull = convexHull(points);
  if (hull.length < 3) return null;
  const boxes = hull.map((point, i) => boxOnEdge(hull, point, hull[(i + 1) % hull.length] as Point));
  const box = boxes.reduce((a, b) => (b.width * b.height < a.width * a.height ? b : a));
  const lying =
    box.height > box.width
      ? { ...box, width: box.height, height: box.width, angle: box.angle + Math.PI / 2 }
      : box;
  return { ...lying, angle: turnedTowards(lying.angle, 0) };
}

export function cornersOf({ x, y, width, height, angle }: Box): [Point, Point, Point, Point] {
  const [c, s] = [Math.cos(angle), Math.sin(angle)];
  const corner = (u: number, v: number) => ({ x: x + u * c - v * s, y: y + u * s + v * c });
  const [w, h] = [width / 2, height / 2];
  return [corner(-w, -h), corner(w, -h), corner(w, h), corner(-w, h)];
}
