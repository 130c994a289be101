import type { VendorOperationRequest } from '@warranty/contracts/api-tester';
import type { VendorBases } from '@warranty/contracts/vendors';
import {
  findVendor,
  isCustom,
  type ResolvedOperation,
  resolveOperation,
} from '@warranty/domain/vendor-operations/resolve';
import { withPlaceholders } from '@warranty/domain/vendor-operations/stored-keys';
import type { ClearKeys } from '../../lookups/vendors/vendor-apis.ts';
import type { Audit } from '../../platform/audit/audit.ts';
import { leaveAdmission } from '../../platform/fairness/current-request.ts';
import type { OwnerLimits } from '../../platform/fairness/owner-limits.ts';
import { AppError } from '../../platform/http/app-error.ts';
import type { GuardedClient, GuardedRequest } from '../../platform/outbound/guarded-client.ts';
import type { Caller } from '../../platform/ownership/caller.ts';
import type { OwnerId } from '../../platform/ownership/owner-id.ts';
import { redact } from './redact.ts';
import { relay } from './relay.ts';
import { createRelayPlaces } from './relay-places.ts';
import { authorize } from './stored-auth.ts';

/** Each may hold a whole reply in memory, decompressed and parsed. */
const maxConcurrentCalls = 16;
const reservedCalls = 4;
/** Vendors usually respond faster. */
const slowCallMs = 1000;
const busySeconds = 5;
const minute = 60;
const busyError = (cause?: unknown) =>
  new AppError('relay_busy', { retryAfterSeconds: busySeconds, ...(cause !== undefined && { cause }) });

export interface ApiTesterServiceDeps {
  audit: Pick<Audit, 'recordAlone'>;
  ownerLimits: Pick<OwnerLimits, 'enforceRates'>;
  send: GuardedClient['send'];
  bases: VendorBases;
  customUrls: boolean;
  callsPerMinute: number;
  callsPerMinutePerAddress: number;
  /** The user's stored keys of a vendor, after their use was recorded. */
  openKeys(owner: OwnerId, vendor: string): Promise<ClearKeys>;
}

export function createApiTesterService(deps: ApiTesterServiceDeps) {
  const { audit, ownerLimits, send, bases, customUrls, openKeys } = deps;
  const rates = {
    perOwner: { count: deps.callsPerMinute, seconds: minute },
    perAddress: { count: deps.callsPerMinutePerAddress, seconds: minute },
  };
  const places = createRelayPlaces({
    count: maxConcurrentCalls,
    reserved: reservedCalls,
    slowMs: slowCallMs,
    busyError,
  });

  /** The target may take its time to respond, so other requests are admitted in the meantime. */
  function inPlace<T>(caller: Caller, signal: AbortSignal, work: (signal: AbortSignal) => Promise<T>) {
    leaveAdmission();
    return places.run(caller, signal, work).catch((error: unknown) => {
      // The client disconnected while it waited.
      throw error === signal.reason ? busyError(error) : error;
    });
  }

  /** The request with the user's stored keys if it asks for them, and the texts that its reply must not contain. */
  async function withKeys(owner: OwnerId, request: VendorOperationRequest, checked: ResolvedOperation) {
    const vendor = findVendor(request.vendor);
    if (!request.useStoredKeys || !vendor) return { resolved: checked, secrets: [] };
    return authorize(request, await openKeys(owner, vendor.id), bases);
  }

  return {
    /** Makes one call for a user. The user's keys are sent only to the target of that call. Ends it if the client disconnects. */
    async call(caller: Caller, request: VendorOperationRequest, leaving: AbortSignal) {
      const custom = isCustom(request);
      if (custom && !customUrls) throw new AppError('custom_urls_off');
      // Stored keys are opened only for a request that is valid and within the limits.
      const checked = resolveChecked(request, bases);
      await ownerLimits.enforceRates('relay', caller, rates);
      const vendor = (!custom && findVendor(request.vendor)?.id) || null;
      const operation = (!custom && request.operation) || null;
      const { method, shownUrl } = checked;
      return inPlace(caller, leaving, async (signal) => {
        const { resolved, secrets } = await withKeys(caller.owner, request, checked);
        const details = vendor && operation ? { vendor, operation } : { operation: 'custom' };
        // Before the call: if this fails, nothing is called.
        await audit.recordAlone(caller, { action: 'relay.called', details });
        const sendInPlace = (sent: GuardedRequest) => send({ ...sent, signal });
        const { isFailed, answer, tokenUrl, token } = await relay(sendInPlace, resolved, !custom);
        if (isFailed && signal.aborted) throw busyError(signal.reason);
        const shown = tokenUrl ? { url: tokenUrl, method: 'POST' as const } : { url: shownUrl, method };
        const reply = { ...answer, requestConfig: { vendor, operation, ...shown } };
        return request.useStoredKeys ? redact(reply, [...secrets, token ?? '']) : reply;
      });
    },
  };
}

/** The request as it will be sent, with placeholders for stored keys. */
function resolveChecked(request: VendorOperationRequest, bases: VendorBases): ResolvedOperation {
  const complete = withPlaceholders(request);
  const resolved = 'ok' in complete ? complete : resolveOperation(complete, bases);
  if (!resolved.ok) throw new AppError(resolved.code, { details: resolved.details });
  return resolved;
}
