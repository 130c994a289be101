import { expect, it } from 'vitest';
import { fitWithin } from './image-size.ts';

it.each([
  [4032, 3024, 1024, 768],
  [3024, 4032, 768, 1024],
  [1024, 1024, 1024, 1024],
  [800, 600, 800, 600],
  [20_000, 3, 1024, 1],
])('scales %i by %i to fit into 1024 by 1024 as %i by %i', (width, height, fitWidth, fitHeight) => {
  expect(fitWithin({ width, height }, 1024)).toEqual({ width: fitWidth, height: fitHeight });
});
