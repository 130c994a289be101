import { readdir, readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { build, type Plugin } from 'vite';
import type { Build } from '../../src/service-worker/build.ts';
import { buildFiles } from './build-files.ts';

const entry = join(import.meta.dirname, '../../src/service-worker/service-worker.ts');

/** Adds `sw.js` to a finished build. It contains the list of the files, so it is another one for every build. */
export function serviceWorker(): Plugin {
  let folder = '';
  return {
    name: 'service-worker',
    apply: 'build',
    configResolved: ({ root, build: { outDir } }) => {
      folder = resolve(root, outDir);
    },
    closeBundle: {
      sequential: true,
      async handler() {
        const html = await readFile(join(folder, 'index.html'), 'utf8');
        await buildWorker(buildFiles(html, await readdir(join(folder, 'assets'))), folder);
      },
    },
  };
}

/** A build of its own: a worker is one file without imports, and shares no chunk with the pages. */
async function buildWorker(files: Build, folder: string): Promise<void> {
  await build({
    configFile: false,
    logLevel: 'warn',
    define: { __BUILD__: JSON.stringify(files) },
    publicDir: false,
    build: {
      target: 'es2022',
      outDir: folder,
      emptyOutDir: false,
      lib: { entry, name: 'serviceWorker', formats: ['iife'], fileName: () => 'sw.js' },
    },
  });
}
