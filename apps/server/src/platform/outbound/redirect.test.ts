import { describe, expect, it } from 'vitest';
import { type Hop, locationOf, nextHop } from './redirect.ts';

const from = new URL('https://a.test/one?key=k');
const hop = (method = 'GET', body?: string): Hop => ({
  method,
  url: from,
  body,
  headers: { accept: 'x', 'user-agent': 'u', authorization: 'Bearer k', 'x-api-key': 'k', 'x-other': 'o' },
});
const to = (url: string) => new URL(url);

describe('nextHop', () => {
  it('keeps all headers within an origin', () => {
    const next = nextHop(hop(), 302, to('https://a.test/two'));
    expect(next).toEqual({ ...hop(), url: to('https://a.test/two') });
  });

  it.each(['https://b.test/', 'https://a.test:8443/', 'https://a.test.evil.test/', 'https://www.a.test/'])(
    'drops all headers that may contain a key for %s',
    (url) => {
      expect(nextHop(hop(), 307, to(url)).headers).toEqual({ accept: 'x', 'user-agent': 'u' });
    },
  );

  it('never downgrades from https to http', () => {
    expect(() => nextHop(hop(), 302, to('http://a.test/'))).toThrow('redirects from https to http');
  });

  it.each([
    [301, 'POST', 'GET', undefined],
    [302, 'POST', 'GET', undefined],
    [303, 'POST', 'GET', undefined],
    [303, 'PUT', 'GET', undefined],
    [303, 'DELETE', 'GET', undefined],
    [301, 'PUT', 'PUT', '{}'],
    [307, 'POST', 'POST', '{}'],
    [308, 'POST', 'POST', '{}'],
    [302, 'DELETE', 'DELETE', '{}'],
  ])('after %i turns %s into %s', (status, method, nextMethod, body) => {
    const next = nextHop(hop(method, '{}'), status, to('https://a.test/two'));
    expect([next.method, next.body]).toEqual([nextMethod, body]);
  });

  it('sends no body to another origin', () => {
    expect(() => nextHop(hop('POST', '{}'), 307, to('https://b.test/'))).toThrow(
      'would receive the request body',
    );
    expect(nextHop(hop('POST', '{}'), 302, to('https://b.test/')).body).toBeUndefined();
  });
});

describe('locationOf', () => {
  it.each([
    [302, '/two', 'https://a.test/two'],
    [302, '//b.test/x', 'https://b.test/x'],
    [308, 'two', 'https://a.test/two'],
    [302, 'file:///etc/passwd', 'file:///etc/passwd'],
    [302, undefined, undefined],
    [200, '/two', undefined],
    [304, '/two', undefined],
  ])('of %i and %s is %s', (status, location, url) => {
    expect(locationOf(status, location, from)?.href).toBe(url);
  });

  it('rejects an invalid URL', () => {
    expect(() => locationOf(302, 'http://[::', from)).toThrow('invalid URL');
  });
});
