import type { AgentScan } from '@warranty/contracts/agent-scan';
import type { sendDiscovery } from '@warranty/contracts/agents';
import type { ReplyOf } from '@warranty/contracts/endpoint';
import { LRUCache } from 'lru-cache';
import type { Actor } from '../../platform/audit/actor.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { AppError } from '../../platform/http/app-error.ts';
import { clockSkewSeconds } from './clock-skew.ts';
import type { DiscoveriesStore } from './discoveries.store.ts';
import { type PreparedScan, prepareScan } from './prepare-scan.ts';
import type { ScanThreads } from './scan-threads.ts';
import type { SecretHolder } from './secrets.store.ts';

export interface ReceiverDeps {
  store: DiscoveriesStore;
  audit: Pick<Audit, 'parametersOf' | 'note'>;
  /** Returns false if the secret is bound to another agent. */
  bindSecret(secretId: string, agentId: string): Promise<boolean>;
  freeBytes(): Promise<number>;
  /** No scan is accepted below this. */
  minFreeBytes: number;
  /** Keeps users who only send scans from being treated as inactive. */
  touchUsers(userIds: string[]): Promise<void>;
  threads: Pick<ScanThreads, 'withPermit'>;
}

export interface ScanSender {
  holder: SecretHolder;
  actor: Actor;
}

type Answer = ReplyOf<typeof sendDiscovery>;

const received = { action: 'discovery.received' } as const;
const noteEveryMs = 3600 * 1000;
const maxTrackedOwners = 10_000;
const lookAtDiskEveryMs = 1000;

function warningsOf(differenceSeconds: number | null, repeatsTimestamp: boolean): string[] {
  return [
    ...(differenceSeconds === null
      ? []
      : [
          `The scan time is ${Math.round(Math.abs(differenceSeconds) / 60)} minutes ${differenceSeconds > 0 ? 'ahead of' : 'behind'} the server time. Either the agent's clock is wrong or the scan was sent late.`,
        ]),
    ...(repeatsTimestamp ? ['A different scan with the same scan time was already received.'] : []),
  ];
}

/** Receives scans and stores each one once. */
export function createScanReceiver(deps: ReceiverDeps) {
  const { store, audit, bindSecret, freeBytes, minFreeBytes, touchUsers, threads } = deps;
  const noted = new LRUCache<string, true>({ max: maxTrackedOwners, ttl: noteEveryMs });

  async function noteOwner(owner: string): Promise<void> {
    if (noted.has(owner)) return;
    noted.set(owner, true);
    await touchUsers([owner]);
  }

  let room = { enough: true, until: 0 };
  async function hasRoom(): Promise<boolean> {
    const at = performance.now();
    if (at >= room.until)
      room = { enough: (await freeBytes()) >= minFreeBytes, until: at + lookAtDiskEveryMs };
    return room.enough;
  }

  /** The holder may have been read before another agent used the secret, so the database decides. */
  async function assertMayUse(holder: SecretHolder, agentId: string): Promise<void> {
    if (holder.forSeveralAgents || holder.boundAgentId === agentId) return;
    if (!(await bindSecret(holder.secretId, agentId))) throw new AppError('agent_secret_bound');
    // The holder is cached, and the next scan of this agent need not ask again.
    holder.boundAgentId = agentId;
  }

  async function keep({ holder, actor }: ScanSender, scan: PreparedScan) {
    if (!(await hasRoom())) throw new AppError('disk_full');
    await assertMayUse(holder, scan.agentId);
    const event = await audit.parametersOf(actor, received);
    const kept = await store.keep({ owner: holder.userId, secretId: holder.secretId, event, ...scan });
    if (kept?.isNew) audit.note(actor, received);
    return { scan, kept };
  }

  /** Throws if the text is not a valid scan. */
  const keepLarge = (sender: ScanSender, text: string) =>
    threads.withPermit(async ({ readScan }) => {
      const read = await readScan(text);
      if ('scan' in read) return keep(sender, read.scan);
      throw new AppError('invalid_request', read.details ? { details: read.details } : {});
    });

  /** A large scan is passed as text. */
  return async function receive(sender: ScanSender, body: AgentScan | string): Promise<Answer> {
    const { scan, kept } =
      typeof body === 'string' ? await keepLarge(sender, body) : await keep(sender, prepareScan(body));
    const { agentId, deviceCount } = scan;
    // The secret was revoked after it was verified.
    if (!kept) throw new AppError('agent_secret_refused');
    const { id, receivedAt, repeatsTimestamp } = kept;
    await noteOwner(sender.holder.userId);
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
