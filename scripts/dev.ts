import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

// Runs the product with hot reload: pages served by Vite, the server restarted on change, one PostgreSQL.
const root = join(import.meta.dirname, '..');
const pagesPort = process.env.DEV_PORT ?? '5173';
const serverPort = process.env.PORT ?? '3000';
const dataDir = process.env.DATA_DIR ?? join(root, '.data');
const main = join(root, 'apps/server/src/main.ts');
const children: ChildProcess[] = [];

function run(program: string, args: string[], env: Record<string, string>, cwd = root): void {
  const child = spawn(program, args, {
    cwd,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  children.push(child);
  child.on('exit', () => stop());
}

let stopping = false;
function stop(): void {
  if (stopping) return;
  stopping = true;
  for (const child of children) child.kill('SIGTERM');
  // Last, because the server still needs it to finish its work.
  Promise.all(children.map((child) => child.exitCode ?? child.signalCode ?? once(child, 'exit'))).then(() =>
    postgres.stdin.end(),
  );
}
process.on('SIGINT', stop);
process.on('SIGTERM', stop);

// In a separate process group, so that Ctrl-C does not reach it before we stop it.
const postgres = spawn(process.execPath, [main, 'postgres', '--dir', dataDir], {
  stdio: ['pipe', 'pipe', 'inherit'],
  detached: true,
});
postgres.on('exit', (code) => {
  stop();
  process.exitCode = stopping ? 0 : (code ?? 1);
});

createInterface({ input: postgres.stdout }).once('line', (line) => {
  const { url } = JSON.parse(line) as { url: string };
  const publicUrl = `http://localhost:${pagesPort}`;
  run(process.execPath, ['--watch', '--watch-preserve-output', main, 'all'], {
    DATABASE_URL: url,
    PORT: serverPort,
    PUBLIC_URL: publicUrl,
    DATA_DIR: dataDir,
    // A change should take effect immediately: a job that runs longer is tried again by the next process.
    STOP_SECONDS: process.env.STOP_SECONDS ?? '1',
  });
  run(
    'vite',
    ['--port', pagesPort, '--clearScreen', 'false'],
    { DEV_SERVER_URL: `http://127.0.0.1:${serverPort}` },
    join(root, 'apps/web'),
  );
});
