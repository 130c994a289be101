import { describe, expect, it } from 'vitest';
import { assertKnownHost, assertSameOrigin, publicOriginOf } from './origin.ts';

const ours = publicOriginOf('https://warranty.example.com');
const local = publicOriginOf('http://localhost:3000');

describe('publicOriginOf', () => {
  it('returns the origin, scheme and host', () => {
    expect(ours).toEqual({
      origin: 'https://warranty.example.com',
      https: true,
      hosts: new Set(['warranty.example.com']),
      origins: new Set(['https://warranty.example.com']),
    });
  });

  it('accepts every loopback name for a local URL, on that port only', () => {
    expect([...local.hosts]).toEqual(['localhost:3000', '127.0.0.1:3000', '[::1]:3000']);
    expect([...local.origins]).toEqual([
      'http://localhost:3000',
      'http://127.0.0.1:3000',
      'http://[::1]:3000',
    ]);
    expect(local.https).toBe(false);
  });

  it('omits the default port of the scheme', () => {
    expect([...publicOriginOf('https://warranty.example.com:443/').hosts]).toEqual(['warranty.example.com']);
  });
});

describe('assertKnownHost', () => {
  it.each([
    [ours, 'warranty.example.com'],
    [ours, 'Warranty.Example.COM'],
    [local, 'localhost:3000'],
    [local, '127.0.0.1:3000'],
    [local, '[::1]:3000'],
  ])('%# accepts its own host %j', (address, host) => {
    expect(() => assertKnownHost(address, host)).not.toThrow();
  });

  it.each([
    [ours, undefined],
    [ours, ''],
    [ours, 'evil.example'],
    [ours, 'warranty.example.com.evil.example'],
    [ours, 'evil.example/warranty.example.com'],
    [ours, 'warranty.example.com:8443'],
    [ours, 'warranty.example.com.'],
    [ours, 'localhost'],
    [local, 'localhost'],
    [local, 'localhost:3001'],
    [local, '127.0.0.2:3000'],
    [local, 'localhost.evil.example:3000'],
  ])('%# rejects %j', (address, host) => {
    expect(() => assertKnownHost(address, host)).toThrow(expect.objectContaining({ code: 'wrong_host' }));
  });
});

describe('assertSameOrigin', () => {
  it.each([
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
    { origin: 'https://warranty.example.com' },
  ])('accepts %j', (headers) => {
    expect(() => assertSameOrigin(ours, headers)).not.toThrow();
  });

  it.each([
    {},
    { 'sec-fetch-site': 'cross-site' },
    { 'sec-fetch-site': 'same-site' },
    { 'sec-fetch-site': '' },
    { 'sec-fetch-site': 'Same-Origin' },
    { 'sec-fetch-site': ['same-origin', 'cross-site'] },
    { 'sec-fetch-site': 'cross-site', origin: 'https://warranty.example.com' },
    { origin: 'null' },
    { origin: 'http://warranty.example.com' },
    { origin: 'https://warranty.example.com:8443' },
    { origin: 'https://warranty.example.com.evil.example' },
    { origin: 'https://warranty.example.com/' },
    { referer: 'https://warranty.example.com/' },
  ])('rejects %j', (headers) => {
    expect(() => assertSameOrigin(ours, headers)).toThrow(expect.objectContaining({ code: 'cross_site' }));
  });
});
