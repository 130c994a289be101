import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';
import { guide } from './build/guide/plugin.ts';
import { serviceWorker } from './build/service-worker/plugin.ts';

/** In development, Vite serves the pages and proxies everything else to this server. */
const server = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:3000';

/** The accuracy figures are maintained in one place; the pages show them from there. */
const predictorDocument = readFileSync(new URL('../../docs/predictor.md', import.meta.url), 'utf8');

/** Several pages have tables and places to drop files, but Home, which loads what is common, has neither. */
const tables = /react-table|table-core|src\/ui\/table/;
const drops =
  /react-dropzone|file-selector|attr-accept|src\/ui\/form\/(?:Dropzone|SpreadsheetDrop|SheetChooser)/;

/** The sentences of errors: the server sends most of them, so few pages need the catalog. */
const errors = /contracts\/src\/core\/(?:people-)?errors/;

/** Of people who sign in, which a browser without a sign-in never loads. */
const people =
  /contracts\/src\/(?:sign-in|passkeys|organization)\.ts|session\/(?:passkey|provider|sign-out)\.ts/;
/** Lists of secrets and sessions, and who may change them. */
const lists = /shared\/(?:secrets\/|session\/(?:rights|[A-Z]))/;

/** Not on Home, which loads what is common. */
const others = [tables, errors, people, lists];

/**
 * On a slow connection, a request costs more than a few kilobytes: one initial script, one with what at least four pages use,
 * and few per page. Small chunks are merged, which can make two of them import each other; `npm run check` reports that. None
 * do between 8 and 24 KB.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const], priority: 2 },
  {
    name: 'common',
    minShareCount: 4,
    test: (id: string) => !others.some((one) => one.test(id)),
    priority: 1,
  },
  { name: 'errors', test: errors },
  { name: 'people', test: people },
  { name: 'tables', test: tables },
  { name: 'drops', test: drops },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 8 * 1024 },
];

/** The font of almost all text. Without a preload it would load one round trip after the style sheet. */
const firstFont = /inter-latin-wght-normal-.*\.woff2$/;

function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle }) =>
        Object.keys(bundle ?? {})
          .filter((file) => firstFont.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
            injectTo: 'head',
          })),
    },
  };
}

export default defineConfig({
  define: { __PREDICTOR_DOCUMENT__: JSON.stringify(predictorDocument) },
  plugins: [react(), tailwindcss(), preloadFont(), guide(), serviceWorker()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // The check limits the compressed scripts of a first visit instead.
    chunkSizeWarningLimit: 1000,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // A shared chunk would otherwise be named after all its importers.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
  server: {
    host: 'localhost',
    strictPort: true,
    // Not `/api` alone: `/api-keys` and `/api-explorer` are pages, and so is `/api/docs`.
    // Keep the browser's Host header: the server only accepts its public host name.
    proxy: Object.fromEntries(
      ['^/api/(?!docs(?:[?#]|$))', '/livez', '/readyz'].map((path) => [
        path,
        { target: server, changeOrigin: false },
      ]),
    ),
  },
});
