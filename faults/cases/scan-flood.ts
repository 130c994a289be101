import { setTimeout as delay } from 'node:timers/promises';
import { createAgentSecret } from '@warranty/contracts/agents';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { noQuotas, type Server } from '../../harness/processes.ts';
import { createTestClient, type TestClient } from '../../harness/test-client.ts';
import { assert, type Fault, seconds } from '../fault.ts';
import { install } from '../installation.ts';
import { p99Of } from '../keep-asking.ts';

const devices = Array.from({ length: 20 }, (_, host) => ({ ip: `10.0.0.${host + 1}`, open_ports: [22] }));

interface Sent {
  tries: number;
  waits: number[];
  /** Connections that were reset: more than the system lets wait. */
  lost: number;
  ms: number;
}

/** Sends one scan as an agent does: again after the time that the reply names, or after some time without a reply. */
async function sendScan({ url }: Server, rawSecret: string, agentId: string): Promise<Sent> {
  const body = JSON.stringify(createScan(devices, { agentId }));
  const startedAt = performance.now();
  const waits: number[] = [];
  let lost = 0;
  for (let tries = 1; ; tries += 1) {
    const reply = await postScan(url, rawSecret, body).catch(() => null);
    if (!reply) {
      lost += 1;
      await delay(1000 + Math.random() * 4000);
      continue;
    }
    const text = await reply.text();
    if (reply.ok) return { tries, waits, lost, ms: performance.now() - startedAt };
    assert(reply.status === 429 || reply.status === 503, `a scan got ${reply.status}: ${text}`);
    const wait = Number(reply.headers.get('retry-after'));
    assert(wait > 0, 'a rejected scan was not told when to retry');
    waits.push(wait);
    await delay(wait * 1000);
  }
}

async function createSecrets({ call }: TestClient, count: number): Promise<string[]> {
  const secrets: string[] = [];
  const create = async () => (await call(createAgentSecret, { body: { name: 'fault' } })).rawSecret;
  while (secrets.length < count)
    secrets.push(
      ...(await Promise.all(Array.from({ length: Math.min(50, count - secrets.length) }, create))),
    );
  return secrets;
}

export const scanFlood: Fault = {
  number: 96,
  slow: true,
  title: 'many agents send their scans at the same moment from one address',
  async run(context) {
    const agents = context.full ? 5000 : 300;
    const { api, observer } = await install(context, {
      apis: 1,
      env: {
        ...noQuotas,
        DISK_FLOOR_MB: '0',
        AGENT_SECRETS_PER_USER: '10000',
        // As few for the small number of agents as the default is for many.
        REQUESTS_PER_SECOND_PER_ADDRESS: context.full ? '500' : '100',
      },
    });
    const secrets = await createSecrets(await createTestClient(api.url), agents);
    await delay(1000);
    const sent = await Promise.all(secrets.map((secret, at) => sendScan(api, secret, `agent-${at}`)));
    const { rows } = await observer.query<{ sessions: number; agents: number; devices: number }>(
      `select count(*)::int as sessions, count(distinct agent_id)::int as agents,
              (select count(*)::int from discovered_devices) as devices from agent_discovery_sessions`,
    );
    const stored = rows[0];
    assert(
      stored?.sessions === agents && stored.agents === agents,
      `${agents} scans were sent and ${stored?.sessions} of ${stored?.agents} agents stored`,
    );
    assert(stored.devices === agents * devices.length, `${stored.devices} devices are stored`);
    const waits = sent.flatMap((each) => each.waits);
    assert(waits.length > 0, 'no scan was rejected');
    assert(new Set(waits).size > 3, `all retries were told the same: ${[...new Set(waits)].join()}`);
    assert(api.child.exitCode === null, 'the api exited');
    const lost = sent.reduce((sum, each) => sum + each.lost, 0);
    const tries = Math.max(...sent.map((each) => each.tries));
    return `${agents} scans, each stored once; ${waits.length} rejections with ${new Set(waits).size} different times to retry after, ${lost} reset connections, at most ${tries} tries, p99 ${seconds(p99Of(sent.map(({ ms }) => ms)))}`;
  },
};
