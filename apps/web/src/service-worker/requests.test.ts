import { apiReference } from '@warranty/contracts/system';
import { describe, expect, it } from 'vitest';
import { apiReferencePath, handlingOf } from './requests.ts';

const origin = 'https://warranty.example.com';
const navigation = { method: 'GET', mode: 'navigate', destination: 'document' };
const fetched = { method: 'GET', mode: 'cors', destination: '' };

describe('handlingOf', () => {
  it.each(['/', '/bulk-lookup?run=1', '/docs/home', '/api-keys', '/api/docs', '/api/docs?q=1', '/nowhere'])(
    'answers a navigation to %s with the page',
    (path) => expect(handlingOf({ ...navigation, url: origin + path }, origin)).toBe('page'),
  );

  it.each(['/assets/index-1.js', '/assets/inter-1.woff2'])('answers %s with the stored file', (path) =>
    expect(handlingOf({ ...fetched, url: origin + path }, origin)).toBe('file'),
  );

  it.each([
    ['a call of the API', { ...fetched, url: `${origin}/api/config` }],
    ['a download, which is a navigation', { ...navigation, url: `${origin}/api/bulk-runs/1/file` }],
    ['the API itself', { ...navigation, url: `${origin}/api` }],
    ['a frame', { ...navigation, destination: 'iframe', url: `${origin}/bulk-lookup` }],
    ['a health check', { ...fetched, url: `${origin}/livez` }],
    ['a file whose name never changes', { ...fetched, url: `${origin}/icon.svg` }],
    ['another host', { ...fetched, url: 'https://other.example.com/assets/a.js' }],
    ['anything but GET', { ...fetched, method: 'HEAD', url: `${origin}/assets/a.js` }],
  ])('leaves %s to the network', (_, request) => expect(handlingOf(request, origin)).toBe('none'));

  it('knows the only page under /api', () => expect(apiReferencePath).toBe(apiReference.path));
});
