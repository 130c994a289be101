import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** In development the pages come from here and everything else from the server behind it. */
const server = process.env.DEV_SERVER_URL ?? 'http://127.0.0.1:3000';

/** What was measured stands in one place; the page shows it from there. */
const predictorDocument = readFileSync(new URL('../../docs/predictor.md', import.meta.url), 'utf8');

export default defineConfig({
  define: { __PREDICTOR_DOCUMENT__: JSON.stringify(predictorDocument) },
  plugins: [react(), tailwindcss()],
  build: { target: 'es2022', assetsInlineLimit: 0, manifest: true },
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
