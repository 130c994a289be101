import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../harness/processes.ts';

interface Commit {
  hash: string;
  seconds: number;
}

/** Commits made this close together are parts of one change, of which only the last is known to work. */
const partOfChangeSeconds = 60;
const migrations = 'apps/server/migrations';

/** What a case returns if there is no version to compare with. */
export const noEarlierVersion = 'skipped: no earlier version to compare with yet';

function createGit(repository: string) {
  return (...args: string[]): string =>
    execFileSync('git', ['-C', repository, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
}

const isOneChange = (newer: Commit | undefined, older: Commit | undefined) =>
  newer !== undefined && older !== undefined && newer.seconds - older.seconds < partOfChangeSeconds;

/** Versions that can run on the same database as this one. It refuses those that began with another first migration. */
export function createVersions(repository = root, against = process.env.HARNESS_AGAINST) {
  const git = createGit(repository);
  const firstMigration = `${migrations}/${readdirSync(join(repository, migrations)).sort()[0]}`;
  const firstBlob = git('hash-object', firstMigration);
  const commits = git('log', '--first-parent', '--format=%H %ct')
    .split('\n')
    .map((line): Commit => ({ hash: line.slice(0, 40), seconds: Number(line.slice(41)) }));

  const isUpgradable = (commit: string) => git('ls-tree', commit, '--', firstMigration).includes(firstBlob);

  /** The index of the newest commit for which `git log` has this option and path. */
  function findNewest(path: string, ...options: string[]): number {
    const hash = git('log', '--first-parent', '--format=%H', '-1', ...options, '--', path);
    return commits.findIndex((commit) => commit.hash === hash);
  }

  /** The last commit of the change that this one is a part of. */
  function endOfChange(index: number): number {
    let last = index;
    while (isOneChange(commits[last - 1], commits[last])) last -= 1;
    return last;
  }

  function readAgainst(): string | null {
    if (!against) return null;
    if (isUpgradable(against)) return against;
    throw new Error(`${against} has another first migration, so its database is refused`);
  }

  return {
    /** `--against`, or the version before the change that last added a migration. Null if that was the first one. */
    beforeLastMigration(): string | null {
      const chosen = readAgainst();
      if (chosen) return chosen;
      let first = findNewest(migrations, '--diff-filter=A');
      while (isOneChange(commits[first], commits[first + 1])) first += 1;
      const hash = commits[first + 1]?.hash;
      return hash && isUpgradable(hash) ? hash : null;
    },

    /**
     * `--against`, or the oldest version that has this file, since it was last added, and the same first migration. Null if that is
     * this version.
     */
    oldestWith(file: string): string | null {
      const chosen = readAgainst();
      if (chosen) return chosen;
      const index = Math.min(findNewest(file, '--diff-filter=A'), findNewest(firstMigration));
      const version = commits[endOfChange(index)];
      return version && version !== commits[0] && isUpgradable(version.hash) ? version.hash : null;
    },
  };
}
