import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const documents = files.filter((file) => /^(docs\/(?!guide\/).*|[^/]+)\.md$/.test(file));

/** What a document calls a file, and what stands for any name. */
const isFile = /^[\w-][\w./-]*\.(?:ts|tsx|sql|go|py|ps1|sh)$/;
const placeholders = new Set(['x.test.ts', 'x.db.test.ts', 'apps/server/migrations/NNNN_title.sql']);

/** Documents name a file by its whole path, by the end of it, or below a package. */
const ends = new Set(
  files.flatMap((file) => {
    const parts = file.replace(/^packages\/(\w+)\/src\//, '$1/').split('/');
    const paths = [file.split('/'), parts];
    return paths.flatMap((path) => path.map((_, index) => path.slice(index).join('/')));
  }),
);

it.each(documents)('%s names only files that exist', (document) => {
  const text = readFileSync(join(root, document), 'utf8');
  const named = [...text.matchAll(/`([^`\s]+)`/g)].map(([, path = '']) => path);
  expect(named.filter((path) => isFile.test(path) && !placeholders.has(path) && !ends.has(path))).toEqual([]);
});
