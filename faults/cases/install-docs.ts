import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { listAgentDownloads } from '@warranty/contracts/agents';
import { startSession } from '@warranty/contracts/session';
import {
  commandsIn,
  createDebianRoot,
  missingForRoots,
  runInRoot,
  scriptEnd,
} from '../../harness/debian-root.ts';
import { root, waitUntil, withOutput } from '../../harness/processes.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { temporaryFolder } from '../installation.ts';

const name = 'warranty.example.com';
const barMs = 10 * 60_000;

/** Sends a request to the installation, as a browser that trusts its certificate. */
async function send(
  ca: string,
  method: string,
  path: string,
  body = '',
): Promise<{ status: number; body: string }> {
  const headers = { host: name, origin: `https://${name}`, 'content-type': 'application/json' };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: 443, servername: name, ca, method, path, headers },
      (reply) => {
        text(reply).then((content) => resolve({ status: reply.statusCode ?? 0, body: content }), reject);
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

export const installDocs: Fault = {
  number: 105,
  title: 'the install docs followed word by word in an empty Debian',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const missing = missingForRoots();
    if (missing.length > 0) return `skipped: this machine has no ${missing.join(', ')}`;
    const dir = await temporaryFolder(context);
    const [release, debian] = [join(dir, 'release'), join(dir, 'debian')];
    mkdirSync(debian);
    const script = join(root, 'scripts/release.ts');
    execFileSync(process.execPath, [script, 'build', '--out', release], { cwd: root, stdio: 'ignore' });
    const archive = readdirSync(release).find((file) => file.endsWith('.tar.gz')) ?? '';
    createDebianRoot(debian);
    copyFileSync(join(release, archive), join(debian, 'root', archive));

    const commands = commandsIn(readFileSync(join(root, 'docs/install.md'), 'utf8'), 'Debian server');
    const startedAt = performance.now();
    const machine = runInRoot(debian, commands);
    context.cleanup(() => machine.stop('SIGKILL'));
    await machine.waitForLine((line) => line === scriptEnd, barMs);
    const ca = readFileSync(join(debian, 'etc/it-warranty-lookup/tls.crt'), 'utf8');
    const isReady = async () => (await send(ca, 'GET', '/readyz')).status === 200;
    await withOutput(machine, waitUntil('the installation to be ready', isReady));
    const tookMs = performance.now() - startedAt;
    context.expectBar(tookMs < barMs, `it took ${seconds(tookMs)}`);

    const page = await send(ca, 'GET', '/');
    assert(page.status === 200 && page.body.includes('IT Warranty Lookup'), `the page got ${page.status}`);
    const session = await send(ca, 'POST', startSession.path, '{}');
    assert(session.status === 200, `a new session got ${session.status}: ${session.body}`);
    const downloads = await send(ca, 'GET', listAgentDownloads.path);
    assert(
      downloads.body.includes('network_agent-linux-x86_64'),
      `the agents are not offered: ${downloads.body}`,
    );
    return `a working installation with TLS after ${seconds(tookMs)} (bar ${seconds(barMs)})`;
  },
};
