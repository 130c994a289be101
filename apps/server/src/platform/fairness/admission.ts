import { availableParallelism } from 'node:os';
import { AppError } from '../http/app-error.ts';
import { ClientLeftError, type OpenRequest } from '../http/open-requests.ts';
import { createRecentUse } from '../recent-use.ts';
import { createFairQueue } from './fair-queue.ts';
import { createTally, type Sharer } from './shares.ts';

export const admissionLimits = {
  /** Requests that are handled concurrently. As many again are admitted from clients that have used little of late. */
  permits: 32,
  /**
   * The same while requests of several clients wait. They share the processor and the database, so more would make all of
   * them slower, also those of other clients.
   */
  contendedPermits: Math.max(4, 2 * availableParallelism()),
  /** A request that takes longer does not count any more: others would wait too long for its place. */
  quickMs: 5000,
  maxWaiting: 500,
};

interface Waiting {
  request: OpenRequest;
  turn: PromiseWithResolvers<void>;
}

const retryAfterSeconds = 1;
/** Of what everyone has used of late. */
const littleUse = 1 / 8;

export type Admission = ReturnType<typeof createAdmission>;

/**
 * Lets requests in a few at a time. As long as there is room, this costs next to nothing. Otherwise the next one is of the
 * client that has used the least of late, then of its session that has the fewest inside, so that an ordinary user does not
 * wait behind everyone else's requests. The owner of a sender is the header that identifies the session or token: it is not
 * authenticated yet.
 */
export function createAdmission(limits: typeof admissionLimits) {
  const { permits, contendedPermits, quickMs, maxWaiting } = limits;
  const clients = createRecentUse();
  const sessions = createTally();
  const queue = createFairQueue<Waiting>({ clients, owners: sessions });
  /** In order of their start. */
  const inside = new Map<OpenRequest, { sender: Sharer; startedAt: number }>();
  const waiting = new Map<OpenRequest, Waiting>();
  let timer: NodeJS.Timeout | null = null;

  function count({ client, owner }: Sharer, places: number): void {
    clients.change(client.key, places);
    sessions.change(owner, places, 0);
  }

  function admit(request: OpenRequest, sender: Sharer): void {
    inside.set(request, { sender, startedAt: performance.now() });
    count(sender, 1);
  }

  function remove(request: OpenRequest): boolean {
    const known = inside.get(request);
    if (!known) return false;
    inside.delete(request);
    count(known.sender, -1);
    return true;
  }

  function removeSlow(): void {
    const before = performance.now() - quickMs;
    for (const [request, { startedAt }] of inside) {
      if (startedAt > before) return;
      remove(request);
    }
  }

  const hasRoom = () => inside.size < (queue.clientCount() > 1 ? contendedPermits : permits);

  const hasRoomFor = ({ client }: Sharer): boolean =>
    hasRoom() || (inside.size < 2 * permits && clients.partOf(client.key) < littleUse);

  function letIn(): void {
    for (let next = queue.shift(hasRoomFor); next; next = queue.shift(hasRoomFor)) {
      const { sharer: sender, item } = next;
      waiting.delete(item.request);
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

  /** Rejects the newest request of the client that waits most often, unless it is the newcomer's. */
  function makeRoom({ client }: Sharer): void {
    if (queue.size() < maxWaiting) return;
    const error = new AppError('overloaded', { retryAfterSeconds });
    const greedy = queue.removeFromLongest(queue.countOf(client.key) + 1);
    if (!greedy) throw error;
    waiting.delete(greedy.request);
    greedy.turn.reject(error);
  }

  function leave(request: OpenRequest): void {
    if (remove(request) && queue.size() > 0) letIn();
  }

  /** Gives back what the request has, whether it is inside or waits. */
  function giveBack(request: OpenRequest): void {
    leave(request);
    const item = waiting.get(request);
    if (!item) return;
    waiting.delete(request);
    queue.removeWhere((each) => each === item);
    item.turn.reject(new ClientLeftError());
  }

  return {
    /**
     * Returns null if the request may be handled now, or already is. The promise rejects if there are too many requests, or if the client
     * disconnects. The place is given back when the request is over.
     */
    enter(request: OpenRequest, sender: Sharer): Promise<void> | null {
      if (inside.has(request)) return null;
      if (!hasRoom()) removeSlow();
      if (hasRoomFor(sender) && queue.countOf(sender.client.key) === 0) {
        admit(request, sender);
        request.whenOver(() => leave(request));
        return null;
      }
      makeRoom(sender);
      const item = { request, turn: Promise.withResolvers<void>() };
      queue.push(sender, item);
      waiting.set(request, item);
      request.whenOver(() => giveBack(request));
      watchSlow();
      return item.turn.promise;
    },
    /** Before the reply, to make room for others. Can be called more than once. */
    leave,
    count: () => inside.size,
    stop(): void {
      if (timer) clearTimeout(timer);
    },
  };
}
