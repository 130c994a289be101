import type { AgentScan } from '@warranty/contracts/agent-scan';
import type { AgentSecret } from '@warranty/contracts/agents';
import { describe, expect, it } from 'vitest';
import { device, scanOf, sendTo, startAgentUser } from '../../../test/agents.ts';
import { startTestApp } from '../../../test/app.ts';

const server = await startTestApp({ env: { AGENT_SCANS_PER_MINUTE: '100000', DISK_FLOOR_MB: '0' } });
const user = await startAgentUser(server);

let lastScan = 0;
/** A new scan of this agent. */
function scanBy(agentId: string): AgentScan {
  lastScan += 1;
  const { agent_info, ...scan } = scanOf([device(1, { agent_id: agentId })], {
    scan_timestamp: new Date(Date.now() - lastScan).toISOString(),
  });
  return { ...scan, agent_info: { ...agent_info, agent_id: agentId } };
}
const send = (rawSecret: string, agentId: string) => sendTo(server)(rawSecret, scanBy(agentId));
const statusOf = async (rawSecret: string, agentId: string) => (await send(rawSecret, agentId)).statusCode;

const listed = async ({ id }: AgentSecret) => (await user.secrets()).find((secret) => secret.id === id);
const release = ({ id }: AgentSecret) => user.call('DELETE', `/secrets/${id}/agent`);

describe('an agent secret', () => {
  it('is bound to the agent of its first scan, and rejects every other agent', async () => {
    const { secret, rawSecret } = await user.make();
    expect(await statusOf(rawSecret, 'office-north')).toBe(200);
    expect(await listed(secret)).toMatchObject({ boundAgentId: 'office-north', forSeveralAgents: false });
    const before = (await user.sessions()).length;
    const reply = await send(rawSecret, 'office-south');
    expect([reply.statusCode, reply.json()]).toEqual([
      403,
      {
        error:
          'This agent secret belongs to another agent. Create one for this agent, or choose "Use with another agent" on the Download Agents page.',
        code: 'agent_secret_bound',
      },
    ]);
    // A thief does not learn which agent to imitate.
    expect(reply.body).not.toContain('office-north');
    expect((await user.sessions()).length).toBe(before);
    expect(await statusOf(rawSecret, 'office-north')).toBe(200);
  });

  it('is bound to one of 50 agents that use it for the first time concurrently', async () => {
    const { rawSecret } = await user.make();
    const agents = Array.from({ length: 50 }, (_, index) => `agent-${index}`);
    const statuses = await Promise.all(agents.map((agent) => statusOf(rawSecret, agent)));
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 403)).toHaveLength(49);
    const winner = agents[statuses.indexOf(200)] ?? '';
    expect(await statusOf(rawSecret, winner)).toBe(200);
  });

  it('is bound by a scan in another process, at once', async () => {
    const { rawSecret } = await user.make();
    const elsewhere = sendTo(await server.startProcess());
    // Rejected as a scan, but this process now knows the secret as unbound.
    expect((await sendTo(server)(rawSecret, {})).statusCode).toBe(400);
    expect((await elsewhere(rawSecret, scanBy('first'))).statusCode).toBe(200);
    expect(await statusOf(rawSecret, 'second')).toBe(403);
    expect(await statusOf(rawSecret, 'first')).toBe(200);
  });

  it('is bound to the next agent after it is released', async () => {
    const { secret, rawSecret } = await user.make();
    expect(await statusOf(rawSecret, 'old-laptop')).toBe(200);
    const reply = await release(secret);
    expect([reply.statusCode, reply.json()]).toEqual([
      200,
      { message: 'The next agent that uses this secret becomes its only one.' },
    ]);
    expect(await listed(secret)).toMatchObject({ boundAgentId: null, lastAgentId: 'old-laptop' });
    expect(await statusOf(rawSecret, 'new-laptop')).toBe(200);
    expect(await statusOf(rawSecret, 'old-laptop')).toBe(403);
    expect(await listed(secret)).toMatchObject({ boundAgentId: 'new-laptop' });
    expect((await user.call('DELETE', '/secrets/nonsense/agent')).statusCode).toBe(404);
  });

  it('for several agents is never bound', async () => {
    const { secret, rawSecret } = await user.make('Everywhere', { forSeveralAgents: true });
    expect(secret).toMatchObject({ forSeveralAgents: true, boundAgentId: null });
    for (const agent of ['one', 'two', 'three']) expect(await statusOf(rawSecret, agent)).toBe(200);
    expect(await listed(secret)).toMatchObject({ forSeveralAgents: true, boundAgentId: null });
  });
});
