import { execFileSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';

const moduleUrl = new URL('./lower-priority.ts', import.meta.url).href;
const program = `
  const { lowerPriority } = await import(${JSON.stringify(moduleUrl)});
  lowerPriority(5);
  console.log(os.getPriority());`;
const node = [process.execPath, '--input-type=module', '-e', `import os from 'node:os'; ${program}`];

/** The tests themselves may have been started with `nice`. */
const inherited = Number(execFileSync('nice', { encoding: 'utf8' }));

const users: Record<string, string[]> = {
  'an ordinary user': process.getuid?.() === 0 ? ['setpriv', '--reuid=65534', '--clear-groups'] : [],
  ...(process.getuid?.() === 0 && { root: [] }),
};

function nicenessAfter(adjustment: number, user: string[]): number {
  const [file = '', ...args] = ['nice', '-n', String(adjustment), ...user, ...node];
  return Number(execFileSync(file, args, { encoding: 'utf8' }));
}

describe.each(Object.entries(users))('as %s', (_, user) => {
  it('a process is lowered from the ordinary priority', () => {
    expect(nicenessAfter(0, user)).toBe(Math.max(5, inherited));
  });

  it('a process that began at a lower priority keeps it', () => {
    expect(nicenessAfter(10, user)).toBe(Math.min(19, inherited + 10));
  });
});

describe('a system that refuses', () => {
  it('does not stop the work', () => {
    const refusing = `import os from 'node:os'; import { syncBuiltinESMExports } from 'node:module';
      os.setPriority = () => { throw new Error('refused'); }; syncBuiltinESMExports(); ${program}`;
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', refusing], {
      encoding: 'utf8',
    });
    expect(Number(output)).toBe(inherited);
  });
});
