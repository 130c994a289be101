import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { returnAddress } from './return-address.ts';

const origin = 'https://warranty.example';
const continued = (text: string | null) => returnAddress(text, origin);

describe('a sign-in continues', () => {
  it.each([
    ['/', '/'],
    ['/bulk-lookup', '/bulk-lookup'],
    ['/o/contoso', '/o/contoso'],
    ['/o/contoso/bulk-lookup?run=1&row=3#run', '/o/contoso/bulk-lookup?run=1&row=3#run'],
    ['/o/contoso/api/docs', '/o/contoso/api/docs'],
    ['/individual-lookup?q=M%C3%BCnchen', '/individual-lookup?q=M%C3%BCnchen'],
    ['/individual-lookup?q=http://evil.example/', '/individual-lookup?q=http://evil.example/'],
    ['/api-keys', '/api-keys'],
    ['/linked', '/linked'],
    ['/docs/../bulk-lookup', '/bulk-lookup'],
    ['/@evil.example', '/@evil.example'],
  ])('at %s', (text, address) => expect(continued(text)).toBe(address));

  const hostile = [
    null,
    '',
    ' ',
    'bulk-lookup',
    '?to=/',
    '#/bulk-lookup',
    'evil.example',
    'https://evil.example',
    'https://warranty.example/bulk-lookup',
    'https:evil.example',
    'https:/evil.example',
    'HTTPS://EVIL.EXAMPLE',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'blob:https://warranty.example/1',
    '//evil.example',
    '///evil.example',
    '////evil.example/bulk-lookup',
    ' //evil.example',
    ' /bulk-lookup',
    '/\\evil.example',
    '\\\\evil.example',
    '\\/evil.example',
    '/bulk-lookup\\..\\..',
    '/%5cevil.example',
    '/%2fevil.example',
    '/%2f%2fevil.example',
    '/\t/evil.example',
    '/\n/evil.example',
    '/\r\n/evil.example',
    '\t//evil.example',
    '/\u0000/evil.example',
    '/%00/evil.example',
    '/%0d%0aset-cookie:a=b',
    '/bulk-lookup\u007f',
    '/..//evil.example',
    '/.//evil.example',
    '/%2e%2e//evil.example',
    '/bulk-lookup/..//evil.example',
    '/api',
    '/api/auth/sign-out',
    '/API/auth/session',
    '/docs/../api/auth/session',
    '/%61pi/auth/session',
    '/api?x=1',
    '/sign-in',
    '/sign-in?to=/sign-in',
    '/o/contoso/sign-in',
    '/link#wll_secret',
    '/o/contoso/link',
    '/%E0%A4%A',
  ];

  it.each(hostile)('at the start page for %j', (text) => expect(continued(text)).toBe('/'));

  it('never at another host, whatever is asked for', () => {
    const part = fc.oneof(
      fc.constantFrom(
        '/',
        '\\',
        '..',
        '.',
        '%2f',
        '%5c',
        '%2e',
        'evil.example',
        '@',
        ':',
        '?',
        '#',
        '\t',
        '\n',
        'http:',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    const text = fc.array(part, { maxLength: 10 }).map((parts) => `/${parts.join('')}`);
    fc.assert(
      fc.property(text, (asked) => {
        const address = continued(asked);
        const { origin: reached, pathname } = new URL(address, origin);
        expect([reached, address.startsWith('//')]).toEqual([origin, false]);
        expect(pathname).not.toMatch(/^\/(api|sign-in|link)(\/|$)/);
        expect(continued(address)).toBe(address);
      }),
      { numRuns: 2000 },
    );
  });
});
