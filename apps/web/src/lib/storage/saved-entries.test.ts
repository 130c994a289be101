import { describe, expect, it } from 'vitest';
import { entriesToDrop } from './saved-entries.ts';

const now = Date.parse('2026-11-19T12:00:00Z');
const hour = 3600 * 1000;

/** The slots that are dropped of entries that are given as owner and age in hours. */
function dropped(owner: string, ...all: [owner: string, hours: number][]): string[] {
  const entries = all.map(([owner, hours], index) => ({
    slot: `${index} ${owner}`,
    owner,
    savedAt: now - hours * hour,
  }));
  return entriesToDrop(entries, owner, now).map(({ slot }) => slot);
}

describe('saved data is dropped', () => {
  it('if it belongs to another person in the same organization', () => {
    const entries = [
      ['contoso/user-anna', 1],
      ['contoso/user-bert', 1],
    ] as [string, number][];
    expect(dropped('contoso/user-anna', ...entries)).toEqual(['1 contoso/user-bert']);
    expect(dropped('contoso/user-bert', ...entries)).toEqual(['0 contoso/user-anna']);
  });

  it('if it belongs to another browser user', () => {
    expect(dropped('demo-user-ab', ['demo-user-cd', 1], ['demo-user-ab', 1])).toEqual(['0 demo-user-cd']);
  });

  it('not if it belongs to another organization, which another tab may show', () => {
    expect(dropped('contoso/user-anna', ['fabrikam/user-anna', 1], ['demo-user-1', 1])).toEqual([]);
    expect(dropped('demo-user-1', ['contoso/user-anna', 1])).toEqual([]);
    // Not the start of the name of another one.
    expect(dropped('contoso/user-anna', ['contoso-2/user-bert', 1])).toEqual([]);
  });

  it('after a day, in every organization', () => {
    expect(dropped('contoso/user-anna', ['contoso/user-anna', 25], ['fabrikam/user-anna', 25])).toHaveLength(
      2,
    );
    expect(dropped('contoso/user-anna', ['contoso/user-anna', 24])).toEqual([]);
  });

  it('if there are more than five, the oldest first', () => {
    const ages = [3, 6, 1, 5, 2, 4];
    const entries = ages.map((hours): [string, number] => ['demo-user-1', hours]);
    expect(dropped('demo-user-1', ...entries)).toEqual(['1 demo-user-1']);
  });
});
