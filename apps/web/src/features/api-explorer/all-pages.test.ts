import { maxListedDiscoveries } from '@warranty/contracts/agents';
import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { hasPages, mergePages, nextPage, readAllPages } from './all-pages.ts';

const endpointWith = (...names: string[]): CatalogEndpoint => ({
  method: 'GET',
  path: '/api/list',
  summary: '',
  auth: 'session',
  acceptsToken: true,
  sensitive: false,
  pathParams: [],
  queryParams: names.map((name) => ({ name, type: 'string', required: false, description: '' })),
});

describe('a list in pages', () => {
  it('is known by its parameter', () => {
    expect(hasPages(endpointWith('filter'))).toBe(false);
    expect(hasPages(endpointWith('filter', 'after'))).toBe(true);
    expect(hasPages(endpointWith('before'))).toBe(true);
  });

  it.each<[string, string, unknown, unknown]>([
    ['rows of a run', 'after', { rows: [], nextAfter: 200 }, { after: '200' }],
    ['the last rows of a run', 'after', { rows: [], nextAfter: null }, null],
    ['events', 'before', { events: [], next: 'a place' }, { before: 'a place' }],
    ['the last events', 'before', { events: [{ id: '1' }], next: null }, null],
    ['few scans', 'before', { sessions: [{ id: '1' }] }, null],
    [
      'a full page of scans',
      'before',
      { sessions: Array.from({ length: maxListedDiscoveries }, (_, index) => ({ id: `scan ${index}` })) },
      { before: `scan ${maxListedDiscoveries - 1}` },
    ],
    ['a list', 'before', [1, 2], null],
  ])('continues %s', (_, parameter, data, expected) => {
    expect(nextPage(endpointWith(parameter), data)).toEqual(expected);
  });

  it('has the rows of all pages', () => {
    expect(mergePages({ rows: [1], nextAfter: 1 }, { rows: [2], nextAfter: null })).toEqual({
      rows: [1, 2],
      nextAfter: null,
    });
  });
});

describe('readAllPages', () => {
  afterEach(() => vi.unstubAllGlobals());

  it('reads until there is no next page, with the values of the form', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', async (path: string) => {
      asked.push(path);
      const after = Number(new URL(path, 'http://localhost').searchParams.get('after') ?? 0);
      return Response.json({ rows: [after + 1], nextAfter: after < 2 ? after + 1 : null });
    });
    const reply = await readAllPages(
      endpointWith('filter', 'after'),
      { filter: 'found', after: '' },
      new AbortController().signal,
    );
    expect(reply).toMatchObject({ data: { rows: [1, 2, 3], nextAfter: null }, pages: 3, isComplete: true });
    expect(asked).toEqual([
      '/api/list?filter=found',
      '/api/list?filter=found&after=1',
      '/api/list?filter=found&after=2',
    ]);
  });
});
