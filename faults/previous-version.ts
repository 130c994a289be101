import { execFileSync } from 'node:child_process';
import { root } from '../harness/processes.ts';

interface Commit {
  hash: string;
  seconds: number;
}

/** Commits made this close together are parts of one change, of which only the last is known to work. */
const partOfChangeSeconds = 60;

function git(...args: string[]): string {
  return execFileSync('git', ['-C', root, ...args], { encoding: 'utf8', maxBuffer: 1 << 26 }).trim();
}

/** All commits, newest first, and the index of the newest that added a file to this path. */
function commitsAndAddition(path: string) {
  const commits = git('log', '--first-parent', '--format=%H %ct')
    .split('\n')
    .map((line): Commit => ({ hash: line.slice(0, 40), seconds: Number(line.slice(41)) }));
  const hash = git('log', '--first-parent', '--diff-filter=A', '--format=%H', '-1', '--', path);
  return { commits, at: commits.findIndex((commit) => commit.hash === hash) };
}

const isOneChange = (newer: Commit | undefined, older: Commit | undefined) =>
  newer !== undefined && older !== undefined && newer.seconds - older.seconds < partOfChangeSeconds;

/** `--against`, or the version before the change that last added a file to this path. */
export function versionBefore(path: string): string {
  if (process.env.HARNESS_AGAINST) return process.env.HARNESS_AGAINST;
  const { commits, at } = commitsAndAddition(path);
  let first = at;
  while (isOneChange(commits[first], commits[first + 1])) first += 1;
  return commits[first + 1]?.hash ?? 'HEAD';
}

/** `--against`, or the version after the change that last added a file to this path. */
export function versionWith(path: string): string {
  if (process.env.HARNESS_AGAINST) return process.env.HARNESS_AGAINST;
  const { commits, at } = commitsAndAddition(path);
  let last = at;
  while (isOneChange(commits[last - 1], commits[last])) last -= 1;
  return commits[last]?.hash ?? 'HEAD';
}
