import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { mappingNotes } from './mapping-notes.ts';

const value = (sourcePath: string, alias: string): JsonMapping => ({ sourcePath, alias, mode: 'value' });

describe('mappingNotes', () => {
  it('returns no note for a path that occurs in any row of the response', () => {
    expect(mappingNotes([{ a: 1 }, { b: null }], [value('a', 'A'), value('b', 'B')])).toEqual([null, null]);
  });

  it('reports a path that matches nothing, but only if there is a response', () => {
    const mappings = [value('nope', 'A'), value('a[', 'B')];
    const nothing = 'Nothing at this path in the response';
    expect(mappingNotes([{ a: 1 }], mappings)).toEqual([nothing, nothing]);
    expect(mappingNotes(undefined, mappings)).toEqual([null, null]);
  });

  it('reports the actual column name if the alias is already used', () => {
    expect(mappingNotes([{ a: 1 }], [value('a', 'A'), value('a', 'A')])).toEqual([
      null,
      'This name is already used. The column will be named "A (2)"',
    ]);
  });
});
