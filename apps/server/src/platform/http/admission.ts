import { availableParallelism } from 'node:os';
import { createFairQueue } from '../fair-queue.ts';
import { createRecentUse } from '../recent-use.ts';
import { createTally, type Sharer } from '../shares.ts';
import { AppError } from './app-error.ts';

export interface AdmissionLimits {
  /** Requests that are handled concurrently. As many again are admitted from addresses that have used little of late. */
  permits: number;
  /**
   * The same while requests of several addresses wait. They share the processor and the database, so more would make all of
   * them slower, also those of other addresses.
   */
  contendedPermits: number;
  /** A request that takes longer does not count any more: others would wait too long for its place. */
  quickMs: number;
  maxWaiting: number;
}

export const admissionLimits: AdmissionLimits = {
  permits: 32,
  contendedPermits: Math.max(4, 2 * availableParallelism()),
  quickMs: 5000,
  maxWaiting: 500,
};

interface Waiting {
  request: object;
  turn: PromiseWithResolvers<void>;
}

const retryAfterSeconds = 1;
/** Of what everyone has used of late. */
const littleUse = 1 / 8;

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Lets requests in a few at a time. As long as there is room, this costs next to nothing. Otherwise the next one is of the
 * address that has used the least of late, then of its session that has the fewest inside, so that an ordinary user does not
 * wait behind everyone else's requests. The owner of a sender is the header that identifies the session or token: it is not
 * authenticated yet.
 */
export function createAdmission(limits: AdmissionLimits) {
  const { permits, contendedPermits, quickMs, maxWaiting } = limits;
  const addresses = createRecentUse();
  const sessions = createTally();
  const queue = createFairQueue<Waiting>({ addresses, owners: sessions });
  /** In order of their start. */
  const inside = new Map<object, { sender: Sharer; startedAt: number }>();
  let timer: NodeJS.Timeout | null = null;

  function count({ address, owner }: Sharer, places: number): void {
    addresses.change(address, places);
    sessions.change(owner, places, 0);
  }

  function admit(request: object, sender: Sharer): void {
    inside.set(request, { sender, startedAt: performance.now() });
    count(sender, 1);
  }

  function remove(request: object): boolean {
    const known = inside.get(request);
    if (!known) return false;
    inside.delete(request);
    count(known.sender, -1);
    return true;
  }

  /** Also removes those that never left because their client disconnected. */
  function removeSlow(): void {
    const before = performance.now() - quickMs;
    for (const [request, { startedAt }] of inside) {
      if (startedAt > before) return;
      remove(request);
    }
  }

  const hasRoom = () => inside.size < (queue.addressCount() > 1 ? contendedPermits : permits);

  const hasRoomFor = ({ address }: Sharer): boolean =>
    hasRoom() || (inside.size < 2 * permits && addresses.partOf(address) < littleUse);

  function letIn(): void {
    for (let next = queue.shift(hasRoomFor); next; next = queue.shift(hasRoomFor)) {
      const { sharer: sender, item } = next;
      admit(item.request, sender);
      sessions.serve(sender.owner);
      item.turn.resolve();
    }
    if (queue.size() > 0) watchSlow();
  }

  function watchSlow(): void {
    timer ??= setTimeout(() => {
      timer = null;
      removeSlow();
      letIn();
    }, quickMs / 10);
  }

  /** Rejects the newest request of the address that waits most often, unless it is the newcomer's. */
  function makeRoom({ address }: Sharer): void {
    if (queue.size() < maxWaiting) return;
    const error = new AppError('overloaded', { retryAfterSeconds });
    const greedy = queue.removeFromLongest(queue.countOf(address) + 1);
    if (!greedy) throw error;
    greedy.turn.reject(error);
  }

  return {
    /** Returns null if the request may be handled now. The promise rejects if there are too many requests. */
    enter(request: object, sender: Sharer): Promise<void> | null {
      if (!hasRoom()) removeSlow();
      if (hasRoomFor(sender) && queue.countOf(sender.address) === 0) {
        admit(request, sender);
        return null;
      }
      makeRoom(sender);
      const turn = Promise.withResolvers<void>();
      queue.push(sender, { request, turn });
      watchSlow();
      return turn.promise;
    },
    /** Can be called more than once. */
    leave(request: object): void {
      if (remove(request) && queue.size() > 0) letIn();
    },
    stop(): void {
      if (timer) clearTimeout(timer);
    },
  };
}
