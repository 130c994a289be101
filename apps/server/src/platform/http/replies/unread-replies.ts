import { createCounts } from '../../fairness/counts.ts';
import { createShares, type Sharer } from '../../fairness/shares.ts';
import { ClientLeftError, type OpenRequest } from '../open-requests.ts';

const megabyte = 1024 * 1024;

export type UnreadLimits = typeof unreadLimits;

export const unreadLimits = {
  /** Bytes of large replies that the clients of an address have not read yet. */
  perAddress: 32 * megabyte,
  /** The same of all clients. */
  total: 256 * megabyte,
  /** A reply of which nothing is read for this long makes room if another one waits. */
  idleMs: 2000,
  /** A reply of which nothing is read for this long ends. */
  stalledMs: 30_000,
  /** How often replies are checked. */
  tickMs: 1000,
};

interface Waiting {
  sharer: Sharer;
  bytes: number;
  turn: PromiseWithResolvers<void>;
}

/** Bytes that the client has read, as far as this can be seen from here, and when that last changed. */
interface Progress {
  bytes: number;
  at: number;
}

export type UnreadReplies = ReturnType<typeof createUnreadReplies>;

/**
 * Bounds the memory of replies that are not read. A large one is made when there is room for it: the replies of a client
 * wait for each other, and clients take turns.
 */
export function createUnreadReplies(limits: UnreadLimits, openRequests: Iterable<OpenRequest>) {
  const unread = new Map<OpenRequest, { sharer: Sharer; bytes: number }>();
  const held = createCounts();
  const shares = createShares();
  /** In order of arrival. */
  const waiting = new Map<OpenRequest, Waiting>();
  const progress = new WeakMap<OpenRequest, Progress>();

  /** A single reply may be larger than the limits. */
  const fits = (used: number, bytes: number, limit: number) => used === 0 || used + bytes <= limit;
  const fitsAddress = ({ sharer, bytes }: Waiting | Omit<Waiting, 'turn'>) =>
    fits(held.of(sharer.client.key), bytes, limits.perAddress);
  const hasRoomFor = (reply: Omit<Waiting, 'turn'>) =>
    fitsAddress(reply) && fits(held.total(), reply.bytes, limits.total);

  function hold(request: OpenRequest, sharer: Sharer, bytes: number): void {
    unread.set(request, { sharer, bytes });
    held.add(sharer.client.key, bytes);
    shares.change(sharer, 1);
    shares.serve(sharer);
    request.whenOver(() => giveBack(request));
  }

  function giveBack(request: OpenRequest): void {
    const reply = unread.get(request);
    if (!reply) return;
    unread.delete(request);
    held.add(reply.sharer.client.key, -reply.bytes);
    shares.change(reply.sharer, -1);
    letIn();
  }

  function findNext(): OpenRequest | undefined {
    let best: [OpenRequest, Waiting] | undefined;
    for (const each of waiting)
      if (hasRoomFor(each[1]) && (!best || shares.compare(each[1].sharer, best[1].sharer) < 0)) best = each;
    return best?.[0];
  }

  function letIn(): void {
    for (let next = findNext(); next; next = findNext()) {
      const { sharer, bytes, turn } = waiting.get(next) as Waiting;
      waiting.delete(next);
      hold(next, sharer, bytes);
      turn.resolve();
    }
  }

  function wait(request: OpenRequest, sharer: Sharer, bytes: number): Promise<void> {
    const turn = Promise.withResolvers<void>();
    waiting.set(request, { sharer, bytes, turn });
    request.whenOver(() => {
      if (waiting.delete(request)) turn.reject(new ClientLeftError());
    });
    return turn.promise;
  }

  function idleMsOf(request: OpenRequest, now: number): number {
    const { socket, reply } = request;
    const isUnread = reply.headersSent && socket.writableLength > 0;
    const bytes = socket.bytesWritten - socket.writableLength;
    const last = progress.get(request);
    if (isUnread && last?.bytes === bytes) return now - last.at;
    progress.set(request, { bytes, at: now });
    return 0;
  }

  /** The idle reply of the client that has the most, if it is the limit for all that keeps another one waiting. */
  function endGreediest(idle: readonly OpenRequest[]): void {
    if (![...waiting.values()].some((each) => fitsAddress(each) && !hasRoomFor(each))) return;
    const bytesOf = ({ client }: OpenRequest) => held.of(client.key);
    const [greediest] = idle
      .filter((request) => unread.has(request))
      .toSorted((a, b) => bytesOf(b) - bytesOf(a));
    greediest?.socket.destroy();
  }

  return {
    /** Waits until a reply of about this size may be made. Returns null if it may be made now. */
    reserve(request: OpenRequest, sharer: Sharer, bytes: number): Promise<void> | null {
      if (held.total() === 0 && bytes === 0) return null;
      if (!hasRoomFor({ sharer, bytes })) return wait(request, sharer, bytes);
      if (bytes > 0) hold(request, sharer, bytes);
      return null;
    },

    /** The actual size of a reply that is sent now. */
    count(request: OpenRequest, sharer: Sharer, bytes: number): void {
      giveBack(request);
      hold(request, sharer, bytes);
    },

    /** Ends replies that are not read. */
    look(now: number): void {
      const idle: OpenRequest[] = [];
      for (const request of openRequests) {
        const idleMs = idleMsOf(request, now);
        if (idleMs >= limits.stalledMs) request.socket.destroy();
        else if (idleMs >= limits.idleMs) idle.push(request);
      }
      endGreediest(idle);
    },
  };
}
