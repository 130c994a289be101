import { join } from 'node:path';
import { createAccessToken, listAccessTokens } from '@warranty/contracts/access-tokens';
import { createAgentSecret } from '@warranty/contracts/agents';
import { readSession } from '@warranty/contracts/session';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { noQuotas, root, type Server } from '../../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../../harness/test-client.ts';
import { checkOut } from '../../harness/tree.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { install, startProcess, temporaryFolder } from '../installation.ts';
import { createVersions, noEarlierVersion } from '../previous-version.ts';

const perSecond = 200;

interface Visitor {
  client: TestClient;
  rawSecret: string;
  agentId: string;
}

async function createVisitor({ url }: Server, index: number): Promise<Visitor> {
  const client = await createTestClient(url);
  const { rawSecret } = await client.call(createAgentSecret, { body: { name: 'deployment' } });
  return { client, rawSecret, agentId: `deployment-${index}` };
}

const devices = Array.from({ length: 20 }, (_, host) => ({
  ip: `10.0.0.${host + 1}`,
  hostname: `pc-${host}`,
}));

/** Reads and writes what a visitor and an agent do, on one of the processes. Returns the status. */
function request({ client, rawSecret, agentId }: Visitor, { url }: Server, index: number): Promise<Response> {
  const { headers } = reconnect(url, client);
  if (index % 20 === 0)
    return postScan(
      url,
      rawSecret,
      createScan(devices, { agentId, scannedAt: new Date(Date.now() - index) }),
    );
  if (index % 50 === 1)
    return fetch(url + createAccessToken.path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ tokenName: `token ${index}` }),
    });
  return fetch(url + (index % 2 ? readSession : listAccessTokens).path, { headers });
}

/** Sends requests at a fixed rate to all processes in turn, until stopped. */
function startRequests(servers: Server[], visitors: Visitor[]) {
  const counts = new Map<number, number>();
  const failures: string[] = [];
  const running: Promise<void>[] = [];
  let sent = 0;
  const startedAt = performance.now();
  const timer = setInterval(() => {
    const due = ((performance.now() - startedAt) / 1000) * perSecond;
    for (; sent < due; sent += 1) running.push(sendOne(sent));
  }, 5);

  async function sendOne(index: number): Promise<void> {
    const server = servers[index % servers.length] as Server;
    const visitor = visitors[index % visitors.length] as Visitor;
    try {
      const response = await request(visitor, server, index);
      counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
      if (!response.ok) failures.push(`${response.status} ${await response.text()}`);
      else await response.arrayBuffer();
    } catch (error) {
      failures.push(String(error));
    }
  }
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(running);
      return { sent, failures, counts };
    },
  };
}

const startAll = (context: FaultContext, env: Record<string, string>, tree: string): Promise<Server[]> =>
  Promise.all((['api', 'api', 'worker'] as const).map((role) => startProcess(context, role, env, { tree })));

export const twoVersions: Fault = {
  number: 73,
  title: 'the previous version and this one together, through a migration under load',
  slow: true,
  isolation: 'exclusive',
  async run(context) {
    const previous = createVersions().beforeLastMigration();
    if (!previous) return noEarlierVersion;
    const tree = checkOut(root, previous, join(await temporaryFolder(context), 'previous'));
    context.cleanup(tree.remove);
    const { env } = await install(context, {
      empty: true,
      env: { ...noQuotas, ACCESS_TOKENS_PER_USER: '10000', DISK_FLOOR_MB: '0' },
    });
    const before = await startAll(context, env, tree.path);
    const serving = before.slice(0, 2);
    const visitors = await Promise.all(
      Array.from({ length: 10 }, (_, index) => createVisitor(serving[index % 2] as Server, index)),
    );
    const requests = startRequests(serving, visitors);
    const after = await startAll(context, env, root);
    const applied = after.flatMap(({ lines }) =>
      lines.filter((line) => line.includes('"migration applied"')),
    );
    serving.push(...after.slice(0, 2));
    await new Promise((resolve) => setTimeout(resolve, context.full ? 20_000 : 5000));
    const { sent, failures, counts } = await requests.stop();
    assert(failures.length === 0, `${failures.length} of ${sent} requests failed: ${failures[0]}`);
    assert(applied.length > 0, 'there was no migration');
    const replies = [...counts].map(([status, count]) => `${count} of ${status}`).join(', ');
    return `${sent} requests at ${perSecond}/s through ${applied.length} migrations, none of 500: ${replies}`;
  },
};
