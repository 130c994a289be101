import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createVersions } from './previous-version.ts';

const first = 'apps/server/migrations/0001_first.sql';
const second = 'apps/server/migrations/0002_second.sql';
const dockerfile = 'deploy/Dockerfile';
const minute = 60;

let repository: string;
let seconds: number;
beforeEach(() => {
  repository = mkdtempSync(join(tmpdir(), 'warranty-versions-'));
  seconds = 1_800_000_000;
  git('init', '--quiet');
  for (const folder of ['apps/server/migrations', 'deploy'])
    mkdirSync(join(repository, folder), { recursive: true });
});
afterEach(() => rmSync(repository, { recursive: true }));

function git(...args: string[]): string {
  const date = `${seconds} +0000`;
  const env = { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date };
  const who = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
  return execFileSync('git', ['-C', repository, ...who, ...args], { encoding: 'utf8', env }).trim();
}

/** Commits these files some minutes after the commit before, and returns its hash. */
function commit(files: Record<string, string>, after = 10 * minute): string {
  seconds += after;
  for (const [path, text] of Object.entries(files)) writeFileSync(join(repository, path), text);
  git('add', '--all');
  git('commit', '--quiet', '--allow-empty', '--message', 'change');
  return git('rev-parse', 'HEAD');
}

const versions = (against?: string) => createVersions(repository, against);

describe('the version before the last migration', () => {
  it('is none while there is one migration, or if the first one was another', () => {
    commit({ 'apps/server/migrations/0001_session.sql': 'old' });
    rmSync(join(repository, 'apps/server/migrations/0001_session.sql'));
    commit({ [first]: 'new' });
    expect(versions().beforeLastMigration()).toBeNull();
    commit({ [dockerfile]: 'any' });
    expect(versions().beforeLastMigration()).toBeNull();
  });

  it('is the last one without it', () => {
    commit({ [first]: 'new' });
    const before = commit({ [dockerfile]: 'any' });
    commit({ [second]: 'more' });
    commit({ [dockerfile]: 'other' });
    expect(versions().beforeLastMigration()).toBe(before);
  });

  it('is before all commits of the same change', () => {
    const before = commit({ [first]: 'new' });
    commit({ [dockerfile]: 'part' });
    commit({ [second]: 'more' }, minute / 2);
    expect(versions().beforeLastMigration()).toBe(before);
  });
});

describe('the oldest version with a file', () => {
  it('has the same first migration', () => {
    commit({ [dockerfile]: 'any', [first]: 'old' });
    const changed = commit({ [first]: 'new' });
    expect(versions().oldestWith(dockerfile)).toBeNull();
    commit({ [second]: 'more' });
    expect(versions().oldestWith(dockerfile)).toBe(changed);
  });

  it('has the file', () => {
    commit({ [first]: 'new' });
    const added = commit({ [dockerfile]: 'any' });
    commit({ [second]: 'more' });
    expect(versions().oldestWith(dockerfile)).toBe(added);
  });

  it('is none if the first migration was changed and not committed', () => {
    commit({ [dockerfile]: 'any', [first]: 'new' });
    commit({ [second]: 'more' });
    writeFileSync(join(repository, first), 'changed');
    expect(versions().oldestWith(dockerfile)).toBeNull();
  });
});

it('rejects a chosen version with another first migration', () => {
  const old = commit({ [first]: 'old' });
  const changed = commit({ [first]: 'new' });
  expect(() => versions(old).beforeLastMigration()).toThrow('has another first migration');
  expect(versions(changed).beforeLastMigration()).toBe(changed);
});
