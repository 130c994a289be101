import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ParameterValues, parameterErrors, requestPath } from './endpoint-request.ts';

const path = '/api/user/{username}/runs/{runId}/results';
const parameters = [
  { name: 'username', in: 'path', required: true },
  { name: 'runId', in: 'path', required: false },
  { name: 'search', in: 'query', required: false },
  { name: 'limit', in: 'query', required: true },
];
const pathFor = (values: ParameterValues) => requestPath(path, parameters, values);
const errorsIn = (values: ParameterValues) => parameterErrors(parameters, values);

describe('the request path', () => {
  it('contains every value encoded, in the path or in the query, and omits blank ones', () => {
    const values = { username: 'a b/c', runId: ' 1?x ', search: 'größe & #', limit: '10' };
    expect(pathFor(values)).toBe(
      '/api/user/a%20b%2Fc/runs/1%3Fx/results?search=gr%C3%B6%C3%9Fe+%26+%23&limit=10',
    );
    expect(pathFor({ username: 'a', runId: 'b', search: '  ' })).toBe('/api/user/a/runs/b/results');
  });

  it('never leaves its template, whatever the input', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('.', '..', '../../..', '%2e%2e', '//evil.example', '\\..\\'),
    );
    fc.assert(
      fc.property(word, word, word, (username, runId, search) => {
        const values = { username, runId, search, limit: '1' };
        if (Object.keys(errorsIn(values)).length > 0) {
          return;
        }
        const url = new URL(pathFor(values), 'http://localhost');
        expect(url.origin).toBe('http://localhost');
        expect(url.pathname).toMatch(/^\/api\/user\/[^/]+\/runs\/[^/]+\/results$/);
        expect([...url.searchParams.keys()].every((name) => ['search', 'limit'].includes(name))).toBe(true);
        expect(url.hash).toBe('');
      }),
    );
  });
});

describe('parameter input', () => {
  it('is rejected if it is missing or leads to another path', () => {
    expect(errorsIn({ username: '', runId: '..', search: '..', limit: '' })).toEqual({
      username: 'username is required',
      runId: '.. would change the request path',
      limit: 'limit is required',
    });
    expect(errorsIn({ username: 'a', runId: 'b', limit: '1' })).toEqual({});
  });
});
