import type { AgentScan } from '@warranty/contracts/agent-scan';
import type { AgentSecret, listDiscoveries, readDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import type { LightMyRequestResponse } from 'fastify';
import { createScan } from '../../../harness/agent-scan.ts';
import type { TestApp } from './app.ts';
import { withToken } from './tokens.ts';

type Send = (
  rawSecret: string,
  scan: unknown,
  headers?: Record<string, string>,
) => Promise<LightMyRequestResponse>;

export interface AgentUser {
  userId: string;
  cookie: string;
  /** Calls `/api/agent` plus `rest`, as the page does. */
  call(method: 'GET' | 'POST' | 'DELETE', rest: string, payload?: object): Promise<LightMyRequestResponse>;
  make(
    name?: string,
    more?: { forSeveralAgents?: boolean },
  ): Promise<{ secret: AgentSecret; rawSecret: string; recoveryCode: string | null }>;
  sessions(): Promise<ReplyOf<typeof listDiscoveries>['sessions']>;
  read(sessionId: string): Promise<ReplyOf<typeof readDiscovery>>;
}

/** Creates a user with a new session. */
export async function startAgentUser(server: TestApp): Promise<AgentUser> {
  const { userId, cookie } = await server.startSession();
  return agentUser(server, userId, cookie);
}

export function agentUser({ send }: TestApp, userId: string, cookie: string): AgentUser {
  const call: AgentUser['call'] = (method, rest, payload) =>
    send(method, `/api/agent${rest}`, { cookie, payload });
  return {
    userId,
    cookie,
    call,
    async make(name = 'Office north', more = {}) {
      const reply = await call('POST', '/secrets', { name, ...more });
      if (reply.statusCode !== 201) throw new Error(`no secret: ${reply.body}`);
      return reply.json();
    },
    sessions: async () => (await call('GET', '/discoveries')).json().sessions,
    read: async (sessionId) => (await call('GET', `/discoveries/${sessionId}`)).json(),
  };
}

/** Sends a scan as an agent does: no page, no cookie. */
export const sendTo =
  ({ app }: TestApp): Send =>
  (rawSecret, scan, headers = {}) =>
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

export function scanOf(devices: Device[], more: Partial<AgentScan> = {}): AgentScan {
  return { ...createScan(devices), ...more };
}

/** Sends a scan as an agent of the user and returns its session id. */
export async function sendScan(
  server: TestApp,
  { userId, cookie }: { userId: string; cookie: string },
): Promise<string> {
  const { rawSecret } = await agentUser(server, userId, cookie).make();
  return (await sendTo(server)(rawSecret, scanOf([device(1)]))).json().session_id;
}
