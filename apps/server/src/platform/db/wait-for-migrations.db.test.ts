import { expect, it } from 'vitest';
import { startUnmigrated } from '../../../test/unmigrated-server.ts';
import { waitUntil } from '../../../test/wait-until.ts';

const server = await startUnmigrated();

async function ask(port: number, path: string): Promise<[number, string]> {
  const reply = await fetch(`http://localhost:${port}${path}`);
  return [reply.status, await reply.text()];
}

it('with MIGRATE=off, a process waits until another one has applied the migrations', async () => {
  const { program, port, metricsPort, migrate } = server;
  const line = await program.waitForLine((each) => each.includes('migrations are pending'));
  expect(JSON.parse(line).pending).toContain('0001_first.sql');
  for (const each of [port, metricsPort]) {
    const live = await waitUntil('health is answered', () => ask(each, '/livez').catch(() => undefined));
    expect(live).toEqual([200, 'ok\n']);
    expect(await ask(each, '/readyz')).toEqual([503, 'migrations are pending\n']);
  }

  expect(await migrate()).toBe(0);
  const isReady = async () => (await ask(metricsPort, '/readyz').catch(() => []))[0] === 200;
  await waitUntil('it is ready', isReady, 20);
  expect((await ask(port, '/readyz'))[0]).toBe(200);
  expect(program.child.exitCode).toBeNull();
});
