import { createHash } from 'node:crypto';
import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../../../../test/at-end.ts';
import { silent } from '../../../../test/fixtures.ts';
import { makeFolder } from '../../../../test/folder.ts';
import { replyToErrors } from '../replies/error-reply.ts';
import { inlineScriptHashes, readPages, servePages } from './pages.ts';

const sha256 = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;

describe('inlineScriptHashes', () => {
  it('hashes the exact text between the tags', () => {
    const html = '<head><script>\n  theme();\n</script><script type="module">go()</script></head>';
    expect(inlineScriptHashes(html)).toEqual([sha256('\n  theme();\n'), sha256('go()')]);
  });

  it('skips scripts with a src attribute', () => {
    const html =
      '<script type="module" crossorigin src="/assets/index-1.js"></script><script\nsrc="/a.js"></script>';
    expect(inlineScriptHashes(html)).toEqual([]);
  });

  it('does not mistake an attribute that only ends in src for it', () => {
    expect(inlineScriptHashes('<script data-src="/x.js">go()</script>')).toEqual([sha256('go()')]);
  });

  it('hashes normalized line endings, as browsers do', () => {
    expect(inlineScriptHashes('<script>a();\r\nb();\r</script>')).toEqual([sha256('a();\nb();\n')]);
  });
});

const index = '<!doctype html><title>Warranty</title><script>theme()</script>';
const immutable = 'public, max-age=31536000, immutable';

async function serverFor(directory: string): Promise<FastifyInstance> {
  const server = Fastify();
  atEnd(() => server.close());
  replyToErrors(server, silent);
  await servePages(server, await readPages(directory));
  return server;
}

const compressed = { 'dist/index.html': index, 'dist/assets/index-1a2b3c.js': 'run()' };
const variants = Object.entries(compressed).flatMap(([name, text]) => [
  [`${name}.br`, brotliCompressSync(text)],
  [`${name}.gz`, gzipSync(text)],
]);
const folder = makeFolder({
  ...compressed,
  ...Object.fromEntries(variants),
  'dist/icon.svg': '<svg/>',
  'dist/sw.js': 'work()',
  'dist/assets-list.txt': 'not built',
  'dist/assets/photo-1a2b3c.png': 'not packed',
  'dist/.env': 'canary',
  'dist/assets/.hidden.js': 'canary',
  'dist/.git/config': 'canary',
  'secret.txt': 'canary',
  'without/index.html': index,
  'marked/index.html': '<!doctype html><html lang="en"><script>theme()</script></html>',
});
const app = await serverFor(join(folder, 'dist'));

describe('servePages', () => {
  it('lets browsers cache a built file forever', async () => {
    const response = await app.inject('/assets/index-1a2b3c.js');
    expect(response.body).toBe('run()');
    expect(response.headers['cache-control']).toBe(immutable);
    expect(response.headers['content-type']).toMatch(/^text\/javascript|^application\/javascript/);
  });

  it.each(['/icon.svg', '/assets-list.txt', '/index.html'])(
    'makes browsers revalidate %s, whose name never changes',
    async (url) => {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each(['/', '/?tab=2', '/bulk', '/devices/ABC123', '/apis', '/%61bout'])(
    'serves the index page for %s',
    async (url) => {
      const response = await app.inject(url);
      expect(response.statusCode).toBe(200);
      expect(response.body).toBe(index);
      expect(response.headers['content-type']).toBe('text/html; charset=utf-8');
      expect(response.headers['cache-control']).toBe('no-cache');
    },
  );

  it.each(['/', '/bulk', '/icon.svg'])('replies to HEAD %s with the headers of GET', async (url) => {
    const { date: _, ...expected } = (await app.inject(url)).headers;
    const response = await app.inject({ method: 'HEAD', url });
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject(expected);
  });

  it.each([
    'GET /api',
    'GET /api?x=1',
    'GET /api/',
    'GET /api/none',
    'GET /%61pi/none',
    'GET /assets/index-old.js',
    'GET /assets/',
    'HEAD /assets/index-old.js',
    'POST /',
    'PUT /icon.svg',
  ])('does not serve the index page for %s', async (name) => {
    const [method = '', url = ''] = name.split(' ');
    const response = await app.inject({ method: method as 'GET', url });
    expect(response.statusCode).toBe(404);
    if (method !== 'HEAD') expect(response.json()).toEqual({ error: 'Not found', code: 'not_found' });
  });

  it.each([
    '/.env',
    '/%2eenv',
    '/.git/config',
    '/assets/.hidden.js',
    '/../secret.txt',
    '/..%2fsecret.txt',
    '/..%5csecret.txt',
    '/%2e%2e/secret.txt',
    '/%2e%2e%2fsecret.txt',
    '/assets/../../secret.txt',
    '/assets/..%2f..%2fsecret.txt',
    '/assets/%2e%2e/%2e%2e/secret.txt',
    '//secret.txt',
    '/icon.svg%00.html',
    '/....//secret.txt',
  ])('never serves the file behind %s', async (url) => {
    const response = await app.inject({ method: 'GET', url });
    expect(response.body).not.toContain('canary');
    // Either rejected, or treated as a URL of the application.
    if (response.statusCode === 200) expect(response.body).toBe(index);
    else expect([400, 403, 404]).toContain(response.statusCode);
  });

  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  const packed = [
    { url: '/assets/index-1a2b3c.js', text: 'run()', type: /javascript/, caching: immutable },
    { url: '/index.html', text: index, type: /^text\/html/, caching: 'no-cache' },
    { url: '/', text: index, type: /^text\/html/, caching: 'no-cache' },
    { url: '/bulk', text: index, type: /^text\/html/, caching: 'no-cache' },
  ];
  const accepts = [
    { accept: 'gzip, deflate, br, zstd', encoding: 'br' as const },
    { accept: 'br', encoding: 'br' as const },
    { accept: 'gzip, deflate', encoding: 'gzip' as const },
    { accept: 'br;q=0, gzip', encoding: 'gzip' as const },
  ];
  const cases = packed.flatMap((file) => accepts.map((each) => ({ ...file, ...each })));

  it.each(cases)('sends $url compressed as $encoding if the client accepts $accept', async (each) => {
    const response = await app.inject({ url: each.url, headers: { 'accept-encoding': each.accept } });
    expect(response.statusCode).toBe(200);
    expect(response.headers['content-encoding']).toBe(each.encoding);
    expect(response.headers.vary).toMatch(/accept-encoding/i);
    expect(response.headers['content-type']).toMatch(each.type);
    expect(response.headers['cache-control']).toBe(each.caching);
    expect(Number(response.headers['content-length'])).toBe(response.rawPayload.length);
    expect(unpack[each.encoding](response.rawPayload).toString()).toBe(each.text);
  });

  it.each(packed)(
    'sends $url uncompressed if the client accepts no known encoding',
    async ({ url, text }) => {
      for (const headers of [{}, { 'accept-encoding': 'identity' }, { 'accept-encoding': 'zstd' }]) {
        const response = await app.inject({ url, headers });
        expect(response.headers['content-encoding']).toBeUndefined();
        expect(response.headers.vary).toMatch(/accept-encoding/i);
        expect(response.body).toBe(text);
      }
    },
  );

  it('sends a file without a compressed variant as it is', async () => {
    const response = await app.inject({
      url: '/assets/photo-1a2b3c.png',
      headers: { 'accept-encoding': 'br, gzip' },
    });
    expect(response.headers['content-encoding']).toBeUndefined();
    expect(response.headers['content-type']).toBe('image/png');
    expect(response.body).toBe('not packed');
  });

  it.each(packed)('replies to HEAD $url with the headers of the compressed GET', async ({ url }) => {
    const headers = { 'accept-encoding': 'br' };
    const { date: _, ...expected } = (await app.inject({ url, headers })).headers;
    const response = await app.inject({ method: 'HEAD', url, headers });
    expect(response.headers).toMatchObject(expected);
    expect(response.headers['content-encoding']).toBe('br');
  });

  it.each(packed)(
    'gives each encoding of $url its own ETag, and sends no body if it matches',
    async ({ url }) => {
      const marks = [];
      for (const accept of ['br', 'gzip', 'identity']) {
        const headers = { 'accept-encoding': accept };
        const { etag } = (await app.inject({ url, headers })).headers;
        const again = await app.inject({ url, headers: { ...headers, 'if-none-match': String(etag) } });
        expect(again.statusCode).toBe(304);
        expect(again.headers.vary).toMatch(/accept-encoding/i);
        expect(again.body).toBe('');
        marks.push(etag);
      }
      expect(new Set(marks).size).toBe(3);
    },
  );

  it.each(['/assets/index-1a2b3c.js.br', '/assets/index-1a2b3c.js.gz'])(
    'does not expose the compressed file itself: %s',
    async (url) => {
      expect((await app.inject(url)).statusCode).toBe(404);
    },
  );

  it('replies only with errors if the pages were not built', async () => {
    expect(await readPages(join(folder, 'nowhere'))).toBeNull();
    const server = await serverFor(join(folder, 'nowhere'));
    expect((await server.inject('/')).json()).toEqual({ error: 'Not found', code: 'not_found' });
  });

  it('serves the service worker of the build, checked for changes on every use', async () => {
    const response = await app.inject({ url: '/sw.js', headers: { 'accept-encoding': 'br' } });
    expect(brotliDecompressSync(response.rawPayload).toString()).toBe('work()');
    expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
    expect(response.headers['cache-control']).toBe('no-cache');
  });

  it.each(['without', 'nowhere'])(
    'serves a worker that removes itself if the build has none: %s',
    async (name) => {
      const server = await serverFor(join(folder, name));
      const response = await server.inject('/sw.js');
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('text/javascript; charset=utf-8');
      expect(response.body).toContain('registration.unregister()');
    },
  );

  it('adds an attribute to the root element of the index page, and hashes its scripts as before', async () => {
    const pages = await readPages(join(folder, 'marked'), 'data-marked');
    expect(pages?.inlineScriptHashes).toEqual([sha256('theme()')]);
    const server = Fastify();
    await servePages(server, pages);
    expect((await server.inject('/')).body).toContain('<html data-marked lang="en">');
  });

  it('works from a directory that is a symbolic link', async () => {
    await symlink(join(folder, 'dist'), join(folder, 'current'));
    const server = await serverFor(join(folder, 'current'));
    const asset = await server.inject('/assets/index-1a2b3c.js');
    expect(asset.body).toBe('run()');
    expect(asset.headers['cache-control']).toBe(immutable);
  });
});
