import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import { publicVendorBases, vendorsById } from '@warranty/contracts/vendors';
import { describe, expect, it } from 'vitest';
import { resolveOperation } from './resolve.ts';
import { placeholderAuth, takesStoredKeys, withPlaceholders } from './stored-keys.ts';

const dell: VendorOperationRequest = {
  vendor: 'dell',
  operation: 'asset-entitlements',
  parameters: { servicetags: 'ABC1234' },
  useStoredKeys: true,
};

describe('a request with stored keys', () => {
  it('resolves with placeholders in their place', () => {
    const request = withPlaceholders(dell);
    expect(request).not.toHaveProperty('useStoredKeys');
    const resolved = 'ok' in request ? request : resolveOperation(request, publicVendorBases);
    expect(resolved).toMatchObject({
      ok: true,
      tokenRequest: { body: expect.stringContaining('client_secret=YOUR_CLIENT_SECRET') },
    });
  });

  it('stays as it is if it does not ask for them', () => {
    const typed = { ...dell, useStoredKeys: false, auth: { type: 'oauth2', key: 'typed' } } as const;
    expect(withPlaceholders(typed)).toBe(typed);
  });

  it.each<[string, VendorOperationRequest, string]>([
    [
      'to a custom URL',
      { url: 'https://example.com', method: 'GET', useStoredKeys: true },
      'Stored keys are never sent to a custom URL.',
    ],
    [
      'to a custom URL that also names a vendor',
      { ...dell, url: 'https://example.com' },
      'Stored keys are never sent to a custom URL.',
    ],
    ['of a vendor without keys', { ...dell, vendor: 'lenovo' }, 'Lenovo operations take no key.'],
    [
      'with a typed key, which could name another header',
      { ...dell, auth: { type: 'header', headerName: 'X-Echo' } },
      'Enter a key or use the stored ones, not both.',
    ],
  ])('is refused %s', (_, request, message) => {
    expect(withPlaceholders(request)).toMatchObject({ ok: false, details: [{ message }] });
  });

  it('is refused for an unknown vendor', () => {
    expect(withPlaceholders({ ...dell, vendor: 'acer' })).toMatchObject({ code: 'unsupported_vendor' });
  });
});

it('has a placeholder for each way of authentication', () => {
  expect(placeholderAuth(vendorsById.meraki)).toEqual({ type: 'api_key', key: 'YOUR_API_KEY' });
  expect(placeholderAuth(vendorsById.apple)).toEqual({ type: 'bearer', key: 'YOUR_ACCESS_TOKEN' });
  expect([vendorsById.lenovo, vendorsById.hp].map(takesStoredKeys)).toEqual([false, true]);
});
