import type { OpenApiDocument } from '@warranty/contracts/core/openapi';
import { describe, expect, it } from 'vitest';
import { operation, sampleDocument } from '../../../test/reference-document.ts';
import { anchorOf, groupEntries } from './entries.ts';
import { searchEntries } from './search.ts';

describe('anchorOf', () => {
  it('has only characters that need no encoding in an address', () => {
    expect(anchorOf('get', '/api/bulk-runs/{runId}/file')).toBe('get-api-bulk-runs-runid-file');
  });
});

describe('groupEntries', () => {
  it('follows the order of the groups, then that of the document', () => {
    expect(
      groupEntries(sampleDocument).map(({ name, entries }) => [name, entries.map(({ anchor }) => anchor)]),
    ).toEqual([
      ['Lookup', ['post-api-lookup', 'get-api-lookup']],
      ['Runs', ['delete-api-runs-runid-']],
    ]);
  });

  it('has an empty group for a tag without endpoints', () => {
    const document: OpenApiDocument = { ...sampleDocument, paths: {} };
    expect(groupEntries(document).map(({ entries }) => entries)).toEqual([[], []]);
  });
});

describe('searchEntries', () => {
  const groups = groupEntries(sampleDocument);
  const find = (text: string) =>
    searchEntries(groups, text).map(({ name, entries }) => [name, entries.map(({ anchor }) => anchor)]);

  it('returns everything without words', () => {
    expect(searchEntries(groups, '  ')).toEqual(groups);
  });

  it('finds all words in any order and case', () => {
    expect(find('lookup POST')).toEqual([['Lookup', ['post-api-lookup']]]);
    expect(find('post nothing')).toEqual([]);
  });

  it('lists endpoints that mention the words after those that are named so', () => {
    expect(find('runid')).toEqual([['Runs', ['delete-api-runs-runid-']]]);
    expect(find('serial')).toEqual([['In fields and errors', ['post-api-lookup']]]);
    expect(find('not_found')).toEqual([['In fields and errors', ['delete-api-runs-runid-']]]);
  });

  it('finds fields inside arrays, maps and alternatives', () => {
    const schema = {
      anyOf: [
        { type: 'null' },
        { type: 'array', items: { additionalProperties: { properties: { deepField: {} } } } },
      ],
    };
    const entry = {
      anchor: 'a',
      method: 'GET',
      path: '/a',
      operation: operation({
        responses: { 200: { description: '', content: { 'application/json': { schema } } } },
      }),
    };
    expect(searchEntries([{ name: 'A', description: '', entries: [entry] }], 'deepfield')).toHaveLength(1);
  });
});
