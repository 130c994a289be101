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
