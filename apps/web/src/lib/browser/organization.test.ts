import { afterEach, describe, expect, it, vi } from 'vitest';

const stored = new Map<string, string>();
const replaceState = vi.fn();

/** The modules as a page with this address loads them, which reads it once. */
async function open(address: string, last?: string) {
  const { pathname, search, hash } = new URL(address, 'https://warranty.example');
  if (last !== undefined) stored.set('last-organization', last);
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  });
  const location = { pathname, search, hash };
  vi.stubGlobal('location', location);
  vi.stubGlobal('history', {
    state: 'state',
    replaceState(state: unknown, unused: string, next: string) {
      replaceState(state, unused, next);
      const { pathname, search, hash } = new URL(next, 'https://warranty.example');
      Object.assign(location, { pathname, search, hash });
    },
  });
  vi.resetModules();
  const { storageKeyOf } = await import('../storage/stored-text.ts');
  return { ...(await import('./organization.ts')), storageKeyOf };
}

afterEach(() => {
  stored.clear();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
  // Test files share modules, and the others are about no organization.
  vi.resetModules();
});

describe('the organization of a page', () => {
  it.each([
    ['/o/contoso/', 'contoso', '/'],
    ['/o/contoso', 'contoso', '/'],
    ['/o/contoso-2/bulk-lookup', 'contoso-2', '/bulk-lookup'],
    ['/o/Contoso/bulk-lookup', null, '/o/Contoso/bulk-lookup'],
    ['/o/contoso.js', null, '/o/contoso.js'],
    ['/other/contoso/', null, '/other/contoso/'],
    ['/x/o/contoso/', null, '/x/o/contoso/'],
    ['/o/o/o/bulk-lookup', 'o', '/o/bulk-lookup'],
  ])('in %s is %s', async (address, handle, path) => {
    const page = await open(address);
    expect(page.handle).toBe(handle);
    expect(page.pagePath()).toBe(path);
    expect(replaceState).not.toHaveBeenCalled();
  });

  it('without one in its address is the one that was used last', async () => {
    const page = await open('/bulk-lookup?tab=list#runs', 'contoso');
    expect(page.handle).toBe('contoso');
    expect(replaceState.mock.calls).toEqual([['state', '', '/o/contoso/bulk-lookup?tab=list#runs']]);
    expect(page.pageAddress()).toBe('/bulk-lookup?tab=list#runs');
  });

  it('is the one in its address, whatever was used last', async () => {
    expect((await open('/o/fabrikam/', 'contoso')).handle).toBe('fabrikam');
  });

  it.each(['/sign-in', '/link'])('%s is none', async (address) => {
    expect((await open(address, 'contoso')).handle).toBeNull();
    expect(replaceState).not.toHaveBeenCalled();
  });

  it('is remembered and forgotten', async () => {
    const page = await open('/o/contoso/');
    page.rememberOrganization('contoso');
    expect(page.readLastOrganization()).toBe('contoso');
    page.rememberOrganization(null);
    expect(page.readLastOrganization()).toBeNull();
  });

  it('needs no storage', async () => {
    const page = await open('/o/contoso/');
    vi.stubGlobal('localStorage', undefined);
    page.rememberOrganization('contoso');
    expect(page.readLastOrganization()).toBeNull();
  });
});

describe('in an organization', () => {
  it('calls, downloads and links name it', async () => {
    const page = await open('/o/contoso/bulk-lookup');
    expect(page.organizationHeaders).toEqual({ 'warranty-organization': 'contoso' });
    expect(page.downloadQuery()).toBe('?organization=contoso');
    expect(page.downloadQuery(new URLSearchParams({ raw: 'true' }))).toBe('?raw=true&organization=contoso');
    expect(page.addressOf('/account')).toBe('/o/contoso/account');
    expect(page.addressIn('fabrikam', '/')).toBe('/o/fabrikam/');
  });

  it('what is stored has a name of its own, except preferences', async () => {
    const { storageKeyOf } = await open('/o/contoso/');
    expect(storageKeyOf('recent-lookups')).toBe('contoso/recent-lookups');
    expect(storageKeyOf('vite-ui-theme')).toBe('vite-ui-theme');
    expect(storageKeyOf('toast-after-load')).toBe('toast-after-load');
  });
});

describe('without a sign-in', () => {
  it('nothing names an organization', async () => {
    const page = await open('/bulk-lookup');
    expect(page.organizationHeaders).toEqual({});
    expect(page.downloadQuery()).toBe('');
    expect(page.downloadQuery(new URLSearchParams({ raw: 'true' }))).toBe('?raw=true');
    expect(page.addressOf('/account')).toBe('/account');
    expect(page.storageKeyOf('recent-lookups')).toBe('recent-lookups');
  });
});
