import { describe, expect, it } from 'vitest';
import { groupByCall } from './batch.ts';

describe('groupByCall', () => {
  const withoutSuffix = (identifier: string) => identifier.replace(/[.#].*/, '');

  it('groups different serials into one call without duplicates', () => {
    expect(groupByCall(['a', 'B#1', 'A', ' b#1'], withoutSuffix)).toEqual([['A', 'B#1']]);
    expect(groupByCall([], withoutSuffix)).toEqual([]);
  });

  it('uses separate calls for identifiers that the vendor cannot tell apart', () => {
    const calls = groupByCall(['A.21HM', 'B', 'A.20XX', 'A'], withoutSuffix);
    expect(calls).toEqual([['A.21HM', 'B'], ['A.20XX'], ['A']]);
  });
});
