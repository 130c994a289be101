import type { OperationAuth } from '@warranty/contracts/api-tester';
import { describe, expect, it } from 'vitest';
import { applyAuth, readAccessToken } from './auth.ts';
import { readHeaders } from './headers.ts';

const tokenUrl = 'https://id.example/token';

describe('applyAuth', () => {
  it.each<[OperationAuth, Record<string, string>]>([
    [{ type: 'none', key: 'k' }, {}],
    [{ type: 'bearer', key: ' k ' }, { authorization: 'Bearer k' }],
    [{ type: 'bearer', key: 'Bearer k' }, { authorization: 'Bearer k' }],
    [{ type: 'bearer' }, {}],
    [{ type: 'header', key: 'k' }, { 'x-api-key': 'k' }],
    [{ type: 'header', key: 'k', headerName: 'X-Own' }, { 'x-own': 'k' }],
    [{ type: 'header', key: 'k', headerName: 'Authorization' }, { authorization: 'k' }],
    [{ type: 'api_key', key: 'k' }, { 'x-api-key': 'k' }],
    [{ type: 'api_key', key: 'k', headerName: 'authorization' }, { authorization: 'Bearer k' }],
    [{ type: 'api_key', key: 'k', headerName: 'X-A', queryParam: 'b' }, { 'x-a': 'k' }],
    [{ type: 'oauth2', key: 'tok' }, { authorization: 'Bearer tok' }],
    [{ type: 'oauth2', clientId: 'tok' }, { authorization: 'Bearer tok' }],
    [{ type: 'oauth2', clientSecret: 'tok' }, { authorization: 'Bearer tok' }],
    [{ type: 'oauth2' }, {}],
  ])('with %j sends the headers %j', (auth, headers) => {
    expect(applyAuth(auth, tokenUrl)).toEqual({ headers, query: null, tokenRequest: null, problems: [] });
  });

  it.each<[OperationAuth, [string, string] | null]>([
    [{ type: 'query', key: 'k' }, ['api_key', 'k']],
    [{ type: 'query', key: 'k', queryParam: 'q' }, ['q', 'k']],
    [{ type: 'query' }, null],
    [{ type: 'api_key', key: 'k', queryParam: 'q' }, ['q', 'k']],
  ])('with %j sends the query parameter %j', (auth, query) => {
    expect(applyAuth(auth, tokenUrl)).toEqual({ headers: {}, query, tokenRequest: null, problems: [] });
  });

  it('requests a token only with both client keys', () => {
    const { tokenRequest, headers } = applyAuth(
      { type: 'oauth2', clientId: 'a', clientSecret: 'b' },
      tokenUrl,
    );
    expect(tokenRequest).toMatchObject({ url: tokenUrl, method: 'POST' });
    expect(headers).toEqual({});
  });

  it.each<[OperationAuth, string]>([
    [{ type: 'header', key: 'k', headerName: 'Cookie' }, 'auth.headerName'],
    [{ type: 'header', key: 'k', headerName: 'a b' }, 'auth.headerName'],
    [{ type: 'api_key', key: 'k', headerName: 'Host' }, 'auth.headerName'],
    [{ type: 'bearer', key: 'a\r\nX-Evil: 1' }, 'auth.key'],
    [{ type: 'oauth2', key: 'clé’' }, 'auth.key'],
    [{ type: 'query', key: '\ud800' }, 'auth.key'],
  ])('rejects %j', (auth, path) => {
    const { problems, headers, query } = applyAuth(auth, tokenUrl);
    expect([problems.map((problem) => problem.path), headers, query]).toEqual([[path], {}, null]);
  });
});

describe('readAccessToken', () => {
  it.each([
    [{ access_token: 'tok', token_type: 'Bearer' }, 'tok'],
    [{ access_token: '' }, null],
    [{ access_token: 7 }, null],
    [{ access_token: 'a\r\nb: c' }, null],
    [{ error: 'invalid_client' }, null],
    [null, null],
    ['tok', null],
  ])('reads from %j the token %j', (reply, token) => {
    expect(readAccessToken(reply)).toBe(token);
  });
});

describe('readHeaders', () => {
  const told = (key: string, value = 'v') =>
    readHeaders([{ key, value }]).problems.map(({ message }) => message);

  it('accepts names in any case, and uses the last of several', () => {
    const { headers, problems } = readHeaders([
      { key: ' X-One ', value: ' 1 ' },
      { key: 'x-one', value: '2' },
      { key: 'Accept', value: 'text/plain' },
    ]);
    expect([headers, problems]).toEqual([{ 'x-one': '2', accept: 'text/plain' }, []]);
  });

  it('requires a name and a value, and reports the row', () => {
    expect(
      readHeaders([
        { key: 'a', value: 'b' },
        { key: ' ', value: 'v' },
      ]).problems,
    ).toEqual([{ path: 'extraHeaders.1.key', message: 'Header name is required' }]);
    expect(readHeaders([{ key: 'X-A', value: ' ' }]).problems).toEqual([
      { path: 'extraHeaders.0.value', message: 'Header value is required' },
    ]);
  });

  it.each([
    'Host',
    'COOKIE',
    'Content-Length',
    'transfer-encoding',
    'Connection',
    'Proxy-Authorization',
    'Proxy-Anything',
    'Sec-Fetch-Site',
    'sec-x',
    'Upgrade',
    'Expect',
    'Accept-Encoding',
    'X-HTTP-Method-Override',
  ])('rejects %s', (name) => {
    expect(told(name)).toEqual([`Header ${name} cannot be set`]);
  });

  it.each(['a b', 'a:b', 'a\r\nb', 'é', 'a\u0000'])('rejects the name %j', (name) => {
    expect(told(name)).toEqual(['Header name contains an invalid character']);
  });

  it.each(['a\r\nX: 1', 'a\nb', 'a\u0000b', 'a\u007fb', '€'])('rejects the value %j', (value) => {
    expect(told('X-A', value)).toEqual(['Header value contains an invalid character']);
  });

  it('does not treat __proto__ as a prototype', () => {
    expect(readHeaders([{ key: '__proto__', value: 'x' }]).headers).not.toHaveProperty('x');
  });
});
