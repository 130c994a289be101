import { describe, expect, it } from 'vitest';
import { exportConfig, jsonMapping } from './json-mapping.ts';

const typed = { sourcePath: 'a.b', alias: 'B', mode: 'value' };
const messagesOf = (value: unknown) =>
  jsonMapping.safeParse(value).error?.issues.map(({ message }) => message);

describe('a mapping from user input', () => {
  it('is trimmed', () => {
    expect(jsonMapping.parse({ ...typed, sourcePath: ' a.b ', alias: ' B ' })).toEqual(typed);
  });

  it.each([
    [{ ...typed, sourcePath: ' ' }, 'Source path is required'],
    [{ ...typed, alias: '' }, 'Alias is required'],
    [{ ...typed, mode: 'sum' }, 'Mode must be value, explode, or join'],
    [{ sourcePath: 'a', alias: 'a' }, 'Mode must be value, explode, or join'],
  ])('is rejected: %j', (value, message) => expect(messagesOf(value)).toEqual([message]));

  it('is rejected with a message for every missing field', () => {
    expect(messagesOf({ ...typed, sourcePath: '', alias: '' })).toEqual([
      'Source path is required',
      'Alias is required',
    ]);
  });

  it.each([
    [{ ...typed, delimiter: ';' }, typed],
    [
      { ...typed, mode: 'explode', delimiter: ';' },
      { ...typed, mode: 'explode' },
    ],
    [
      { ...typed, mode: 'join', delimiter: '; ' },
      { ...typed, mode: 'join', delimiter: '; ' },
    ],
    [
      { ...typed, mode: 'join', delimiter: '' },
      { ...typed, mode: 'join', delimiter: ',' },
    ],
    [
      { ...typed, mode: 'join' },
      { ...typed, mode: 'join', delimiter: ',' },
    ],
  ])('keeps a delimiter only for a join: %j', (value, kept) => {
    expect(jsonMapping.parse(value)).toEqual(kept);
  });
});

describe('an export', () => {
  const config = { endpoint: '/api/things', parameters: { page: '1' }, exportName: 'things.csv' };

  it('needs at least one mapping', () => {
    expect(exportConfig.parse({ ...config, fieldMappings: [typed] }).fieldMappings).toEqual([typed]);
    const refused = exportConfig.safeParse({ ...config, fieldMappings: [] });
    expect(refused.error?.issues[0]?.message).toBe('At least one field mapping is required');
  });
});
