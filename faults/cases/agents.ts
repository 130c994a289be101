import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import {
  createAgentSecret,
  listDiscoveries,
  readDiscovery,
  revokeAgentSecret,
  sendDiscovery,
} from '@warranty/contracts/agents';
import { createScan, postScan } from '../../harness/agent-scan.ts';
import { noQuotas, type Server } from '../../harness/processes.ts';
import { createTestClient } from '../../harness/test-client.ts';
import { assert, type Fault, type FaultContext } from '../fault.ts';
import { install } from '../installation.ts';
import { assertRevoked } from '../revocation.ts';

const devicesPerAgent = 254;

function scanText(at: number): string {
  const devices = Array.from({ length: devicesPerAgent }, (_, host) => ({
    ip: `10.0.0.${host + 1}`,
    hostname: `pc-${host}`,
    open_ports: [22],
  }));
  return JSON.stringify(createScan(devices, { agentId: 'fault', scannedAt: new Date(Date.now() + at) }));
}

async function send(
  { url }: Server,
  rawSecret: string,
  body: string,
): Promise<{ status: number; text: string }> {
  for (;;) {
    const response = await postScan(url, rawSecret, body);
    const text = await response.text();
    // An overloaded process asks for another attempt, which the agent makes.
    if (response.status !== 503) return { status: response.status, text };
    await delay(Number(response.headers.get('retry-after')) * 1000);
  }
}

async function installTwo(context: FaultContext) {
  const env = { DRAIN_SECONDS: '0', DISK_FLOOR_MB: '0', ...noQuotas };
  const { apis, observer } = await install(context, { apis: 2, env });
  return { apis: apis as [Server, Server], observer };
}

export const agentSecretRevoked: Fault = {
  number: 55,
  title: 'an agent secret revoked on one process is rejected by the other',
  async run(context) {
    const { apis } = await installTwo(context);
    const { call } = await createTestClient(apis[0].url);
    const body = scanText(0);
    const { asked, lateMs } = await assertRevoked(context, apis, async () => {
      const { secret, rawSecret } = await call(createAgentSecret, { body: { name: 'fault' } });
      return {
        // Repeats the same scan: it is accepted as long as the secret is.
        ask: async (server) => (await send(server, rawSecret, body)).status,
        revoke: () => call(revokeAgentSecret, { params: { secretId: secret.id } }),
      };
    });
    return `${asked} scans over 5 secrets: the last one accepted ${lateMs} ms after the secret was revoked (bar 1000)`;
  },
};

/** Sends the first `bytes` bytes of the body, then closes the connection. */
function cut({ url }: Server, rawSecret: string, body: Buffer, bytes: number, headers = ''): Promise<void> {
  const { host, port } = new URL(url);
  const head = `POST ${sendDiscovery.path} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${rawSecret}\r\nContent-Type: application/json\r\n${headers}Content-Length: ${body.length}\r\n\r\n`;
  return new Promise((resolve) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(head);
      socket.write(body.subarray(0, bytes), () => setTimeout(() => socket.destroy(), 20));
    });
    socket.on('error', () => undefined).on('close', () => resolve());
  });
}

export const agentScanRepeated: Fault = {
  number: 56,
  title:
    'a scan truncated mid-body and then sent 100 times concurrently to two processes creates one session',
  async run(context) {
    const {
      apis: [first, second],
      observer,
    } = await installTwo(context);
    const { call } = await createTestClient(first.url);
    const { rawSecret } = await call(createAgentSecret, { body: { name: 'fault' } });
    const count = async (table: string) =>
      (await observer.query(`select count(*)::int as count from ${table}`)).rows[0].count as number;
    const rounds = 5;
    for (let round = 0; round < rounds; round += 1) {
      const text = scanText(round * 1000);
      const [plain, packed] = [Buffer.from(text), gzipSync(text)];
      for (const share of [0, 0.1, 0.5, 0.9, 0.999]) {
        await cut(first, rawSecret, plain, Math.floor(plain.length * share));
        await cut(second, rawSecret, packed, Math.floor(packed.length * share), 'Content-Encoding: gzip\r\n');
      }
      assert((await count('agent_discovery_sessions')) === round, 'a truncated scan was stored');
      const replies = await Promise.all(
        Array.from({ length: 100 }, (_, index) => send(index % 2 ? first : second, rawSecret, text)),
      );
      const rejected = replies.find(({ status }) => status !== 200);
      assert(!rejected, `a scan was rejected with ${rejected?.status}: ${rejected?.text}`);
      assert(new Set(replies.map(({ text: reply }) => reply)).size === 1, 'the replies differ');
      assert(
        (await count('agent_discovery_sessions')) === round + 1,
        'the scan did not create exactly one session',
      );
    }
    // The newest scan is rows, and each one is a packed value.
    const rows = await count('discovered_devices');
    assert(rows === devicesPerAgent, `${rows} devices are rows`);
    const { sessions } = await call(listDiscoveries, { query: {} });
    const found = await Promise.all(
      sessions.map(({ id }) => call(readDiscovery, { params: { sessionId: id } })),
    );
    const devices = found.flatMap((discovery) => discovery.devices).length;
    assert(devices === rounds * devicesPerAgent, `${devices} devices are stored`);
    return `${rounds * 10} truncated and ${rounds * 100} complete requests: ${rounds} sessions, ${devices} devices, one reply for each scan`;
  },
};
