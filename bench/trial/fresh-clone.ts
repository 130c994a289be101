import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Browser } from '@playwright/test';
import { makeFolder } from '../../harness/folder.ts';
import { freePort, killGroup, type Program, root, start } from '../../harness/processes.ts';
import { lookUpDevice } from './jobs.ts';
import { asNewUser } from './user.ts';

const run = promisify(execFile);

export interface FreshClone {
  /** Installing the packages, in seconds. */
  install: number;
  /** From `npm start` until it is ready, including the build of the pages, in seconds. */
  start: number;
  /** From there to the answer of the first lookup, in seconds. */
  answer: number;
}

/** A user's shell: without the packages of this folder, and without what npm sets for the program that it runs. */
function shellEnvironment(): Record<string, string> {
  const own = Object.keys(process.env).filter((name) =>
    /^(npm_(package|lifecycle)_|INIT_CWD$|NODE$)/.test(name),
  );
  const path = (process.env.PATH ?? '').split(':').filter((entry) => !entry.includes('node_modules'));
  return { ...Object.fromEntries(own.map((name) => [name, ''])), PATH: path.join(':') };
}

/** Stops `npm start` as Ctrl+C does, which also stops its PostgreSQL. */
async function stopLikeUser(product: Program): Promise<void> {
  if (product.child.exitCode === null) process.kill(-product.pid, 'SIGINT');
  await product.ended();
  killGroup(product);
}

/** Clones the last commit, and goes from `npm ci` to the first answer as the README says. */
export async function timeFreshClone(browser: Browser): Promise<FreshClone> {
  const folder = await makeFolder('fresh');
  const clone = join(folder.path, 'clone');
  const port = await freePort();
  const env = {
    ...shellEnvironment(),
    DATA_DIR: join(folder.path, 'data'),
    PORT: String(port),
    METRICS_PORT: 'off',
  };
  await run('git', ['clone', '--quiet', root, clone]);
  const startedAt = performance.now();
  await run('npm', ['ci', '--no-audit', '--no-fund'], {
    cwd: clone,
    env: { ...process.env, ...env },
    maxBuffer: 64 * 1024 * 1024,
  });
  const installedAt = performance.now();
  const product = start('npm', ['start'], { cwd: clone, env, group: true });
  try {
    const url = `http://localhost:${port}`;
    await product.waitForLine((line) => line.includes(`is ready at ${url}`));
    const readyAt = performance.now();
    await asNewUser(browser, url, lookUpDevice);
    const seconds = (from: number, to: number) => (to - from) / 1000;
    return {
      install: seconds(startedAt, installedAt),
      start: seconds(installedAt, readyAt),
      answer: seconds(readyAt, performance.now()),
    };
  } finally {
    await stopLikeUser(product);
    await folder.remove();
  }
}
