import type { Operation } from '@warranty/contracts/core/openapi';
import { describe, expect, it } from 'vitest';
import { jsonBody, operation } from '../../../test/reference-document.ts';
import type { Entry } from './entries.ts';
import { findProblems, tryRequest, whyNotTried } from './try-request.ts';

const entry = (method: string, path: string, parts: Partial<Operation> = {}): Entry => ({
  anchor: '',
  method,
  path,
  operation: operation(parts),
});
const run = entry('GET', '/api/runs/{runId}', {
  parameters: [
    { name: 'runId', in: 'path', required: true, schema: { type: 'string' } },
    { name: 'filter', in: 'query', required: false, schema: { type: 'string' } },
  ],
});
const lookup = entry('POST', '/api/lookup', { requestBody: jsonBody({}) });
const none = { parameters: {}, body: '', token: '' };

describe('tryRequest', () => {
  it('sends a token in its header and without the cookie, and the session otherwise', () => {
    expect(tryRequest(lookup, { ...none, body: '{}', token: ' wlt_1 ' })).toEqual({
      path: '/api/lookup',
      init: {
        method: 'POST',
        credentials: 'omit',
        redirect: 'error',
        headers: { authorization: 'Bearer wlt_1', 'content-type': 'application/json' },
        body: '{}',
      },
    });
    const { path, init } = tryRequest(run, { ...none, parameters: { runId: 'a/b', filter: 'x' } });
    expect(path).toBe('/api/runs/a%2Fb?filter=x');
    expect(init).toMatchObject({ method: 'GET', credentials: 'same-origin', headers: {} });
    expect(init).not.toHaveProperty('body');
  });

  it.each(['session', 'public'])('never sends the token to an endpoint with %s access', (access) => {
    const { init } = tryRequest(entry('GET', '/api/x', { 'x-access': access }), { ...none, token: 'wlt_1' });
    expect(JSON.stringify(init)).not.toContain('wlt_1');
    expect(init.credentials).toBe('same-origin');
  });
});

describe('findProblems', () => {
  it('finds nothing wrong with a complete request', () => {
    expect(findProblems(run, { ...none, parameters: { runId: 'a' } })).toBeNull();
    expect(findProblems(lookup, { ...none, body: '{"a": 1}', token: 'wlt_abc' })).toBeNull();
  });

  it('asks for required parameters', () => {
    expect(findProblems(run, none)).toEqual({ parameters: { runId: 'runId is required' } });
  });

  it('rejects a body that is not JSON and a token that no header can have', () => {
    expect(findProblems(lookup, { ...none, body: '{', token: 'wlt_ä' })).toEqual({
      parameters: {},
      body: 'This is not valid JSON',
      token: 'An access token has only letters, digits and underscores',
    });
    expect(findProblems(lookup, { ...none, body: '{}', token: 'a\nb' })).not.toBeNull();
  });
});

describe('whyNotTried', () => {
  it.each([
    [run, null],
    [lookup, null],
    [entry('POST', '/api/x'), null],
    [entry('DELETE', '/api/x'), 'Only GET and POST'],
    [entry('POST', '/api/x', { 'x-access': 'agent' }), 'the secret of an agent'],
    [
      entry('PUT', '/api/x', { requestBody: { required: true, content: { 'text/csv': { schema: {} } } } }),
      'takes a file',
    ],
  ])('%#', (tried, reason) => {
    if (reason === null) expect(whyNotTried(tried)).toBeNull();
    else expect(whyNotTried(tried)).toContain(reason);
  });
});
