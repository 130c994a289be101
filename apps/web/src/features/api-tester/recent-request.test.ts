import { describe, expect, it } from 'vitest';
import { formOf, isRecentRequest, toRecentRequest } from './recent-request.ts';
import { emptyForm } from './tester-form.ts';

const canary = 'canary-9f2';

describe('toRecentRequest', () => {
  it('stores nothing that could be a key', () => {
    const typed = {
      ...emptyForm,
      apiKey: canary,
      clientId: canary,
      clientSecret: canary,
      headers: [{ id: 0, key: 'Authorization', value: canary }],
      body: JSON.stringify({ canary }),
    };
    const custom = toRecentRequest({
      ...typed,
      customUrl: true,
      method: 'POST',
      url: ` https://user:${canary}@example.com/bot${canary}/v1?token=${canary}&${canary}#${canary}`,
    });
    expect(JSON.stringify(custom)).not.toContain('canary');
    expect(custom).toMatchObject({
      url: 'https://example.com/',
      method: 'POST',
      headerNames: ['Authorization'],
    });
    const vendor = toRecentRequest({ ...typed, vendor: 'dell', operation: 'assets', url: canary });
    expect(JSON.stringify(vendor)).not.toContain('canary');
  });

  it('restores the form without keys and header values', () => {
    const request = toRecentRequest({
      ...emptyForm,
      vendor: 'hp',
      operation: 'warranties',
      parameters: { serialNumber: 'SIM412ACTV' },
      clientId: canary,
      headers: [{ id: 4, key: ' X-One ', value: 'a' }],
    });
    expect(isRecentRequest(JSON.parse(JSON.stringify(request)))).toBe(true);
    expect(formOf(request)).toEqual({
      ...emptyForm,
      vendor: 'hp',
      operation: 'warranties',
      method: 'POST',
      parameters: { serialNumber: 'SIM412ACTV' },
      headers: [{ id: 0, key: 'X-One', value: '' }],
    });
  });

  it.each(['', 'not a URL', 'data:text/plain,canary'])('stores no URL for %j', (url) => {
    expect(toRecentRequest({ ...emptyForm, customUrl: true, url }).url).toBe('');
  });

  it.each([
    null,
    1,
    [],
    {},
    { ...toRecentRequest(emptyForm), method: 'PATCH' },
    { ...toRecentRequest(emptyForm), url: 'https://example.com/with/a/path' },
    { ...toRecentRequest(emptyForm), parameters: { a: 1 } },
  ])('rejects %j', (value) => {
    expect(isRecentRequest(value)).toBe(false);
  });
});
