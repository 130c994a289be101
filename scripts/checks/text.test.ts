import { describe, expect, it } from 'vitest';
import { plant } from './planted.ts';
import { checkText } from './text.ts';

async function check(path: string, text: string): Promise<string[]> {
  const violations = await checkText(plant({ [path]: text }), [path]);
  return violations.map((violation) => `${violation.line} ${violation.rule}`);
}

describe('open tasks', () => {
  it.each(['// TODO', '# FIXME later', '// TODO()', '// TODO:', '/* TODO ( ) */'])(
    '%s needs a reason',
    async (line) => {
      expect(await check('docs/a.md', `first\n${line}\n`)).toEqual(['2 open-task']);
    },
  );

  it.each(['// TODO(vendor has no test account)', '// FIXME: waits for Go 1.26', 'the Todo app', 'MASTODON'])(
    '%s is allowed',
    async (line) => {
      expect(await check('docs/a.md', `${line}\n`)).toEqual([]);
    },
  );

  it('in binary files are ignored', async () => {
    expect(await check('docs/a.bin', 'a\0 TODO\n')).toEqual([]);
  });
});

describe('test modifiers', () => {
  it.each([
    `it.only('a', f);`,
    `describe.only('a', f);`,
    `test.describe.only('a', f);`,
    `it.only.each([1])('a', f);`,
  ])('%s is rejected', async (line) => {
    expect(await check('e2e/a.spec.ts', `f();\n${line}\n`)).toContain('2 test-only');
  });

  it.each([
    `it.skip('a', f);`,
    `it.skip('a');`,
    `describe.skip('a', f);`,
    'test.skip();',
    'test.skip(slow);',
    'ctx.skip();',
  ])('%s needs a reason', async (line) => {
    expect(await check('scripts/a.test.ts', `f();\n${line}\n`)).toEqual(['2 test-skip']);
  });

  it.each([
    `test.skip(slow, 'needs a camera');`,
    `ctx.skip('needs a camera');`,
    `it.skipIf(slow)('a', f);`,
    `rows.skip(2);`,
    `const text = "it.only('a')";`,
    `options.only('a');`,
  ])('%s is allowed', async (line) => {
    expect(await check('scripts/a.test.ts', `${line}\n`)).toEqual([]);
  });

  it('are checked in tests only', async () => {
    expect(await check('scripts/a.ts', `test.only('a', f);\n`)).toEqual([]);
  });
});
