import type { JsonMapping } from '@warranty/contracts/json-mapping';
import { describe, expect, it } from 'vitest';
import { blankMapping, toMappingInput, validateMapping, withPath } from './mapping-input.ts';

const typed = { ...blankMapping, sourcePath: 'items[*].name', alias: 'Name' };

describe('what was typed', () => {
  it('becomes a mapping', () => {
    expect(validateMapping(typed)).toEqual({
      mapping: { sourcePath: 'items[*].name', alias: 'Name', mode: 'value' },
    });
    const joined = { ...typed, mode: 'join' as const };
    expect(validateMapping(joined)).toMatchObject({ mapping: { delimiter: ',' } });
    expect(validateMapping({ ...joined, delimiter: ' | ' })).toMatchObject({ mapping: { delimiter: ' | ' } });
  });

  it('is told what is missing, field by field', () => {
    expect(validateMapping(blankMapping)).toEqual({
      errors: { sourcePath: 'Source path is required', alias: 'Alias is required' },
    });
  });

  it('is told that a path cannot be read', () => {
    expect(validateMapping({ ...typed, sourcePath: 'items[' })).toEqual({
      errors: { sourcePath: expect.stringContaining('This is no path') },
    });
  });
});

describe('a path that was proposed', () => {
  const proposals: JsonMapping[] = [
    { sourcePath: 'id', alias: 'id', mode: 'value' },
    { sourcePath: 'tags[*]', alias: 'tags', mode: 'join', delimiter: ',' },
  ];

  it('brings its alias and its mode along', () => {
    const first = withPath(blankMapping, 'tags[*]', proposals);
    expect(first).toEqual({ sourcePath: 'tags[*]', alias: 'tags', mode: 'join', delimiter: ',' });
    expect(withPath(first, 'id', proposals)).toEqual(toMappingInput(proposals[0] as JsonMapping));
  });

  it('takes back what it brought, and never what somebody chose', () => {
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
