import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import pg from 'pg';

// The same rows and compressed values in plain inserts, and the rows of earlier scans deleted: one statement per scan on the
// same tables, no checks, JSON parsed beforehand. Arguments:
// database, pool size, file of agents, seconds. Prints the number of inserted scans as JSON.
const [connectionString, max, agentsFile = '', seconds] = process.argv.slice(2);
const atOnce = 32;
// Planned while the tables are empty, the statement would read all rows.
const pool = new pg.Pool({ connectionString, max: Number(max), options: '-c enable_seqscan=off' });

interface Device {
  ip: string;
  open_ports: number[];
  timestamp: string;
  agent_id: string;
  [told: string]: unknown;
}
interface Agent {
  owner: string;
  secretId: string;
  scan: { agent_info: Record<string, string>; devices: Device[] };
}

const agents: Agent[] = JSON.parse(readFileSync(agentsFile, 'utf8'));

const text = `
  with session as (
    insert into agent_discovery_sessions
      (owner, secret_id, body_hash, agent_id, platform, hostname, version, scan_timestamp, total_devices, serial_count,
       packed_devices)
    values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $12) returning id),
  removed as (
    delete from discovered_devices where session_id = any(array(
      select id from agent_discovery_sessions where owner = $1 and agent_id = $4 order by scan_timestamp desc limit 5)))
  insert into discovered_devices
    (session_id, ip, hostname, mac, open_ports, timestamp, agent_id, vendor, manufacturer, model, serial,
     serial_source, uuid, os, id)
  select session.id, device.*
    from session, rows from (json_to_recordset($11) as (
      ip inet, hostname text, mac text, open_ports text, timestamp timestamptz, agent_id text, vendor text,
      manufacturer text, model text, serial text, serial_source text, uuid text, os text))
      with ordinality as device`;

let inserted = 0;
const began = Date.now();
const startedAt = performance.now();
const until = startedAt + Number(seconds) * 1000;

async function lane(): Promise<void> {
  while (performance.now() < until) {
    const turn = inserted;
    inserted += 1;
    const { owner, secretId, scan } = agents[turn % agents.length] as Agent;
    const { agent_id, platform, hostname, version } = scan.agent_info;
    const { devices } = scan;
    const json = JSON.stringify(devices);
    await pool.query({
      name: 'scan',
      text,
      values: [
        ...[owner, secretId, randomBytes(32), agent_id, platform, hostname, version],
        ...[new Date(began + turn).toISOString(), String(devices.length), 64],
        json,
        zstdCompressSync(json),
      ],
    });
  }
}

await Promise.all(Array.from({ length: atOnce }, lane));
console.log(
  JSON.stringify({ answered: inserted, refused: 0, seconds: (performance.now() - startedAt) / 1000 }),
);
await pool.end();
