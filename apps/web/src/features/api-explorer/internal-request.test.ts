import type { CatalogEndpoint } from '@warranty/contracts/api-explorer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { curlCommand, firstValues, parameterErrors, requestPath } from './internal-request.ts';

const parameter = (name: string, required = false) => ({ name, type: 'string', required, description: '' });
const endpoint: CatalogEndpoint = {
  method: 'GET',
  path: '/api/user/{userId}/runs/{runId}/results',
  summary: 'Rows',
  auth: 'session',
  acceptsToken: true,
  sensitive: false,
  pathParams: [parameter('userId', true), parameter('runId', true)],
  queryParams: [parameter('search'), parameter('limit', true)],
};

describe('the request path', () => {
  it('contains every value encoded, in the path or in the query, and omits blank ones', () => {
    const values = { userId: 'a b/c', runId: ' 1?x ', search: 'größe & #', limit: '10' };
    expect(requestPath(endpoint, values)).toBe(
      '/api/user/a%20b%2Fc/runs/1%3Fx/results?search=gr%C3%B6%C3%9Fe+%26+%23&limit=10',
    );
    expect(requestPath(endpoint, { userId: 'a', runId: 'b', search: '  ' })).toBe(
      '/api/user/a/runs/b/results',
    );
  });

  it('never leaves its template, whatever the input', () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom('.', '..', '../..', '%2e%2e', '//evil.example', '\\..\\'),
    );
    fc.assert(
      fc.property(word, word, word, (userId, runId, search) => {
        const values = { userId, runId, search, limit: '1' };
        if (Object.keys(parameterErrors(endpoint, values)).length > 0) {
          return;
        }
        const url = new URL(requestPath(endpoint, values), 'http://localhost');
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
    expect(parameterErrors(endpoint, { userId: '', runId: '..', search: '..', limit: '' })).toEqual({
      userId: 'userId is required',
      runId: '.. would change the request path',
      limit: 'limit is required',
    });
    expect(parameterErrors(endpoint, { userId: 'a', runId: 'b', limit: '1' })).toEqual({});
  });

  it('starts with only the user ID filled in', () => {
    expect(firstValues(endpoint, 'demo-user-1')).toEqual({
      userId: 'demo-user-1',
      runId: '',
      search: '',
      limit: '',
    });
  });
});

describe('the curl command', () => {
  it('needs a token if the endpoint accepts one, and quotes the URL for the shell', () => {
    const path = requestPath(endpoint, { userId: "o'brien", runId: '$(x)`', limit: '1' });
    const command = curlCommand(endpoint, 'http://localhost:3000', path);
    expect(command).toBe(
      "curl -sS 'http://localhost:3000/api/user/o%27brien/runs/%24(x)%60/results?limit=1' \\\n  -H 'Authorization: Bearer YOUR_TOKEN'",
    );
    const open = { ...endpoint, auth: 'none', acceptsToken: false } as const;
    expect(curlCommand(open, 'http://localhost', '/api/config')).toBe(
      "curl -sS 'http://localhost/api/config'",
    );
  });

  it('is null if the endpoint accepts only a session', () => {
    expect(curlCommand({ ...endpoint, acceptsToken: false }, 'http://localhost', '/api/x')).toBeNull();
  });
});
