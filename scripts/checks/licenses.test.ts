import { describe, expect, it } from 'vitest';
import { checkLicenses } from './licenses.ts';
import { plant } from './planted.ts';
import type { Violation } from './violation.ts';

type Entries = Record<string, Record<string, unknown>>;

function repository(packages: Entries, allowScripts = {}, files: Record<string, string> = {}): string {
  return plant({
    'package.json': JSON.stringify({ allowScripts }),
    'package-lock.json': JSON.stringify({ lockfileVersion: 3, packages }, null, 2),
    ...files,
  });
}

async function check(...args: Parameters<typeof repository>): Promise<string[]> {
  const violations = await checkLicenses(repository(...args));
  return violations.map((violation: Violation) => violation.rule);
}

describe('licenses', () => {
  it.each([
    'MIT',
    'MPL-2.0',
    '(MIT OR GPL-3.0-only)',
    '(MIT AND Zlib)',
    'GPL-2.0-only OR (ISC AND 0BSD)',
    'GPL-2.0-only AND MIT OR MIT',
  ])('%s is allowed', async (license) => {
    expect(await check({ 'node_modules/a': { license } })).toEqual([]);
  });

  it.each([
    'GPL-3.0-only',
    'AGPL-3.0-only',
    'MIT AND GPL-3.0-only',
    '(MIT OR Apache-2.0) AND GPL-2.0-only',
    'Apache-2.0 WITH LLVM-exception',
    'SEE LICENSE IN LICENSE.md',
    'UNLICENSED',
    '(MIT',
    'MIT ISC',
    '(MIT ISC',
    'MIT AND',
    '',
  ])('%s is rejected', async (license) => {
    expect(await check({ 'node_modules/a': { license } })).toEqual(['licence']);
  });

  it.each([
    ['LGPL-3.0-or-later', '@img/sharp-libvips-linux-x64'],
    ['OFL-1.1', '@fontsource-variable/inter'],
    ['CC-BY-4.0', 'caniuse-lite'],
  ])('%s is allowed only for %s', async (license, name) => {
    expect(await check({ [`node_modules/${name}`]: { license } })).toEqual([]);
    expect(await check({ 'node_modules/other': { license } })).toEqual(['licence']);
  });

  it('are read from the installed package if the lockfile has none', async () => {
    const key = 'node_modules/b/node_modules/@scope/a';
    expect(await check({ [key]: {} })).toEqual(['licence']);
    const manifest = (value: object) => ({ [`${key}/package.json`]: JSON.stringify(value) });
    expect(await check({ [key]: {} }, {}, manifest({ license: 'MIT' }))).toEqual([]);
    expect(await check({ [key]: {} }, {}, manifest({ licenses: [{ type: 'MIT' }] }))).toEqual([]);
    expect(await check({ [key]: {} }, {}, manifest({ license: { type: 'GPL-3.0' } }))).toEqual(['licence']);
  });

  it('of our own packages are skipped', async () => {
    const link = { link: true, resolved: 'apps/server' };
    expect(await check({ '': {}, 'apps/server': {}, 'node_modules/@warranty/server': link })).toEqual([]);
  });

  it('can be exempted with a reason, by name or by version', async () => {
    const root = repository({ 'node_modules/a': { version: '1.0.0', license: 'Odd' } });
    const except = (name: string) => checkLicenses(root, [{ package: name, reason: 'read' }]);
    expect(await except('a')).toEqual([]);
    expect(await except('a@1.0.0')).toEqual([]);
    expect(await except('a@2.0.0')).toHaveLength(1);
  });

  it('are reported with the line in the lockfile', async () => {
    const root = repository({ 'node_modules/a': { license: 'MIT' }, 'node_modules/b': { license: 'Odd' } });
    expect(await checkLicenses(root)).toMatchObject([{ file: 'package-lock.json', line: 7 }]);
  });
});

describe('the lockfile', () => {
  it.each(['https://registry.example/a/-/a-1.0.0.tgz', 'http://localhost/a.tgz', 'git+ssh://git@host/a.git'])(
    'must not record %s',
    async (resolved) => {
      expect(await check({ 'node_modules/a': { license: 'MIT', resolved } })).toEqual(['lockfile-address']);
    },
  );
});

describe('install scripts', () => {
  const entries = { 'node_modules/@s/a': { license: 'MIT', version: '1.2.3', hasInstallScript: true } };

  it.each([{ '@s/a': true }, { '@s/a': false }, { '@s/a@1.2.3': true }, { '@s/a@1.0.0 || 1.2.3': true }])(
    'are decided by %o',
    async (allowScripts) => {
      expect(await check(entries, allowScripts)).toEqual([]);
    },
  );

  it.each([{}, { '@s/b': true }, { '@s/a@1.2.4': true }])('are not decided by %o', async (allowScripts) => {
    expect(await check(entries, allowScripts)).toEqual(['install-script']);
  });
});
