import { createHash } from 'node:crypto';
import { type AgentScan, agentScan, maxScanDevices } from '@warranty/contracts/agent-scan';
import type { ErrorDetail } from '@warranty/contracts/core/errors';
import { AppError } from '../../platform/http/app-error.ts';
import { exceedsDepth } from '../../platform/http/bodies/json-body.ts';
import { toDetails } from '../../platform/http/details.ts';
import type { NewDiscovery } from './discoveries.store.ts';
import { packDevices } from './packed-devices.ts';
import { inUtc, printable, toRow } from './scan-rows.ts';

/** A scan as it is stored, independent of its sender. */
export type PreparedScan = Omit<NewDiscovery, 'owner' | 'secretId' | 'event'>;

/** The result of parsing a scan. Problems are plain data because they are passed between threads. */
export type ReadScan = { scan: PreparedScan } | { details: ErrorDetail[] | null };

export function prepareScan({ agent_info: info, scan_timestamp, devices }: AgentScan): PreparedScan {
  const agent = {
    agentId: printable(info.agent_id, 200),
    platform: printable(info.platform, 100),
    hostname: printable(info.hostname ?? '', 255) || null,
    version: printable(info.version ?? '', 50) || null,
    scanTimestamp: inUtc(scan_timestamp, 'body.scan_timestamp'),
  };
  const kept = devices.map((device, index) => toRow(device, index, agent.agentId));
  const rows = JSON.stringify(kept);
  return {
    ...agent,
    rows,
    packed: packDevices(kept),
    bodyHash: createHash('sha256').update(JSON.stringify(agent)).update(rows).digest(),
    deviceCount: kept.length,
    serialCount: kept.filter(({ serial }) => serial !== undefined).length,
  };
}

/** Does what the server does on the main thread for a small body. */
export function readScan(text: string): ReadScan {
  const body = parseBody(text);
  if (body === undefined) return { details: null };
  const message = `There are more than ${maxScanDevices} devices.`;
  if (hasTooManyDevices(body)) return { details: [{ path: 'body.devices', message }] };
  const { success, data, error } = agentScan.safeParse(body);
  if (!success) return { details: toDetails('body', error.issues) };
  try {
    return { scan: prepareScan(data) };
  } catch (error) {
    if (error instanceof AppError && error.details) return { details: error.details };
    throw error;
  }
}

function parseBody(text: string): unknown {
  if (exceedsDepth(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Checked before the schema validates millions of entries. */
function hasTooManyDevices(body: unknown): boolean {
  const { devices } = (body ?? {}) as { devices?: unknown };
  return Array.isArray(devices) && devices.length > maxScanDevices;
}
