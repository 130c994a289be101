import { randomUUID } from 'node:crypto';
import { createAgentSecret } from '@warranty/contracts/agents';
import { createBulkRun } from '@warranty/contracts/bulk-lookup';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { fleetMapping } from '../../harness/fleet.ts';
import { noQuotas, type Server } from '../../harness/processes.ts';
import { createTestClient, reconnect, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { type Installation, install, startProcess } from '../installation.ts';
import { type StallingProxy, startStallingProxy } from '../stalling-proxy.ts';

/** Time in which the database has committed and the api does not know it yet. */
const replyDelayMs = 300;

interface Scene extends Installation {
  client: TestClient;
  rawSecret: string;
  proxy: StallingProxy;
  other: Server;
}

/** A request that is sent again, unchanged, after its reply was lost. */
interface Repeated {
  name: string;
  send(scene: Scene, api: Server): Promise<Response>;
  /** What is stored of it. */
  count: string;
}

function createRepeated(): Repeated[] {
  const key = randomUUID();
  const run = { fieldMapping: fleetMapping, fillBlankFields: true };
  const scan = createScan([{ ip: '10.0.0.7', open_ports: [22] }], { agentId: 'fault' });
  return [
    {
      name: 'a run with an idempotency key',
      send: ({ client }, { url }) =>
        fetch(url + createBulkRun.path, {
          method: 'POST',
          headers: {
            ...reconnect(url, client).headers,
            'content-type': 'application/json',
            'idempotency-key': key,
          },
          body: JSON.stringify(run),
        }),
      count: 'select count(*)::int as count from bulk_runs',
    },
    {
      name: 'a scan of an agent',
      send: ({ rawSecret }, { url }) => postScan(url, rawSecret, scan),
      count: 'select count(*)::int as count from agent_discovery_sessions',
    },
  ];
}

/** One api for each request, behind a proxy, and another one that stays. */
async function setUp(context: FaultContext, repeated: Repeated[]): Promise<Scene> {
  let proxy: StallingProxy | undefined;
  const installation = await install(context, {
    apis: repeated.length,
    env: {
      ...noQuotas,
      DISK_FLOOR_MB: '0',
      DELL_CLIENT_ID: 'nobody',
      DELL_CLIENT_SECRET: 'nobody',
    },
    databaseUrl: async (postgres) => {
      proxy = await startStallingProxy(context, postgres);
      return proxy.url;
    },
  });
  assert(proxy !== undefined, 'no proxy');
  const { env, postgres } = installation;
  const other = await startProcess(context, 'api', { ...env, DATABASE_URL: postgres.url });
  const client = await createTestClient(other.url);
  const { rawSecret } = await client.call(createAgentSecret, { body: { name: 'fault' } });
  return { ...installation, client, rawSecret, proxy, other };
}

/** Without a pause, so that the reply is still on its way. */
async function pollUntil(check: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + 20_000; !(await check()); )
    assert(Date.now() < end, 'the request was not committed');
}

/** Kills the api after the database has committed the request and before the client gets a reply. */
async function loseReply(scene: Scene, api: Server, { name, send, count }: Repeated): Promise<void> {
  const { observer, proxy, other } = scene;
  const stored = async () => (await observer.query<{ count: number }>(count)).rows[0]?.count ?? 0;
  proxy.delayReplies(replyDelayMs);
  let reply = '';
  const sendAndRead = async (to: Server) => {
    const response = await send(scene, to);
    return { status: response.status, text: await response.text() };
  };
  const lost = sendAndRead(api).then(
    ({ status, text }) => {
      reply = `${status} ${text}`;
    },
    () => undefined,
  );
  await pollUntil(async () => (await stored()) > 0 || reply !== '');
  await api.stop('SIGKILL');
  await lost;
  proxy.delayReplies(0);
  assert(reply === '', `the client of ${name} got a reply: ${reply}`);
  const replies = [await sendAndRead(other), await sendAndRead(other)];
  for (const { status, text } of replies)
    assert(status < 300, `${name} was not accepted again: ${status} ${text}`);
  assert(replies[0]?.text === replies[1]?.text, `the replies to ${name} differ`);
  assert((await stored()) === 1, `${name} is stored ${await stored()} times`);
}

export const lostReply: Fault = {
  number: 89,
  title: 'the api killed after the commit and before the reply: the same request again changes nothing',
  async run(context) {
    const repeated = createRepeated();
    const scene = await setUp(context, repeated);
    for (const [at, each] of repeated.entries()) await loseReply(scene, scene.apis[at] as Server, each);
    return `${repeated.map(({ name }) => name).join(' and ')}: stored once, the same reply every time`;
  },
};
