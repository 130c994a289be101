import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listCodeFiles } from './files.ts';
import { ALLOWED } from './imports.allowed.ts';
import { PLANTED } from './imports.cases.ts';
import { checkImports, RULE_NAMES } from './imports.ts';
import { plantRepository } from './planted.ts';
import type { Violation } from './violation.ts';

async function check(files: Record<string, string>): Promise<Violation[]> {
  const root = plantRepository(files);
  return checkImports(root, await listCodeFiles(root));
}

describe('import rules', () => {
  it.each(PLANTED)('$rule: $title', async ({ rule, files }) => {
    const violations = await check(files);
    expect(violations.map((violation) => violation.rule)).toEqual([rule]);
    expect(violations[0]?.message).toContain(';');
  });

  it('has a planted violation of every rule', () => {
    expect(new Set(PLANTED.map(({ rule }) => rule))).toEqual(new Set(RULE_NAMES));
  });

  it('finds nothing in a tree that obeys all rules', async () => {
    const files = Object.entries(ALLOWED).map(([path, lines]) => [path, `${lines.join('\n')}\n`]);
    expect(await check(Object.fromEntries(files))).toEqual([]);
  });
});

describe('import syntax', () => {
  it.each([
    `import { a } from '@warranty/server';`,
    `import type { A } from '@warranty/server/src/app.ts';`,
    `import '../../../apps/server/src/app.ts';`,
    `export { a } from '@warranty/server';`,
    `export {} from '@warranty/server';`,
    `export * from '@warranty/server';`,
    `export type * from '@warranty/server';`,
    `await import('@warranty/server');`,
    'await import(`@warranty/server`);',
    `import a = require('@warranty/server');`,
    `const a = require('@warranty/server');`,
    `type A = import('@warranty/server').A;`,
    `type A = typeof import('@warranty/server');`,
  ])('recognizes %s', async (text) => {
    const violations = await check({ 'apps/web/src/main.tsx': `// a first line\n${text}\n` });
    expect(violations).toMatchObject([{ file: 'apps/web/src/main.tsx', line: 2, rule: 'web-imports' }]);
  });
});

describe('messages', () => {
  it('name both stores that write to a table', async () => {
    const [violation] = await check({
      'apps/server/src/features/a/a.store.ts': `db.insertInto('runs');\n`,
      'apps/server/src/features/b/b.store.ts': 'sql`delete\n  from runs where id = 1`;\n',
    });
    expect(violation?.message).toContain('features/a/a.store.ts and apps/server/src/features/b/b.store.ts');
  });
});

describe('coverage', () => {
  const files = { 'scripts/a.ts': 'export {};\n', 'scripts/b.mjs': 'export {};\n' };

  it('fails if a file that git lists was not passed in', async () => {
    const violations = await checkImports(plantRepository(files), ['scripts/a.ts']);
    expect(violations).toMatchObject([{ file: 'scripts/b.mjs', rule: 'coverage' }]);
    expect(violations[0]?.message).toContain('1 of 2');
  });

  it('fails with the line on a file that cannot be parsed', async () => {
    const violations = await check({ ...files, 'scripts/c.ts': 'export {};\nconst = 1;\n' });
    expect(violations.map(({ file, line, rule }) => [file, line, rule])).toEqual([
      ['scripts/c.ts', 1, 'coverage'],
      ['scripts/c.ts', 2, 'parse'],
    ]);
  });

  it('fails on a file that cannot be read', async () => {
    const violations = await checkImports(plantRepository(files), [...Object.keys(files), 'scripts/gone.ts']);
    expect(violations).toMatchObject([{ file: 'scripts/gone.ts', rule: 'parse' }]);
  });

  it('fails if git lists nothing', async () => {
    expect(await check({ 'readme.md': 'text\n' })).toMatchObject([{ rule: 'coverage' }]);
  });

  it('ignores a file that was deleted from disk', async () => {
    const root = plantRepository(files);
    execFileSync('git', ['add', '.'], { cwd: root });
    rmSync(join(root, 'scripts/b.mjs'));
    expect(await checkImports(root, await listCodeFiles(root))).toEqual([]);
  });
});
