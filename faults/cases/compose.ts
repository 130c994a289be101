import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createComposeImages, missingForCompose, startCompose } from '../../harness/compose/compose.ts';
import { buildImage, missingForImages } from '../../harness/image.ts';
import { root, start } from '../../harness/processes.ts';
import { checkOut } from '../../harness/tree.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';
import { createVersions, noEarlierVersion } from '../previous-version.ts';

const image = 'localhost/it-warranty-lookup';

export const composeUpgrade: Fault = {
  number: 107,
  title: 'the Compose file: from nothing to TLS with one command, and upgraded under load',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const missing = [...missingForImages(), ...missingForCompose()];
    if (missing.length > 0) return `skipped: this machine has no ${missing.join(', ')}`;
    const version = createVersions().oldestWith('deploy/Dockerfile');
    if (!version) return noEarlierVersion;
    const dir = await temporaryFolder(context);
    const previous = checkOut(root, version, join(dir, 'previous'));
    context.cleanup(previous.remove);
    buildImage(`${image}:previous`, dir, previous.path);
    buildImage(`${image}:current`, dir);
    createComposeImages();

    const startedAt = performance.now();
    const { inNetwork, env, remove } = await startCompose(dir, `${image}:previous`);
    context.cleanup(remove);
    const upMs = performance.now() - startedAt;

    const [program, args] = inNetwork(process.execPath, join(root, 'faults/compose-load.ts'));
    const load = start(program, args, { env: { NODE_TLS_REJECT_UNAUTHORIZED: '0' } });
    context.cleanup(() => load.stop('SIGKILL'));
    await load.waitForLine((line) => line.includes('started'));
    execFileSync(join(root, 'deploy/compose/upgrade.sh'), {
      env: { ...process.env, ...env, IMAGE: `${image}:current` },
      stdio: 'pipe',
    });
    load.child.stdin?.end();
    const report = JSON.parse(await load.waitForLine((line) => line.startsWith('{"sent"'))) as {
      sent: number;
      failures: string[];
      found: boolean;
    };
    const { sent, failures, found } = report;
    assert(failures.length === 0, `${failures.length} of ${sent} requests failed: ${failures[0]}`);
    assert(found, 'what was stored before the upgrade is gone');
    return `up with TLS after ${seconds(upMs)}; 0 of ${sent} requests failed while ${previous.hash.slice(0, 7)} was replaced, and nothing stored was lost`;
  },
};
