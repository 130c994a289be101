import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentScan } from '@warranty/contracts/agent-scan';
import { createAgentSecret } from '@warranty/contracts/agents';
import pg from 'pg';
import { createScan } from '../../harness/agent-scan.ts';
import { createTestClient } from '../../harness/test-client.ts';

export const agentCount = 200;
export const devicesPerAgent = 254;

/** An agent that sends scans. The baseline inserts its rows directly. */
export interface SimulatedAgent {
  rawSecret: string;
  secretId: string;
  owner: string;
  scan: AgentScan;
}

const manufacturers = ['Dell Inc.', 'HP', 'Lenovo', null];
const hex = (value: number) => value.toString(16).padStart(2, '0');

/** Every fourth device reports its serial number, as in a network of managed machines. */
function scanOf(agent: number): AgentScan {
  const devices = Array.from({ length: devicesPerAgent }, (_, index) => ({
    ip: `10.${agent >> 8}.${agent & 255}.${index + 1}`,
    hostname: index % 3 ? `pc-${agent}-${index}.office.example` : null,
    mac: `00:1b:a9:${hex(agent)}:00:${hex(index)}`,
    open_ports: [22, 80, 135, 443, 445, 3389].slice(0, index % 7),
    vendor: 'Brother Industries, Ltd.',
    ...(index % 4
      ? {}
      : {
          manufacturer: manufacturers[(index / 4) % manufacturers.length] ?? null,
          model: 'OptiPlex 7090',
          serial: `B${agent.toString(36)}${index}`.toUpperCase(),
          serial_source: 'redfish',
          uuid: crypto.randomUUID(),
        }),
  }));
  return createScan(devices, { agentId: `site-${agent}`, hostname: `scanner-${agent}` });
}

/** Creates the agents, each with its own owner and secret. Returns the path of the file that contains them. */
export async function makeAgents(url: string, databaseUrl: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const agents: SimulatedAgent[] = [];
  for (let agent = 0; agent < agentCount; agent += 1) {
    const { call, userId } = await createTestClient(url);
    const { secret, rawSecret } = await call(createAgentSecret, { body: { name: 'bench' } });
    // Of the user, whose table is the same in every version.
    const { rows } = await client.query('select id from users where username = $1', [userId]);
    agents.push({ rawSecret, secretId: secret.id, owner: rows[0].id, scan: scanOf(agent) });
  }
  await client.end();
  const file = join(folder, 'agents.json');
  await writeFile(file, JSON.stringify(agents));
  return file;
}
