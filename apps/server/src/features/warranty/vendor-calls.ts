import { setTimeout as delay } from 'node:timers/promises';
import { type VendorAnswer, VendorFailure } from '@warranty/connectors/outcome';
import type { CallClass, GatesStore } from './gates.store.ts';

export interface VendorCallMetrics {
  observeCall(vendor: string, outcome: string, seconds: number): void;
  countThrottled(vendor: string): void;
}

export interface VendorCallsDeps {
  gates: GatesStore;
  metrics: VendorCallMetrics;
}

type Ask = (serial: string) => Promise<VendorAnswer>;

export type VendorCalls = ReturnType<typeof createVendorCalls>;

/** Calls a vendor for one device: within its pace, and not while it is blocked or broken. */
export function createVendorCalls({ gates, metrics }: VendorCallsDeps) {
  async function call(
    vendor: string,
    credential: string,
    serial: string,
    callClass: CallClass,
    ask: Ask,
  ): Promise<VendorAnswer> {
    await waitForTurn(vendor, credential, callClass);
    const begun = performance.now();
    const seconds = () => (performance.now() - begun) / 1000;
    try {
      const answer = await ask(serial);
      metrics.observeCall(vendor, answer.kind, seconds());
      await gates.succeeded(credential);
      return answer;
    } catch (error) {
      metrics.observeCall(vendor, error instanceof VendorFailure ? error.kind : 'error', seconds());
      await remember(vendor, credential, error);
      throw error;
    }
  }

  async function waitForTurn(vendor: string, credential: string, callClass: CallClass): Promise<void> {
    const admission = await gates.admit(credential, callClass);
    if (admission.admitted) {
      if (admission.waitSeconds <= 0) return;
      await delay(admission.waitSeconds * 1000);
      if (await gates.isBlocked(credential)) return waitForTurn(vendor, credential, callClass);
      return;
    }
    const { because, retryAfterSeconds } = admission;
    if (because === 'open')
      throw new VendorFailure('unreachable', 'it has failed several times in a row', { retryAfterSeconds });
    metrics.countThrottled(vendor);
    throw new VendorFailure('busy', 'its limit is reached', { retryAfterSeconds });
  }

  /** A refused key says nothing about the vendor's health; neither does one reply in another form. */
  async function remember(vendor: string, credential: string, error: unknown): Promise<void> {
    if (!(error instanceof VendorFailure)) return;
    if (error.kind === 'busy') {
      metrics.countThrottled(vendor);
      await gates.blocked(credential, error.retryAfterSeconds ?? 60);
    }
    if (error.kind === 'unreachable' || error.kind === 'unexpected') await gates.failed(credential);
    else await gates.succeeded(credential);
  }

  return { ask: call };
}
