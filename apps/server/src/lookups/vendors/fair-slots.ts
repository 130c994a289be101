import { VendorError } from '@warranty/connectors/outcome';
import { createSemaphore, type Semaphore } from '../../platform/fairness/semaphore.ts';
import type { Sharer } from '../../platform/fairness/shares.ts';
import { installationOwner } from '../../platform/ownership/owner-id.ts';
import type { Gate } from './gate.ts';

/** As long as an interactive call may wait for its slot: one second of calls, and four seconds of waiting ones. */
const waitingSeconds = 4;

const busyError = () =>
  new VendorError('busy', 'rate limit reached', { retryAfterSeconds: 1, isLocalLimit: true });

/**
 * Shares the rate of the installation's credentials fairly between owners and clients. Without this, a few of them could take
 * every slot of the next seconds. An owner's own credentials are not shared.
 */
export function createFairSlots() {
  const semaphores = new Map<string, Semaphore>();

  function semaphoreFor({ credential, pace }: Gate): Semaphore {
    const known = semaphores.get(credential);
    if (known) return known;
    const permits = Math.max(1, Math.ceil(pace.callsPerSecond));
    const semaphore = createSemaphore(permits, {
      maxLength: waitingSeconds * permits,
      fullError: busyError,
    });
    semaphores.set(credential, semaphore);
    return semaphore;
  }

  return <T>(gate: Gate, sharer: Sharer, work: () => Promise<T>): Promise<T> =>
    // The answer is stored, and others may be waiting for the same one.
    gate.owner === installationOwner ? semaphoreFor(gate).run(sharer, work, null) : work();
}
