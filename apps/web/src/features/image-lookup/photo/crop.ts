import type { Point } from '@warranty/domain/label/barcodes';
import type { Size } from '../../../lib/files/image-size.ts';

/** Part of an image, rotated so that its text is horizontal. In pixels, and radians clockwise. */
export interface Crop extends Size {
  center: Point;
  angle: number;
}

const between = (a: Point, b: Point) => Math.hypot(b.x - a.x, b.y - a.y);
const middle = (points: readonly Point[], axis: 'x' | 'y') =>
  points.reduce((sum, point) => sum + point[axis], 0) / points.length;

/** Margin as a fraction of the shorter side: a person who checks the text wants to see its surroundings. */
const margin = 0.35;

/** The area that the corners enclose; null if they do not form a quadrilateral. */
export function cropAt(place: readonly Point[] | null, picture: Size): Crop | null {
  if (place?.length !== 4) return null;
  const corners = place.map(({ x, y }) => ({ x: x * picture.width, y: y * picture.height }));
  const [first, second, third, fourth] = corners as [Point, Point, Point, Point];
  const width = (between(first, second) + between(fourth, third)) / 2;
  const height = (between(second, third) + between(first, fourth)) / 2;
  if (!(width >= 2 && height >= 2)) return null;
  const room = 2 * margin * Math.min(width, height);
  return {
    center: { x: middle(corners, 'x'), y: middle(corners, 'y') },
    angle: Math.atan2(second.y - first.y, second.x - first.x),
    width: width + room,
    height: height + room,
  };
}
