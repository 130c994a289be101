import { dirname } from 'node:path';
import { describe, expect, it } from 'vitest';
import { checkHashes } from './hashes.ts';
import { plant } from './planted.ts';

const list = [{ packages: '@tool/cli-*', version: '1.0.0' }];
const tool = { version: '1.0.0', dev: true, optional: true };
const hashed = { version: '1.0.0', integrity: 'sha512-AAAA' };

async function check(packages: Record<string, object>, known = list): Promise<string[]> {
  const root = plant({ 'package-lock.json': JSON.stringify({ packages }, null, 2) });
  return (await checkHashes(root, known)).map(({ file, message }) => `${file} ${message.split(/[; ]/)[0]}`);
}

describe('a package in the lockfile', () => {
  it('has a hash, unless it is our own', async () => {
    const own = { '': {}, 'apps/server': {}, 'node_modules/@warranty/server': { link: true } };
    expect(await check({ ...own, 'node_modules/a': hashed }, [])).toEqual([]);
    expect(await check({ 'node_modules/a': { version: '1.0.0' } }, [])).toEqual([
      'package-lock.json a@1.0.0',
    ]);
    expect(await check({ 'node_modules/b/node_modules/a': tool }, [])).toEqual(['package-lock.json a@1.0.0']);
  });

  it('may have none if it is a listed development tool for another platform', async () => {
    expect(await check({ 'node_modules/@tool/cli-darwin': tool })).toEqual([]);
  });

  it.each([
    ['of another version', { ...tool, version: '1.0.1' }],
    ['that is needed in production', { ...tool, dev: false }],
    ['that is not optional', { ...tool, optional: false }],
  ])('must have one although it is listed: a tool %s', async (_, entry) => {
    expect(await check({ 'node_modules/@tool/cli-darwin': entry })).toEqual([
      `package-lock.json @tool/cli-darwin@${entry.version}`,
      'scripts/checks/hashes.ts every',
    ]);
  });

  it('is removed from the list once it has one', async () => {
    expect(await check({ 'node_modules/@tool/cli-darwin': { ...tool, ...hashed } })).toEqual([
      'scripts/checks/hashes.ts every',
    ]);
  });

  it('is as it must be in this repository', async () => {
    expect(await checkHashes(dirname(dirname(import.meta.dirname)))).toEqual([]);
  });
});
