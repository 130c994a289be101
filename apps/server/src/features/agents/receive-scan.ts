import type { AgentScan } from '@warranty/contracts/agent-scan';
import type { sendDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/core/endpoint';
import { LRUCache } from 'lru-cache';
import type { Audit } from '../../platform/audit/audit.ts';
import type { AddressQuota } from '../../platform/fairness/address-quota.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import type { RequireStorage } from '../../platform/storage-guard.ts';
import { clockSkewSeconds } from './clock-skew.ts';
import type { DiscoveriesStore, DiscoveryLimits } from './discoveries.store.ts';
import { type PreparedScan, prepareScan } from './prepare-scan.ts';
import type { ScanThreads } from './scan-threads.ts';

export interface ReceiverDeps {
  store: DiscoveriesStore;
  audit: Pick<Audit, 'parametersOf' | 'note'>;
  requireStorage: RequireStorage;
  /** How much a browser may store. */
  storedLimits: DiscoveryLimits;
  /** Devices that a client may send per day. */
  devicesOfAddress: AddressQuota;
  ownerLimits: Pick<OwnerLimits, 'factorOf'>;
  /** Keeps users who only send scans from being treated as inactive. */
  touchOwners(owners: OwnerId[]): Promise<void>;
  threads: Pick<ScanThreads, 'withPermit'>;
}

type Answer = ReplyOf<typeof sendDiscovery>;

const received = { action: 'discovery.received' } as const;
const noteEveryMs = 3600 * 1000;
const maxTrackedOwners = 10_000;

function warningsOf(differenceSeconds: number | null, repeatsTimestamp: boolean): string[] {
  const warnings: string[] = [];
  if (differenceSeconds !== null)
    warnings.push(
      `The scan time is ${Math.round(Math.abs(differenceSeconds) / 60)} minutes ${differenceSeconds > 0 ? 'ahead of' : 'behind'} the server time. Either the agent's clock is wrong or the scan was sent late.`,
    );
  if (repeatsTimestamp) warnings.push('A different scan with the same scan time was already received.');
  return warnings;
}

/** Receives scans and stores each one once. */
export function createScanReceiver(deps: ReceiverDeps) {
  const { store, audit, requireStorage, devicesOfAddress, touchOwners, threads } = deps;
  const noted = new LRUCache<string, true>({ max: maxTrackedOwners, ttl: noteEveryMs });

  async function noteOwner(owner: OwnerId): Promise<void> {
    if (noted.has(owner)) return;
    noted.set(owner, true);
    await touchOwners([owner]);
  }

  async function storedLimitsOf(owner: OwnerId): Promise<DiscoveryLimits> {
    const factor = await deps.ownerLimits.factorOf(owner);
    const { scans, devices } = deps.storedLimits;
    return { scans: scans * factor, devices: devices * factor };
  }

  async function keep(caller: Caller, scan: PreparedScan) {
    const { owner, actor } = caller;
    await requireStorage();
    const storedLimits = await storedLimitsOf(owner);
    const refund = await devicesOfAddress.take(caller, scan.deviceCount);
    const event = await audit.parametersOf(caller, received);
    const kept = await store.keep({ owner, secretId: String(actor.id), event, ...scan }, storedLimits);
    if (kept !== 'quota reached' && kept !== 'other agent') {
      if (kept?.isNew) audit.note(caller, received);
      return { scan, kept };
    }
    refund();
    throw kept === 'other agent'
      ? new AppError('agent_secret_bound')
      : await storedTooMuch(owner, storedLimits);
  }

  async function storedTooMuch(owner: OwnerId, { scans, devices }: DiscoveryLimits): Promise<AppError> {
    return (await store.usage(owner)).scans >= scans
      ? new AppError('too_many_scans', { values: { limit: scans } })
      : new AppError('too_many_devices', { values: { limit: devices } });
  }

  /** Throws if the text is not a valid scan. */
  const keepLarge = (caller: Caller, text: string) =>
    threads.withPermit(caller, async ({ readScan }) => {
      const read = await readScan(text);
      if ('scan' in read) return keep(caller, read.scan);
      throw new AppError('invalid_request', read.details ? { details: read.details } : {});
    });

  function keepSmall(caller: Caller, body: AgentScan) {
    const scan = prepareScan(body);
    // The request holds the body while the scan is stored. Hundreds of objects would outlive the next garbage collections.
    body.devices = [];
    return keep(caller, scan);
  }

  /** A large scan is passed as text. The devices of a small one are removed from its body. */
  return async function receive(caller: Caller, body: AgentScan | string): Promise<Answer> {
    const { scan, kept } = await (typeof body === 'string'
      ? keepLarge(caller, body)
      : keepSmall(caller, body));
    const { agentId, deviceCount } = scan;
    // The secret was revoked after it was verified.
    if (!kept) throw new AppError('agent_secret_refused');
    const { id, receivedAt, repeatsTimestamp } = kept;
    await noteOwner(caller.owner);
    return {
      success: true,
      message: `Scan received: ${deviceCount} ${deviceCount === 1 ? 'device' : 'devices'}.`,
      devices_processed: deviceCount,
      agent_id: agentId,
      timestamp: receivedAt.toISOString(),
      session_id: id,
      warnings: warningsOf(clockSkewSeconds(new Date(scan.scanTimestamp), receivedAt), repeatsTimestamp),
    };
  };
}
