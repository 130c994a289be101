import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { mappingNotes } from './mapping-notes.ts';

const value = (sourcePath: string, alias: string): JsonMapping => ({ sourcePath, alias, mode: 'value' });

describe('mappingNotes', () => {
  it('says nothing of what is in the response, in whatever row', () => {
    expect(mappingNotes([{ a: 1 }, { b: null }], [value('a', 'A'), value('b', 'B')])).toEqual([null, null]);
  });

  it('says where a path leads nowhere, once there is a response', () => {
    const mappings = [value('nope', 'A'), value('a[', 'B')];
    const nothing = 'Nothing at this path in the response';
    expect(mappingNotes([{ a: 1 }], mappings)).toEqual([nothing, nothing]);
    expect(mappingNotes(undefined, mappings)).toEqual([null, null]);
  });

  it('says how a column is called whose name is taken', () => {
    expect(mappingNotes([{ a: 1 }], [value('a', 'A'), value('a', 'A')])).toEqual([
      null,
      'The name is taken: the column is called "A (2)"',
    ]);
  });
});
