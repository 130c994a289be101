import { setTimeout as delay } from 'node:timers/promises';
import { VendorError } from '@warranty/connectors/outcome';
import type { Send } from '@warranty/connectors/send';
import { leaveAdmission } from '../../platform/fairness/current-request.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';
import type { CallLimits, CallMeter } from './call-limits.ts';
import { createCallLines } from './call-lines.ts';
import { createFairSlots } from './fair-slots.ts';
import type { CallClass, Gate } from './gate.ts';
import type { Admission, GatesStore } from './gates.store.ts';
import type { LookupContext } from './lookup-context.ts';
import type { LookupMetrics } from './lookup-metrics.ts';

export interface VendorCallsDeps {
  gates: GatesStore;
  callLimits: CallLimits;
  metrics: Pick<LookupMetrics, 'observeCall' | 'countThrottled'>;
}

export interface CallOptions {
  callClass: CallClass;
  /** Whom the call counts for, if it is made on the installation's credentials. */
  context: LookupContext;
}

/** A gate with the vendor's display name. */
export interface VendorGate extends Gate {
  vendor: string;
}

const maxSlotWaitSeconds = 10;
const maxBulkWaitMs = 10_000;
/** After a shorter wait, a call is like one that was already in flight when the vendor asked us to back off. */
const minWatchedSeconds = 0.05;

/**
 * Retry delay of the first bulk call in line, which yields to interactive ones. Short enough not to miss a slot, jittered because
 * every process has a line.
 */
const bulkRetryDelayMs = () => 20 + Math.random() * 30;

export type VendorCalls = ReturnType<typeof createVendorCalls>;

/** Calls a vendor within its rate limit and the limits of the caller, and not while it is blocked or its circuit is open. */
export function createVendorCalls({ gates, callLimits, metrics }: VendorCallsDeps) {
  const withSlot = createFairSlots();
  const lines = createCallLines();

  async function call<T>(gate: VendorGate, options: CallOptions, work: () => Promise<T>): Promise<T> {
    const { callClass, context } = options;
    if (isCounted(gate) && !context.isRun) await callLimits.enforcePerMinute(context);
    if (callClass === 'bulk') return callNow(gate, options, work);
    return withSlot(gate, context.caller, () => callNow(gate, options, work));
  }

  async function callNow<T>(gate: VendorGate, options: CallOptions, work: () => Promise<T>): Promise<T> {
    const { callClass, context } = options;
    const admitNow = () => admit(gate, options, meter);
    const meter = isCounted(gate) ? await callLimits.meterFor(context) : null;
    leaveAdmission();
    try {
      await passGate(gate, callClass === 'bulk' ? () => admitInTurn(gate, context, admitNow) : admitNow);
      return await observe(gate, () => (meter ? meter.run(work) : work()));
    } catch (error) {
      await meter?.refundUnsent();
      throw error;
    }
  }

  async function admit(gate: VendorGate, { callClass, context }: CallOptions, meter: CallMeter | null) {
    const admission = await gates.admit(gate, callClass, meter?.due() ?? null);
    if (admission.admitted && admission.charged) meter?.charged(admission.charged);
    if (admission.admitted || admission.reason !== 'used-up') return admission;
    metrics.countThrottled(gate.vendor);
    return callLimits.refuse(context, admission.spent);
  }

  /** Waits for the rate of the vendor, but not forever: the job of the call is then repeated later. */
  async function admitInTurn(gate: VendorGate, { caller }: LookupContext, ask: () => Promise<Admission>) {
    const giveUpAt = performance.now() + maxBulkWaitMs;
    if (!lines.has(gate.credential)) {
      const admission = await ask();
      if (!isPaced(admission)) return admission;
    }
    return lines.run(gate.credential, caller, async () => {
      for (;;) {
        const admission = await ask();
        if (!isPaced(admission) || performance.now() > giveUpAt) return admission;
        await delay(bulkRetryDelayMs());
      }
    });
  }

  async function observe<T>(gate: VendorGate, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    const seconds = () => (performance.now() - startedAt) / 1000;
    try {
      const answer = await work();
      metrics.observeCall(gate.vendor, 'answered', seconds());
      await gates.succeeded(gate.credential);
      return answer;
    } catch (error) {
      metrics.observeCall(gate.vendor, error instanceof VendorError ? error.kind : 'error', seconds());
      await recordOutcome(gate, error);
      throw error;
    }
  }

  /** For vendors that limit requests rather than lookups: each request waits for its own slot. */
  function rateLimitedSend(send: Send, gate: VendorGate): Send {
    if (gate.pace.per === 'lookup') return send;
    return async (request) => {
      await passGate(gate, () => gates.acquireSlot(gate, maxSlotWaitSeconds));
      return send(request);
    };
  }

  async function passGate(gate: VendorGate, ask: () => Promise<Admission>): Promise<void> {
    const admission = await ask();
    if (admission.admitted) {
      if (admission.waitSeconds <= 0) return;
      await delay(admission.waitSeconds * 1000);
      if (admission.waitSeconds < minWatchedSeconds) return;
      if (await gates.isBlocked(gate.credential)) return passGate(gate, ask);
      return;
    }
    const { reason, retryAfterSeconds } = admission;
    const options = { retryAfterSeconds, isLocalLimit: true };
    if (reason === 'open') throw new VendorError('unreachable', 'too many consecutive failures', options);
    metrics.countThrottled(gate.vendor);
    throw new VendorError('busy', 'rate limit reached', options);
  }

  /**
   * A rejected key says nothing about the vendor's health, so it counts as a success. Unreachable and malformed replies
   * count as failures: the next ones are no better, and while the circuit is open cached answers are returned immediately
   * and runs wait instead of failing. A single malformed device does not get here, because it is an `unexpected` answer in
   * a valid reply. Apple alone has no such reply: one that it sends for a device is all there is to judge by.
   */
  async function recordOutcome({ vendor, credential }: VendorGate, error: unknown): Promise<void> {
    if (!(error instanceof VendorError) || error.isLocalLimit) return;
    if (error.kind === 'busy') {
      metrics.countThrottled(vendor);
      await gates.blocked(credential, error.retryAfterSeconds ?? 60);
    }
    if (error.kind === 'unreachable' || error.kind === 'unexpected') await gates.failed(credential);
    else await gates.succeeded(credential);
  }

  return { call, rateLimitedSend };
}

const isPaced = (admission: Admission): boolean => !admission.admitted && admission.reason === 'pace';

/** Calls on the installation's credentials count against the daily limits. */
const isCounted = ({ owner }: Gate): boolean => owner === installationOwner;
