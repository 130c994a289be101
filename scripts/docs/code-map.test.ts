import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const map = readFileSync(join(root, 'docs/code-map.md'), 'utf8');
const named = [...map.matchAll(/`([\w./-]+\/[\w./-]+|bench|deploy|docs|e2e|faults|harness|scripts)`/g)].map(
  (match) => match[1] ?? '',
);

/** Every folder in these has its own line. */
const complete = [
  'apps/server/src/features',
  'apps/server/src/platform',
  'apps/web/src/features',
  'apps/web/src/shared',
  'packages/connectors/src',
  'packages/contracts/src',
  'packages/domain/src',
];

it('names only what exists', () => {
  expect(named.length).toBeGreaterThan(50);
  expect(named.filter((path) => !existsSync(join(root, path)))).toEqual([]);
});

it('names every feature, every part of the platform and every package', () => {
  const folders = complete.flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => `${parent}/${name}`),
  );
  expect(folders.filter((folder) => !named.includes(folder))).toEqual([]);
});

it('names every folder of the root, or one inside it', () => {
  const hidden = /^\.|^node_modules$|^test-results$|^dist$/;
  const folders = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !hidden.test(entry.name))
    .map(({ name }) => name);
  expect(
    folders.filter((name) => !named.some((path) => path === name || path.startsWith(`${name}/`))),
  ).toEqual([]);
});
