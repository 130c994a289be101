import { describe, expect, it } from 'vitest';
import { partLabels, partOf, rowsShown, startOfPart } from './result-parts.ts';

describe('parts of a large file', () => {
  it('are empty if everything fits into one', () => expect(partLabels(100_000)).toEqual([]));

  it('contain a hundred thousand rows each, and the last one the rest', () => {
    expect(partLabels(250_001).at(-1)).toBe('Rows 200,001 to 250,001');
    expect([startOfPart(2), rowsShown(250_001, 2)]).toEqual([200_000, 50_001]);
    expect([1, 100_000, 100_001, 250_001].map(partOf)).toEqual([0, 0, 1, 2]);
  });
});
