import { relayRefusal } from '@warranty/domain/vendor-operations/reach';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hostileNames } from './hostile.cases.ts';
import { isPublicAddress, literalAddress } from './public-address.ts';

describe('isPublicAddress', () => {
  it.each([
    '1.1.1.1',
    '8.8.8.8',
    '93.184.215.14',
    '126.255.255.255',
    '128.0.0.1',
    '168.63.129.15',
    '172.15.255.255',
    '172.32.0.1',
    '223.255.255.255',
    '2606:4700::1111',
    '2a00:1450:4001::1',
  ])('accepts %s', (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    ...Object.values(hostileNames).flatMap((found) =>
      found.map(({ address }) => address).filter((address) => address !== '93.184.215.14'),
    ),
    '::ffff:8.8.8.8',
    '64:ff9b::8.8.8.8',
    '2002:808:808::1',
    '2001::1',
    '4000::1',
    '1::1',
    '3fff::1',
    '192.88.99.1',
    '255.255.255.255',
    '',
    '1.2.3',
    '1.2.3.4.5',
  ])('rejects %j', (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe('an address that the page rejects by its format', () => {
  it('is never public', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.ipV4(),
          fc.ipV6().map((address) => `[${address}]`),
        ),
        (host) => {
          const url = URL.parse(`https://${host}/`);
          if (url === null || relayRefusal(url, new Set([443])) === null) return;
          expect(isPublicAddress(literalAddress(url.hostname) ?? '')).toBe(false);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

it.each([
  ['127.0.0.1', '127.0.0.1'],
  ['[::1]', '::1'],
  ['example.com', null],
  ['1.2.3.4.example.com', null],
  ['', null],
])('literalAddress of %s is %s', (hostname, address) => {
  expect(literalAddress(hostname)).toBe(address);
});
