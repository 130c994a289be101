import { LRUCache } from 'lru-cache';
import type { Audit } from '../../platform/audit/audit.ts';
import type { Log } from '../../platform/log.ts';
import { systemCaller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';

const maxTrackedOwners = 10_000;

/** Records that an owner has no vendor calls left, once a day: every further lookup is refused for the same reason. */
export function createExhaustedEvents({ audit, log }: { audit: Pick<Audit, 'recordAlone'>; log: Log }) {
  const recorded = new LRUCache<string, true>({ max: maxTrackedOwners });
  return function recordExhausted(owner: OwnerId): void {
    const key = `${owner} ${new Date().toISOString().slice(0, 10)}`;
    if (recorded.has(key)) return;
    recorded.set(key, true);
    audit
      .recordAlone(systemCaller(owner), { action: 'budget.exhausted', outcome: 'refused' })
      .catch((err: unknown) => log.warn({ err }, 'an audit event was not recorded'));
  };
}
