import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { findChildProcesses } from '../../../test/child-processes.ts';
import { makeFolder } from '../../../test/folder.ts';
import { waitUntil } from '../../../test/wait-until.ts';
import { type CommandLine, commandIn, possibleSandboxes, type Sandbox, withLinkTargets } from './sandbox.ts';

const execute = promisify(execFile);

/** Runs JavaScript without any limit by Node, as native code would run, and returns the value of its expression. */
async function evaluate(sandbox: Sandbox, expression: string, readable: string[] = []): Promise<unknown> {
  const program = `Promise.resolve(${expression}).catch((error) => error.code).then((value) => console.log(JSON.stringify(value)))`;
  const { file, args } = commandIn(sandbox, { file: process.execPath, args: ['-e', program], readable });
  return JSON.parse((await execute(file, [...args], { env: {} })).stdout);
}

/** Whether the process runs this command. A child has the command line of its parent until it starts its own program. */
function runs(pid: number, { file, args }: CommandLine): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') === [file, ...args, ''].join('\0');
  } catch {
    return false;
  }
}

const read = (path: string) => `fs.promises.readFile(${JSON.stringify(path)}, 'utf8')`;

const folder = makeFolder({}, 0o700);
const ownFile = join(folder, 'own.txt');
await writeFile(ownFile, 'own', { mode: 0o600 });

describe('a program in new namespaces', { timeout: 30_000 }, () => {
  it('sees its own files and no others', async () => {
    const shared = join(folder, 'shared.txt');
    await writeFile(shared, 'shared', { mode: 0o644 });
    expect(await evaluate('namespaces', read(shared), [shared])).toBe('shared');
    expect(await evaluate('namespaces', read(ownFile), [shared])).toBe('ENOENT');
    expect(await evaluate('namespaces', 'fs.promises.readdir("/etc")')).toEqual(['ld.so.cache']);
  });

  it('sees no process, not even the one that started it', async () => {
    expect(await evaluate('namespaces', read(`/proc/${process.pid}/environ`))).toBe('ENOENT');
    expect(await evaluate('namespaces', '[process.pid, process.ppid]')).toEqual([1, 0]);
    const signal = `(async () => process.kill(${process.pid}, 0))()`;
    expect(await evaluate('none', signal)).toBe(true);
    expect(await evaluate('namespaces', signal)).toBe('ESRCH');
  });

  it('reaches no server', async () => {
    const server = createServer((_request, response) => response.end('reached')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const call = `fetch('${url}').then((response) => response.text(), (error) => error.cause.code)`;
    expect(await evaluate('none', call)).toBe('reached');
    expect(await evaluate('namespaces', call)).toBe('ENETUNREACH');
    server.close();
  });

  it('cannot write, not even to its own files, nor run other programs', async () => {
    const shared = join(folder, 'writable.txt');
    await writeFile(shared, 'unchanged');
    await chmod(shared, 0o666);
    const write = (path: string) => `fs.promises.writeFile(${JSON.stringify(path)}, 'written')`;
    expect(await evaluate('namespaces', write(shared), [shared])).toBe('EROFS');
    expect(await evaluate('namespaces', write('/written.txt'))).toBe('EROFS');
    expect(await readFile(shared, 'utf8')).toBe('unchanged');
    const shell = `new Promise((resolve) => child_process.spawn('/bin/sh').on('error', (error) => resolve(error.code)))`;
    expect(await evaluate('namespaces', shell)).toBe('ENOENT');
  });
});

describe('a program in any sandbox', { timeout: 30_000 }, () => {
  it('does not run as root, and has no environment of ours', async () => {
    for (const sandbox of possibleSandboxes().filter((each) => each !== 'none')) {
      expect(await evaluate(sandbox, 'Object.keys(process.env)')).toEqual([]);
      if (process.getuid?.() !== 0) continue;
      expect(await evaluate(sandbox, '[process.getuid(), process.getgid(), process.getgroups()]')).toEqual([
        65533,
        65533,
        [65533],
      ]);
      expect(await evaluate(sandbox, read(ownFile))).toMatch(/EACCES|ENOENT/);
      expect(await evaluate(sandbox, read(`/proc/${process.pid}/environ`))).toMatch(/EACCES|ENOENT/);
    }
  });

  it('dies with the process that started it', async () => {
    const forever = { file: process.execPath, args: ['-e', 'setInterval(() => {}, 1000)'], readable: [] };
    for (const sandbox of possibleSandboxes().filter((each) => each !== 'none')) {
      const command = JSON.stringify(commandIn(sandbox, forever));
      const program = `const { file, args } = ${command}; child_process.spawn(file, args, { stdio: 'ignore' }); ${forever.args[1]}`;
      const parent = spawn(process.execPath, ['-e', program]);
      const pid = await waitUntil('the program runs', () =>
        findChildProcesses(process.execPath, parent.pid).find((each) => runs(each, forever)),
      );
      parent.kill('SIGKILL');
      await waitUntil('the program died', () => !runs(pid, forever));
    }
  });
});

it('paths are completed by what they link to, and left out inside others', () => {
  expect(withLinkTargets(['/proc/self/exe', folder, ownFile])).toEqual([
    '/proc/self/exe',
    process.execPath,
    folder,
  ]);
});
