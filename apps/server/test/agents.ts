import type { AgentScan } from '@warranty/contracts/agent-scan';
import type { AgentSecret, listDiscoveries, readDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { createScan } from '../../../harness/agent-scan.ts';
import type { Session, TestApp } from './app.ts';
import { withToken } from './tokens.ts';

/** Creates a user with a new session. */
export async function startAgentUser(server: TestApp) {
  const session = await server.startSession();
  return { ...session, ...agentUser(session) };
}

export type AgentUser = Awaited<ReturnType<typeof startAgentUser>>;

export function agentUser({ send }: Pick<Session, 'send'>) {
  /** Calls `/api/agent` plus `rest`, as the page does. */
  const call = (method: 'GET' | 'POST' | 'DELETE', rest: string, payload?: object) =>
    send(method, `/api/agent${rest}`, payload);
  return {
    call,
    async make(name = 'Office north', more: { forSeveralAgents?: boolean } = {}) {
      const reply = await call('POST', '/secrets', { name, ...more });
      if (reply.statusCode !== 201) throw new Error(`no secret: ${reply.body}`);
      return reply.json<{ secret: AgentSecret; rawSecret: string; recoveryCode: string | null }>();
    },
    secrets: async () => (await call('GET', '/secrets')).json<{ secrets: AgentSecret[] }>().secrets,
    sessions: async () =>
      (await call('GET', '/discoveries')).json<ReplyOf<typeof listDiscoveries>>().sessions,
    read: async (sessionId: string) =>
      (await call('GET', `/discoveries/${sessionId}`)).json<ReplyOf<typeof readDiscovery>>(),
  };
}

/** Sends a scan as an agent does: no page, no cookie. */
export const sendTo =
  ({ app }: Pick<TestApp, 'app'>) =>
  (rawSecret: string, scan: unknown, headers: Record<string, string> = {}) =>
    app.inject(
      withToken(rawSecret, {
        method: 'POST',
        url: '/api/agent/discoveries',
        headers: { 'content-type': 'application/json', ...headers },
        payload: typeof scan === 'string' || Buffer.isBuffer(scan) ? scan : JSON.stringify(scan),
      }),
    );

type Device = AgentScan['devices'][number];

export function device(host: number, more: Partial<Device> = {}): Device {
  return {
    ip: `10.1.2.${host}`,
    hostname: `pc-${host}`,
    mac: `00:1b:a9:00:00:${host.toString(16).padStart(2, '0')}`,
    open_ports: [22, 443],
    timestamp: '2026-11-15T09:30:01.000Z',
    agent_id: 'office-north',
    ...more,
  };
}

/** One of many devices, with an address and a serial number of its own. */
export const deviceAt = (index: number, more: Partial<Device> = {}): Device =>
  device(1, {
    ip: `10.${index >> 16}.${(index >> 8) & 255}.${index & 255}`,
    serial: `B${String(index).padStart(6, '0')}`,
    ...more,
  });

export function scanOf(devices: Device[], more: Partial<AgentScan> = {}): AgentScan {
  return { ...createScan(devices), ...more };
}

/** Sends a scan as an agent of the user and returns its session id. */
export async function sendScan(server: TestApp, user: Pick<Session, 'send'>): Promise<string> {
  const { rawSecret } = await agentUser(user).make();
  return (await sendTo(server)(rawSecret, scanOf([device(1)]))).json().session_id;
}
