import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../harness/processes.ts';
import { assert, type Fault } from '../fault.ts';

const hadolint = process.env.HARNESS_HADOLINT ?? '/usr/local/bin/hadolint';

// Without a configuration file: no rule is ignored.
const args = ['--no-color', '--failure-threshold', 'style', join(root, 'deploy/Dockerfile')];

export const lintedDockerfile: Fault = {
  number: 109,
  title: 'the Dockerfile linted by hadolint',
  slow: true,
  async run() {
    if (!existsSync(hadolint)) return `skipped: this machine has no ${hadolint}`;
    const { status, stdout, stderr } = spawnSync(hadolint, args, { encoding: 'utf8' });
    assert(status === 0, `hadolint: ${stdout}${stderr}`);
    return 'no findings of any severity';
  },
};
