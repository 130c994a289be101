import { describe, expect, it } from 'vitest';
import { cornersOf, smallestBox, turnedTowards } from './boxes.ts';
import { regionsAbove } from './regions.ts';

describe('the smallest box around points', () => {
  it.each([0, 20, 45, 89, -60])('finds a rectangle rotated by %s degrees', (degrees) => {
    const turned = { x: 50, y: 40, width: 30, height: 8, angle: (degrees * Math.PI) / 180 };
    const box = smallestBox(cornersOf(turned));
    expect(box?.width).toBeCloseTo(30);
    expect(box?.height).toBeCloseTo(8);
    expect(turnedTowards((box?.angle ?? 0) - turned.angle, 0)).toBeCloseTo(0);
  });

  it('is null for collinear points', () => {
    expect(
      smallestBox([
        { x: 0, y: 0 },
        { x: 1, y: 1 },
        { x: 2, y: 2 },
      ]),
    ).toBeNull();
  });
});

it('the regions of a map are connected pixels above the threshold', () => {
  const map = Float32Array.from([0.9, 0.9, 0, 0, 0, 0, 0, 0.8]);
  const regions = regionsAbove(map, 4, 2, 0.3);
  expect(regions.map(({ pixels }) => pixels)).toEqual([2, 1]);
  expect(regions[0]?.score).toBeCloseTo(0.9);
  expect(Math.max(...(regions[0]?.outline.map(({ x }) => x) ?? []))).toBe(2);
});
