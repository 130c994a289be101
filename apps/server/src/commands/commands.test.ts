import { describe, expect, it } from 'vitest';
import { runCommand } from '../../test/run-command.ts';
import { commands } from './commands.ts';

describe.each(Object.keys(commands))('the command %s', { timeout: 60_000 }, (name) => {
  it('explains itself with --help, and does nothing else', async () => {
    const { code, stdout, stderr } = await runCommand([name, '--help'], { DATABASE_URL: 'not a URL' });
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`usage: node apps/server/src/main.ts ${name}`);
    expect(stdout).toContain(commands[name]?.help);
  });
});

it('an unknown command lists the known ones', { timeout: 60_000 }, async () => {
  const { code, stdout, stderr } = await runCommand(['nothing'], {});
  expect([code, stdout]).toEqual([2, '']);
  for (const name of Object.keys(commands)) expect(stderr).toContain(`  ${name} `);
});
