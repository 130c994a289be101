import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { exceedsDepth } from './json-body.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

/** Strings that look like structure, with quotes and backslashes in every position. */
const trickyString = fc
  .array(fc.constantFrom('[', ']', '{', '}', '"', '\\', '\\"', ',', ':', 'a', '\n', 'é', '\u2028'), {
    maxLength: 8,
  })
  .map((characters) => characters.join(''));

const { json } = fc.letrec((tie) => ({
  json: fc.oneof(
    { depthSize: 'large', withCrossShrink: true },
    trickyString,
    fc.constantFrom(0, -1.5, true, false, null),
    fc.array(tie('json'), { maxLength: 4 }),
    fc.dictionary(trickyString, tie('json'), { maxKeys: 4 }),
  ),
}));

describe('exceedsDepth', () => {
  it('agrees with the depth of the parsed value, whatever the strings contain', () => {
    fc.assert(
      fc.property(json, fc.nat(12), fc.nat(2), (value, limit, indent) => {
        expect(exceedsDepth(JSON.stringify(value, null, indent), limit)).toBe(depthOf(value) > limit);
      }),
      { numRuns: 500 },
    );
  });

  it('allows 64 levels and no more', () => {
    const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    expect(exceedsDepth(nested(64))).toBe(false);
    expect(exceedsDepth(nested(65))).toBe(true);
    expect(exceedsDepth(nested(64).replaceAll('[', '{"a":').replaceAll(']', '}'))).toBe(false);
  });

  it.each(['"', '"\\', '[', '{"a', ']]]]', '"\\\\"[', ''])('terminates on %j', (text) => {
    expect(exceedsDepth(text)).toBe(false);
  });

  it.each([
    ['a million levels', '['.repeat(1e6), true],
    ['a million levels after a long string', `["${'\\"['.repeat(3e5)}",${'['.repeat(1e6)}`, true],
    ['a million brackets side by side', `[${'[],'.repeat(1e6)}[]]`, false],
  ])('decides on %s in under 50 ms', (_, text, expected) => {
    const before = process.threadCpuUsage();
    expect(exceedsDepth(text)).toBe(expected);
    expect(process.threadCpuUsage(before).user).toBeLessThan(50_000);
  });
});
