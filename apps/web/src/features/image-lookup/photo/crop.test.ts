import { expect, it } from 'vitest';
import { cropAt } from './crop.ts';

const picture = { width: 1000, height: 500 };

it('encloses a horizontal line with a margin', () => {
  const place = [
    { x: 0.1, y: 0.2 },
    { x: 0.3, y: 0.2 },
    { x: 0.3, y: 0.28 },
    { x: 0.1, y: 0.28 },
  ];
  const crop = cropAt(place, picture);
  expect(crop?.center).toEqual({ x: 200, y: expect.closeTo(120) });
  expect(crop?.angle).toBe(0);
  expect(crop?.width).toBeCloseTo(228);
  expect(crop?.height).toBeCloseTo(68);
});

it('rotates a vertical line to horizontal', () => {
  const place = [
    { x: 0.2, y: 0.2 },
    { x: 0.2, y: 0.6 },
    { x: 0.18, y: 0.6 },
    { x: 0.18, y: 0.2 },
  ];
  const crop = cropAt(place, picture);
  expect(crop?.angle).toBeCloseTo(Math.PI / 2);
  expect(crop?.width).toBeCloseTo(200 + 14);
  expect(crop?.height).toBeCloseTo(20 + 14);
});

it.each([
  ['no corners', null],
  [
    'three corners',
    [
      { x: 0, y: 0 },
      { x: 1, y: 0 },
      { x: 1, y: 1 },
    ],
  ],
  ['corners at the same point', Array.from({ length: 4 }, () => ({ x: 0.5, y: 0.5 }))],
  ['corners that are not numbers', Array.from({ length: 4 }, () => ({ x: Number.NaN, y: 0.5 }))],
])('returns null for %s', (_, place) => expect(cropAt(place, picture)).toBeNull());
