import type { AgentScan, ScannedDevice } from '@warranty/contracts/agent-scan';
import { agentVersion, sendDiscovery } from '@warranty/contracts/agents';

export type DeviceOfScan = Partial<ScannedDevice> & { ip: string };

export interface ScanOptions {
  agentId?: string;
  hostname?: string | null;
  scannedAt?: Date;
}

/** A scan as our agents send it. */
export function createScan(devices: DeviceOfScan[], options: ScanOptions = {}): AgentScan {
  const { agentId = 'office-north', hostname = 'scanner-01', scannedAt = new Date() } = options;
  const timestamp = scannedAt.toISOString();
  const always = { hostname: null, mac: null, open_ports: [], timestamp, agent_id: agentId };
  return {
    agent_info: { agent_id: agentId, platform: 'linux', hostname, version: agentVersion.slice(1) },
    scan_timestamp: timestamp,
    devices: devices.map((device) => ({ ...always, ...device })),
    total_devices: devices.length,
  };
}

/** Sends a scan as an agent does. */
export const postScan = (url: string, rawSecret: string, scan: AgentScan | string): Promise<Response> =>
  fetch(url + sendDiscovery.path, {
    method: 'POST',
    headers: { authorization: `Bearer ${rawSecret}`, 'content-type': 'application/json' },
    body: typeof scan === 'string' ? scan : JSON.stringify(scan),
  });
