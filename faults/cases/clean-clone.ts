import { join } from 'node:path';
import { freePort, killGroup, root, start, waitUntil } from '../../harness/processes.ts';
import { blankNpmVariables, shellEnvironment } from '../checkout.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';

export const cleanClone: Fault = {
  number: 10,
  title: 'git clone, npm ci, npm start',
  slow: true,
  async run(context) {
    const dir = join(await temporaryFolder(context), 'clone');
    const env = { ...blankNpmVariables(), ...shellEnvironment(dir) };
    assert((await start('git', ['clone', '-q', root, dir]).ended()) === 0, 'the clone failed');
    const install = start('npm', ['ci'], { cwd: dir, env });
    assert((await install.ended()) === 0, install.lines.slice(-20).join('\n'));
    const port = await freePort();
    const startedAt = performance.now();
    const program = start('npm', ['start'], {
      cwd: dir,
      group: true,
      env: { ...env, PORT: String(port), METRICS_PORT: 'off' },
    });
    context.cleanup(() => killGroup(program));
    await waitUntil(
      'the page to load',
      async () => (await (await fetch(`http://localhost:${port}`)).text()).includes('IT Warranty Lookup'),
      60_000,
    );
    const took = performance.now() - startedAt;
    process.kill(-program.pid, 'SIGINT');
    await program.ended();
    return `page loaded ${seconds(took)} after npm start (bar 60 s)`;
  },
};
