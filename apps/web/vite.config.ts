import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig, type Plugin } from 'vite';

/** In development the pages come from here and everything else from the server behind it. */
const server = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:3000';

/** What was measured stands in one place; the page shows it from there. */
const predictorDocument = readFileSync(new URL('../../docs/predictor.md', import.meta.url), 'utf8');

/**
 * A request costs a slow connection more than a few kilobytes do: one script to begin with, and few for a page. The
 * threshold is large enough that no two chunks import each other, which `npm run check` looks for.
 */
const chunks = [
  { name: 'first', tags: ['$initial' as const], priority: 1 },
  { name: 'shared', minShareCount: 2, entriesAware: true, entriesAwareMergeThreshold: 32 * 1024 },
];

/** What nearly every text is set in. Found only in the sheet, it would come one round trip after the sheet. */
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
  plugins: [react(), tailwindcss(), preloadFont()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    manifest: true,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: chunks },
        // A shared chunk would otherwise be named after everybody who shares it.
        chunkFileNames: ({ name }) => `assets/${name.split('~')[0]}-[hash].js`,
      },
    },
  },
  server: {
    host: 'localhost',
    strictPort: true,
    // Not `/api` alone: `/api-keys` and `/api-explorer` are pages.
    // The Host header stays what the browser sent: the server answers for its public address alone.
    proxy: Object.fromEntries(
      ['^/api/', '/livez', '/readyz'].map((path) => [path, { target: server, changeOrigin: false }]),
    ),
  },
});
