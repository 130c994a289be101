import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentScan } from '@warranty/contracts/agent-scan';
import { createAgentSecret } from '@warranty/contracts/agents';
import pg from 'pg';
import { createTestClient } from '../../harness/test-client.ts';

export const agentCount = 200;
export const devicesPerAgent = 254;

/** An agent that sends scans, and whose rows are inserted bare. */
export interface SimulatedAgent {
  rawSecret: string;
  secretId: string;
  owner: string;
  scan: AgentScan;
}

const makers = ['Dell Inc.', 'HP', 'Lenovo', null];
const hex = (value: number) => value.toString(16).padStart(2, '0');

/** Every fourth device tells its serial number, as in a network of managed machines. */
function scanOf(agent: number): AgentScan {
  const agent_id = `site-${agent}`;
  const timestamp = new Date().toISOString();
  const devices = Array.from({ length: devicesPerAgent }, (_, at) => ({
    ip: `10.${agent >> 8}.${agent & 255}.${at + 1}`,
    hostname: at % 3 ? `pc-${agent}-${at}.office.example` : null,
    mac: `00:1b:a9:${hex(agent)}:00:${hex(at)}`,
    open_ports: [22, 80, 135, 443, 445, 3389].slice(0, at % 7),
    timestamp,
    agent_id,
    vendor: 'Brother Industries, Ltd.',
    ...(at % 4
      ? {}
      : {
          manufacturer: makers[(at / 4) % makers.length] ?? null,
          model: 'OptiPlex 7090',
          serial: `B${agent.toString(36)}${at}`.toUpperCase(),
          serial_source: 'redfish',
          uuid: crypto.randomUUID(),
        }),
  }));
  return {
    agent_info: { agent_id, platform: 'linux', hostname: `scanner-${agent}`, version: '1.2.0' },
    scan_timestamp: timestamp,
    devices,
    total_devices: devices.length,
  };
}

/** Each with an owner and a secret of its own; returns the file that holds them. */
export async function makeAgents(url: string, databaseUrl: string, folder: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  const agents: SimulatedAgent[] = [];
  for (let agent = 0; agent < agentCount; agent += 1) {
    const { call } = await createTestClient(url);
    const { secret, rawSecret } = await call(createAgentSecret, { body: { name: 'bench' } });
    const { rows } = await client.query('select user_id from agent_secrets where id = $1', [secret.id]);
    agents.push({ rawSecret, secretId: secret.id, owner: rows[0].user_id, scan: scanOf(agent) });
  }
  await client.end();
  const file = join(folder, 'agents.json');
  await writeFile(file, JSON.stringify(agents));
  return file;
}
