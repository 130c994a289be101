import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, killGroup, type Program, start, until } from '../../harness/processes.ts';
import { visit } from '../../harness/session.ts';
import { copyCheckout, ownVariablesBlank, type Person, processesIn, shellEnvironment } from '../checkout.ts';
import { demand, type Fault, type FaultContext, seconds } from '../fault.ts';

interface Run extends Program {
  url: string;
  took: number;
}

/** `npm start` as a person types it, up to the moment the page is there. */
async function npmStart(context: FaultContext, dir: string, port: number, person?: Person): Promise<Run> {
  const begun = performance.now();
  const program = start('npm', ['start'], {
    cwd: dir,
    group: true,
    env: { ...ownVariablesBlank(), ...shellEnvironment(dir), PORT: String(port), METRICS_PORT: 'off' },
    ...person,
  });
  context.cleanup(() => killGroup(program));
  const url = `http://localhost:${port}`;
  await program.line((line) => line.includes(`is ready at ${url}`), 90_000);
  const page = await (await fetch(url)).text();
  demand(page.includes('<title>IT Warranty Lookup</title>'), 'the page is not there');
  await visit(url);
  return { ...program, url, took: performance.now() - begun };
}

async function pressControlC(run: Run, dir: string): Promise<void> {
  process.kill(-run.pid, 'SIGINT');
  await run.ended();
  await until('every process to be gone', async () => (await processesIn(dir)).length === 0, 10_000).catch(
    async () => {
      throw new Error(`left behind: ${(await processesIn(dir)).join(', ')}`);
    },
  );
}

async function demandSecondSaysSo(first: Run, dir: string, person?: Person): Promise<void> {
  const second = start('npm', ['start'], {
    cwd: dir,
    env: { ...ownVariablesBlank(), ...shellEnvironment(dir) },
    ...person,
  });
  demand((await second.ended()) === 0, 'the second start failed');
  demand(
    second.lines.some((line) => line.includes(`already runs at ${first.url}`)),
    `the second start said:\n${second.lines.join('\n')}`,
  );
}

async function demandOrphanIsAdopted(
  context: FaultContext,
  dir: string,
  port: number,
  person?: Person,
): Promise<void> {
  const killed = await npmStart(context, dir, port, person);
  process.kill(-killed.pid, 'SIGKILL');
  await killed.ended();
  const left = await processesIn(dir);
  demand(left.length > 0, 'PostgreSQL was expected to outlive its parent');
  await pressControlC(await npmStart(context, dir, port, person), dir);
}

/** The product's own PostgreSQL has nobody else to start it again. */
async function demandPostgresComesBack(run: Run, dir: string): Promise<number> {
  const postmaster = Number(
    (await readFile(join(dir, '.data/postgres/postmaster.pid'), 'utf8')).split('\n')[0],
  );
  process.kill(postmaster, 'SIGKILL');
  const status = async () => (await fetch(`${run.url}/readyz`)).status;
  await until('/readyz to go red', async () => (await status()) === 503);
  return until('/readyz to go green', async () => (await status()) === 200, 10_000);
}

async function startTwice(context: FaultContext, person?: Person): Promise<string> {
  // One of the two builds the pages; the other shows that they are not built again.
  const dir = await copyCheckout(context, { owner: person, built: person !== undefined });
  const port = await freePort();
  const first = await npmStart(context, dir, port, person);
  demand(first.took <= 60_000, `the first start took ${seconds(first.took)}, not under 60 s`);
  await demandSecondSaysSo(first, dir, person);
  await pressControlC(first, dir);
  const second = await npmStart(context, dir, port, person);
  demand(second.took <= 10_000, `the second start took ${seconds(second.took)}, not under 10 s`);
  const back = await demandPostgresComesBack(second, dir);
  await pressControlC(second, dir);
  await demandOrphanIsAdopted(context, dir, port, person);
  return `first start ${seconds(first.took)} (bar 60), second ${seconds(second.took)} (bar 10), killed PostgreSQL back in ${seconds(back)}, Ctrl-C left nothing`;
}

export const startAsRoot: Fault = {
  number: 7,
  isolation: 'quiet',
  title: 'npm start from a clean copy, as whoever runs this',
  run: (context) => startTwice(context),
};

/** www-data: every Debian has it. */
const somebodyElse = { uid: 33, gid: 33 };

export const startAsAnother: Fault = {
  number: 8,
  isolation: 'quiet',
  title: 'npm start from a clean copy, as another user',
  async run(context) {
    demand(process.getuid?.() === 0, 'only root can become another user');
    return startTwice(context, somebodyElse);
  },
};
