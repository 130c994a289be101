import pg from 'pg';
import { type CurrentRequest, currentRequest } from '../fairness/current-request.ts';
import { createFairQueue } from '../fairness/fair-queue.ts';
import { createShares } from '../fairness/shares.ts';

/** A request for a connection, as the pool makes it. */
interface PendingItem {
  callback: (...args: unknown[]) => void;
}

interface Waiting {
  item: PendingItem;
  /** Nothing for work that serves everyone. */
  sharer: CurrentRequest | undefined;
  /** Stops waiting for the client to disconnect. The listener would keep the result of the statement until the reply is sent. */
  unwatch?: () => void;
}

const runningFor =
  (sharer: CurrentRequest | undefined, callback: PendingItem['callback']): PendingItem['callback'] =>
  (...args) =>
    sharer ? currentRequest.run(sharer, callback, ...args) : currentRequest.exit(callback, ...args);

/** What the pool uses as its array of requests for a connection. What serves everyone goes first. */
class PendingQueue {
  readonly #forEveryone: Waiting[] = [];
  readonly #shares = createShares();
  readonly #queue = createFairQueue<Waiting>(this.#shares);
  #found: Waiting | undefined;

  get length(): number {
    return this.#forEveryone.length + this.#queue.size();
  }

  push(item: PendingItem): void {
    const sharer = currentRequest.getStore();
    const waiting = { item, sharer };
    if (!sharer) {
      this.#forEveryone.push(waiting);
      return;
    }
    this.#queue.push(sharer, waiting);
    // What a request has begun to change is completed.
    if (sharer.changesNothing) this.#dropWith(sharer.signal, waiting);
  }

  #dropWith(signal: AbortSignal | undefined, waiting: Waiting): void {
    const drop = () => {
      if (this.#queue.removeWhere((each) => each === waiting)) waiting.item.callback(signal?.reason);
    };
    if (signal?.aborted) setImmediate(drop);
    else if (signal) {
      signal.addEventListener('abort', drop, { once: true });
      waiting.unwatch = () => signal.removeEventListener('abort', drop);
    }
  }

  shift(): PendingItem | undefined {
    const next = this.#next();
    if (!next) return undefined;
    const { item, sharer, unwatch } = next;
    unwatch?.();
    // The pool calls it from what releases the connection, and the statement would count as one of that request. Not replaced
    // before, because the pool finds a request that waited too long by its callback.
    if (currentRequest.getStore() !== sharer) item.callback = runningFor(sharer, item.callback);
    return item;
  }

  #next(): Waiting | undefined {
    if (this.#forEveryone.length > 0) return this.#forEveryone.shift();
    const next = this.#queue.shift();
    // Nothing to remember if no other waits.
    if (next && this.#queue.size() > 0) this.#shares.serve(next.sharer);
    return next?.item;
  }

  /** The pool looks for a request that waited too long, and then removes it with `splice`. */
  findIndex(isWanted: (item: PendingItem) => boolean): number {
    const matches = ({ item }: Waiting) => isWanted(item);
    this.#found = this.#forEveryone.find(matches) ?? this.#queue.find(matches);
    return this.#found ? 0 : -1;
  }

  /** Removes what was found last, whatever its index is. */
  splice(): PendingItem[] {
    const found = this.#found;
    if (!found) return [];
    this.#found = undefined;
    found.unwatch?.();
    const index = this.#forEveryone.indexOf(found);
    if (index < 0) this.#queue.removeWhere((each) => each === found);
    else this.#forEveryone.splice(index, 1);
    return [found.item];
  }
}

/** A pool whose connections go to owners and addresses in turn, when there are too few of them. */
export function createFairPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // The queue has no public interface; a test covers what the pool does with it.
  Object.assign(pool, { _pendingQueue: new PendingQueue() });
  return pool;
}
