import { createHash } from 'node:crypto';
import type { Build } from '../../src/service-worker/build.ts';

/** Scripts, styles, the barcode reader and the fonts of Latin text. Pictures and other fonts are stored when they are shown. */
const neededOffline = /\.(?:js|css|wasm)$|-latin-wght-normal-[^/]*\.woff2$/;

/** What to store of a build: the files that the page names, and those of all screens. */
export function buildFiles(html: string, assets: readonly string[]): Build {
  const first = [...new Set([...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, file]) => String(file)))];
  const rest = assets
    .map((name) => `/assets/${name}`)
    .filter((file) => neededOffline.test(file) && !first.includes(file))
    .toSorted();
  const version = createHash('sha256')
    .update([html, ...rest].join('\n'))
    .digest('hex')
    .slice(0, 16);
  return { version, first, rest };
}
