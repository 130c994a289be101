import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, killGroup, type Program, start, waitUntil } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { blankNpmVariables, copyCheckout, type OsUser, processesIn, shellEnvironment } from '../checkout.ts';
import { assert, type Fault, type FaultContext, seconds } from '../fault.ts';

interface Run extends Program {
  url: string;
  took: number;
}

/** Runs `npm start` as a user would and waits until the page loads. */
export async function npmStart(
  context: FaultContext,
  dir: string,
  port: number,
  person?: OsUser,
): Promise<Run> {
  const startedAt = performance.now();
  const program = start('npm', ['start'], {
    cwd: dir,
    group: true,
    env: { ...blankNpmVariables(), ...shellEnvironment(dir), PORT: String(port), METRICS_PORT: 'off' },
    ...person,
  });
  context.cleanup(() => killGroup(program));
  const url = `http://localhost:${port}`;
  await program.waitForLine((line) => line.includes(`is ready at ${url}`), 180_000);
  const page = await (await fetch(url)).text();
  assert(page.includes('<title>IT Warranty Lookup</title>'), 'the page did not load');
  await createTestClient(url);
  return { ...program, url, took: performance.now() - startedAt };
}

async function pressControlC(run: Run, dir: string): Promise<void> {
  process.kill(-run.pid, 'SIGINT');
  await run.ended();
  await waitUntil('every process to exit', async () => (await processesIn(dir)).length === 0).catch(
    async () => {
      throw new Error(`still running: ${(await processesIn(dir)).join(', ')}`);
    },
  );
}

async function assertSecondStartReportsFirst(first: Run, dir: string, person?: OsUser): Promise<void> {
  const second = start('npm', ['start'], {
    cwd: dir,
    env: { ...blankNpmVariables(), ...shellEnvironment(dir) },
    ...person,
  });
  assert((await second.ended()) === 0, 'the second start failed');
  assert(
    second.lines.some((line) => line.includes(`already running at ${first.url}`)),
    `the second start printed:\n${second.lines.join('\n')}`,
  );
}

async function assertOrphanAdopted(
  context: FaultContext,
  dir: string,
  port: number,
  person?: OsUser,
): Promise<void> {
  const killed = await npmStart(context, dir, port, person);
  process.kill(-killed.pid, 'SIGKILL');
  await killed.ended();
  const left = await processesIn(dir);
  assert(left.length > 0, 'PostgreSQL was expected to outlive its parent');
  await pressControlC(await npmStart(context, dir, port, person), dir);
}

/** The product has to restart its own PostgreSQL itself. */
async function assertPostgresRecovers(run: Run, dir: string): Promise<number> {
  const postmaster = Number(
    (await readFile(join(dir, '.data/postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  process.kill(postmaster, 'SIGKILL');
  const status = async () => (await fetch(`${run.url}/readyz`)).status;
  await waitUntil('/readyz to go red', async () => (await status()) === 503);
  return waitUntil('/readyz to go green', async () => (await status()) === 200);
}

async function startTwice(context: FaultContext, person?: OsUser): Promise<string> {
  // One of the two cases builds the pages; the other shows that existing ones are not rebuilt.
  const dir = await copyCheckout(context, { owner: person, built: person !== undefined });
  const port = await freePort();
  const first = await npmStart(context, dir, port, person);
  context.expectBar(first.took <= 60_000, `the first start took ${seconds(first.took)}, not under 60 s`);
  await assertSecondStartReportsFirst(first, dir, person);
  await pressControlC(first, dir);
  const second = await npmStart(context, dir, port, person);
  context.expectBar(second.took <= 10_000, `the second start took ${seconds(second.took)}, not under 10 s`);
  const back = await assertPostgresRecovers(second, dir);
  context.expectBar(back <= 10_000, `the killed PostgreSQL was back after ${seconds(back)}, not within 10 s`);
  await pressControlC(second, dir);
  await assertOrphanAdopted(context, dir, port, person);
  return `first start ${seconds(first.took)} (bar 60), second ${seconds(second.took)} (bar 10), killed PostgreSQL back in ${seconds(back)} (bar 10), no process left after Ctrl-C`;
}

export const startAsRoot: Fault = {
  number: 7,
  isolation: 'quiet',
  title: 'npm start from a clean copy, as the current user',
  run: (context) => startTwice(context),
};

/** www-data: exists on every Debian system. */
const otherUser = { uid: 33, gid: 33 };

export const startAsAnother: Fault = {
  number: 8,
  slow: true,
  isolation: 'quiet',
  title: 'npm start from a clean copy, as another user',
  async run(context) {
    assert(process.getuid?.() === 0, 'only root can become another user');
    return startTwice(context, otherUser);
  },
};
