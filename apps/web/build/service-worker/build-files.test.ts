import { describe, expect, it } from 'vitest';
import { buildFiles } from './build-files.ts';

const html = [
  '<link rel="icon" href="/icon.svg">',
  '<link rel="preload" as="font" href="/assets/inter-latin-wght-normal-1.woff2">',
  '<link rel="modulepreload" href="/assets/first-2.js">',
  '<script type="module" src="/assets/index-3.js"></script>',
].join('\n');

const assets = [
  'first-2.js',
  'index-3.js',
  'inter-latin-wght-normal-1.woff2',
  'jetbrains-mono-latin-wght-normal-4.woff2',
  'inter-cyrillic-wght-normal-5.woff2',
  'inter-latin-ext-wght-normal-6.woff2',
  'HomePicture-7.webp',
  'BulkLookupPage-8.js',
  'BulkLookupPage-9.css',
  'csv.worker-10.js',
  'zxing_reader-11.wasm',
];

describe('buildFiles', () => {
  it('separates what the page names from what the screens need', () => {
    expect(buildFiles(html, assets)).toMatchObject({
      first: ['/assets/inter-latin-wght-normal-1.woff2', '/assets/first-2.js', '/assets/index-3.js'],
      rest: [
        '/assets/BulkLookupPage-8.js',
        '/assets/BulkLookupPage-9.css',
        '/assets/csv.worker-10.js',
        '/assets/jetbrains-mono-latin-wght-normal-4.woff2',
        '/assets/zxing_reader-11.wasm',
      ],
    });
  });

  it('has another version if the page or a file changes, and the same otherwise', () => {
    const { version } = buildFiles(html, assets);
    expect(buildFiles(html, assets.toReversed()).version).toBe(version);
    expect(buildFiles(html.replace('index-3', 'index-4'), assets).version).not.toBe(version);
    expect(buildFiles(html, [...assets, 'GuideScreen-12.js']).version).not.toBe(version);
  });
});
