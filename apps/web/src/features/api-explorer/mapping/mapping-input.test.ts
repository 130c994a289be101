import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { blankMapping, toMappingInput, validateMapping, withPath } from './mapping-input.ts';

const typed = { ...blankMapping, sourcePath: 'items[*].name', alias: 'Name' };

describe('mapping input', () => {
  it('becomes a mapping', () => {
    expect(validateMapping(typed)).toEqual({
      mapping: { sourcePath: 'items[*].name', alias: 'Name', mode: 'value' },
    });
    const joined = { ...typed, mode: 'join' as const };
    expect(validateMapping(joined)).toMatchObject({ mapping: { delimiter: ',' } });
    expect(validateMapping({ ...joined, delimiter: ' | ' })).toMatchObject({ mapping: { delimiter: ' | ' } });
  });

  it('reports which fields are missing', () => {
    expect(validateMapping(blankMapping)).toEqual({
      errors: { sourcePath: 'Source path is required', alias: 'Alias is required' },
    });
  });

  it('reports an invalid path', () => {
    expect(validateMapping({ ...typed, sourcePath: 'items[' })).toEqual({
      errors: { sourcePath: expect.stringContaining('Invalid path') },
    });
  });
});

describe('a suggested path', () => {
  const proposals: JsonMapping[] = [
    { sourcePath: 'id', alias: 'id', mode: 'value' },
    { sourcePath: 'tags[*]', alias: 'tags', mode: 'join', delimiter: ',' },
  ];

  it('sets its alias and mode', () => {
    const first = withPath(blankMapping, 'tags[*]', proposals);
    expect(first).toEqual({ sourcePath: 'tags[*]', alias: 'tags', mode: 'join', delimiter: ',' });
    expect(withPath(first, 'id', proposals)).toEqual(toMappingInput(proposals[0] as JsonMapping));
  });

  it("clears the values it set, but never the user's choices", () => {
    const brought = withPath(blankMapping, 'tags[*]', proposals);
    expect(withPath(brought, 'tags[*].x', proposals)).toEqual({ ...blankMapping, sourcePath: 'tags[*].x' });
    expect(withPath({ ...brought, alias: 'Labels' }, 'id', proposals)).toMatchObject({ alias: 'Labels' });
    expect(withPath({ ...blankMapping, mode: 'explode' }, 'id', proposals)).toMatchObject({
      mode: 'explode',
    });
    const slashed = { ...brought, delimiter: '/' };
    expect(withPath(slashed, 'id', proposals)).toMatchObject({ alias: 'id', mode: 'join', delimiter: '/' });
  });
});
