import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { plantRepository } from './planted.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../..');
const configuration = ['.gitignore', 'biome.json', 'scripts/checks/no-skip.grit'];

interface Report {
  diagnostics: { category: string; location: { path: string } }[];
}

/** The rules of this repository that the files break, as `file rule`. */
function lint(files: Record<string, string>): string[] {
  const copies = configuration.map((path) => [path, readFileSync(join(root, path), 'utf8')]);
  const cwd = plantRepository({ ...Object.fromEntries(copies), ...files });
  const { stdout } = spawnSync('biome', ['lint', '--reporter=json'], { cwd, encoding: 'utf8' });
  const { diagnostics } = JSON.parse(stdout) as Report;
  return diagnostics.map(({ category, location }) => `${location.path} ${category}`).sort();
}

/** Which of the lines break a rule, each in its own file. */
function findBroken(lines: string[], extension: string): string[] {
  const paths = new Map(lines.map((line, index) => [`scripts/${index}${extension}`, line]));
  const files = [...paths].map(([path, line]) => [path, `f();\n${line}\n`]);
  const broken = lint(Object.fromEntries(files)).map((found) => found.split(' ')[0] ?? '');
  return [...paths].filter(([path]) => broken.includes(path)).map(([, line]) => line);
}

const focused = [
  `it.only('a', f);`,
  `describe.only('a', f);`,
  `test.describe.only('a', f);`,
  `it.only.each([1])('a', f);`,
];
const skipped = [
  `it.skip('a', f);`,
  `it.skip('a', () => {});`,
  `it.skip('a');`,
  `it.skip.each([1])('a', f);`,
  `describe.skip('a', f);`,
  `test.describe.skip('a', f);`,
  'test.skip();',
  'test.skip(slow);',
  `test.skip(slow, 'needs a camera');`,
  'ctx.skip();',
  `ctx.skip('needs a camera');`,
];

describe('test modifiers', () => {
  it('are rejected', () => {
    expect(findBroken(focused, '.spec.ts')).toEqual(focused);
    expect(findBroken(skipped, '.test.ts')).toEqual(skipped);
  });

  it('are allowed with a reason, and on anything else', () => {
    const allowed = [
      `// biome-ignore lint/plugin: needs a camera\nctx.skip();`,
      `// biome-ignore lint/suspicious/noSkippedTests lint/plugin: needs a camera\ntest.skip(slow);`,
      `it.skipIf(slow)('a', f);`,
      `rows.skip(2);`,
      `f("it.only('a')");`,
      `options.only('a');`,
    ];
    expect(findBroken(allowed, '.test.ts')).toEqual([]);
  });

  it('are checked in tests only', () => {
    expect(findBroken([...focused, ...skipped], '.ts')).toEqual([]);
  });
});

it('files that import each other are rejected, also if they import only types', () => {
  const files = {
    'scripts/a.ts': `import { b } from './b.ts';\nexport const a = () => b;\n`,
    'scripts/b.ts': `import { a } from './a.ts';\nexport const b = () => a;\n`,
    'src/c.ts': `import type { D } from './d.ts';\nexport type C = D[];\n`,
    'src/d.ts': `import type { C } from './c.ts';\nexport type D = C[];\n`,
  };
  const rule = 'lint/suspicious/noImportCycles';
  expect(lint(files)).toEqual(Object.keys(files).map((file) => `${file} ${rule}`));
});

it('file names other than kebab-case are rejected, except those of components', () => {
  const names = [
    'useX.ts',
    'use-x.ts',
    'use-x.test.ts',
    'useX.tsx',
    'Button.ts',
    'Button.tsx',
    'lazy-part.tsx',
  ];
  const rule = 'lint/style/useFilenamingConvention';
  expect(lint(Object.fromEntries(names.map((name) => [`src/${name}`, 'f();\n'])))).toEqual(
    ['Button.ts', 'useX.ts', 'useX.tsx'].map((name) => `src/${name} ${rule}`),
  );
});
