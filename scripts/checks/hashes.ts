// Every package in the lockfile has a hash, so that `npm ci` installs the same bytes everywhere.
import { matchesGlob } from 'node:path';
import { type LockEntry, readLockedPackages } from './locked-packages.ts';
import type { Violation } from './violation.ts';

interface Unhashed {
  packages: string;
  version: string;
}

const RULE = 'hash';

/**
 * Builds of development tools for platforms of which the registry had no copy when these versions were installed. `npm run
 * lockfile` adds what the registry has, and then an entry here is reported as not needed.
 */
const UNHASHED: Unhashed[] = [
  { packages: '@biomejs/cli-*', version: '2.6.6' },
  { packages: '@oxc-parser/binding-*', version: '0.155.0' },
  { packages: '@squawk-cli/*', version: '2.66.0' },
  { packages: '@tailwindcss/oxide-*', version: '4.3.5' },
];

/** An installation for production has no package without a hash, whatever the list says. */
const isTool = ({ dev, optional }: LockEntry) => dev === true && optional === true;

export async function checkHashes(root: string, known: readonly Unhashed[] = UNHASHED): Promise<Violation[]> {
  const used = new Set<Unhashed>();
  const violations: Violation[] = [];
  for (const entry of readLockedPackages(root).filter(({ integrity }) => !integrity)) {
    const { name, version } = entry;
    const listed = known.find((each) => matchesGlob(name, each.packages) && version === each.version);
    const message = `${name}@${version} has no hash; run \`npm run lockfile\` with a registry that has it.`;
    if (listed && isTool(entry)) used.add(listed);
    else violations.push(entry.violation(RULE, message));
  }
  return [...violations, ...known.filter((each) => !used.has(each)).map(notNeeded)];
}

const notNeeded = ({ packages, version }: Unhashed): Violation => ({
  file: 'scripts/checks/hashes.ts',
  line: 1,
  rule: RULE,
  message: `every ${packages} of version ${version} has a hash, or is not installed; remove it from the list.`,
});
