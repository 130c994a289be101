import type { VendorOperationReply, VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { VendorBases } from '@warranty/contracts/vendors';
import { findVendor, isCustom, resolveOperation } from '@warranty/domain/vendor-operations/resolve';
import type { Audit } from '../../platform/audit/audit.ts';
import { inBatches } from '../../platform/db/in-batches.ts';
import type { ActingCaller } from '../../platform/http/acting-caller.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { Caller } from '../../platform/http/route.ts';
import { addressKey } from '../../platform/limits/address-key.ts';
import { enforceRateLimits } from '../../platform/limits/enforce-rate-limit.ts';
import type { RateLimiter } from '../../platform/limits/rate-limiter.store.ts';
import type { GuardedClient } from '../../platform/outbound/guarded-client.ts';
import type { ApiTesterStore } from './api-tester.store.ts';
import { relay } from './relay.ts';

const removedPerBatch = 10_000;
/** Each may hold a whole reply in memory, decompressed and parsed. */
const maxConcurrentCalls = 16;
const busySeconds = 5;
const minute = 60;

export interface ApiTesterServiceDeps {
  store: ApiTesterStore;
  audit: Pick<Audit, 'record'>;
  limits: RateLimiter;
  send: GuardedClient['send'];
  bases: VendorBases;
  customUrls: boolean;
  callsPerMinute: number;
  callsPerMinutePerAddress: number;
  /** How long calls are recorded. */
  auditDays: number;
}

export type ApiTesterService = ReturnType<typeof createApiTesterService>;

export function createApiTesterService(deps: ApiTesterServiceDeps) {
  const { store, audit, limits, send, bases, customUrls, auditDays } = deps;
  let running = 0;

  async function allow({ userId }: Caller, address: string): Promise<void> {
    const { callsPerMinute, callsPerMinutePerAddress } = deps;
    await enforceRateLimits(limits, [
      { key: `relay:${userId}`, rate: { count: callsPerMinute, seconds: minute } },
      { key: `relay:${addressKey(address)}`, rate: { count: callsPerMinutePerAddress, seconds: minute } },
    ]);
  }

  async function withConcurrencyLimit<T>(work: () => Promise<T>): Promise<T> {
    if (running >= maxConcurrentCalls) throw new AppError('relay_busy', { retryAfterSeconds: busySeconds });
    running += 1;
    try {
      return await work();
    } finally {
      running -= 1;
    }
  }

  return {
    /** Makes one call for a user. The user's keys are sent only to the target of that call. */
    async call(
      caller: ActingCaller,
      address: string,
      request: VendorOperationRequest,
    ): Promise<VendorOperationReply> {
      const custom = isCustom(request);
      if (custom && !customUrls) throw new AppError('custom_urls_off');
      const resolved = resolveOperation(request, bases);
      if (!resolved.ok) throw new AppError(resolved.code, { details: resolved.details });
      await allow(caller, address);
      const vendor = (!custom && findVendor(request.vendor)?.id) || null;
      const operation = (!custom && request.operation) || null;
      const { method, shownUrl } = resolved;
      return withConcurrencyLimit(async () => {
        const { origin } = new URL(shownUrl);
        const id = await store.transaction(async (tx) => {
          const begun = await store.begin(tx, { userId: caller.userId, vendor, operation, origin, method });
          const details = vendor && operation ? { vendor, operation } : { operation: 'custom' };
          await audit.record(tx, caller.actor, { action: 'relay.called', targetId: begun, details });
          return begun;
        });
        const { outcome, answer, tokenUrl } = await relay(send, resolved, !custom);
        await store.end(id, outcome, answer.status);
        const shown = tokenUrl ? { url: tokenUrl, method: 'POST' as const } : { url: shownUrl, method };
        return { ...answer, requestConfig: { vendor, operation, ...shown } };
      });
    },

    sweep: () => inBatches(removedPerBatch, (limit) => store.removeOlderThan(auditDays, limit)),

    eraseOwner: (userId: string) => inBatches(removedPerBatch, (limit) => store.removeOwned(userId, limit)),
  };
}
