import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it } from 'vitest';

const program = fileURLToPath(new URL('main.ts', import.meta.url));
const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
});

function run(...args: string[]) {
  const child = spawn(process.execPath, [program, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  children.push(child);
  return child;
}

async function started(...args: string[]) {
  const child = run(...args);
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return { child, url };
}

async function isKnown(url: string, tag: string): Promise<boolean> {
  const query = 'grant_type=client_credentials&client_id=me&client_secret=mine';
  const reply = await fetch(`${url}/auth/oauth/v2/token?${query}`, { method: 'POST' });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  const headers = { authorization: `Bearer ${token}` };
  const rows = await fetch(`${url}/PROD/sbil/eapi/v5/assets?servicetags=${tag}`, { headers });
  return !((await rows.json()) as { invalid: boolean }[])[0]?.invalid;
}

describe('main', () => {
  it('prints its URL, listens only on this machine, and defaults to demo mode', async () => {
    const { url } = await started('--port', '0');
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(await isKnown(url, 'ACTV123')).toBe(true);
    expect(await isKnown(url, 'T100000')).toBe(false);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('exits on %s, even with a hanging call', async (signal) => {
    const { child, url } = await started('--mode', 'open');
    expect(await isKnown(url, 'T100000')).toBe(true);
    await fetch(`${url}/sim/faults`, { method: 'POST', body: '{"hang":{"times":1}}' });
    const hanging = expect(fetch(`${url}/PROD/sbil/eapi/v5/assets`)).rejects.toThrow();
    await delay(50);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
    await hanging;
  });

  it('exits when its standard input closes only with --watch-stdin', async () => {
    const [watching, other] = await Promise.all([started('--watch-stdin'), started()]);
    other.child.stdin?.end();
    watching.child.stdin?.end();
    expect(await once(watching.child, 'exit')).toEqual([0, null]);
    expect((await fetch(`${other.url}/sim/samples`)).status).toBe(200);
  });

  it.each([
    ['--port', 'x'],
    ['--port', '65536'],
    ['--mode', 'real'],
  ])('rejects %s %s', async (...args) => {
    expect(await once(run(...args), 'exit')).toEqual([2, null]);
  });
});
