import pg from 'pg';
import { currentSharer } from '../current-sharer.ts';
import { createFairQueue } from '../fair-queue.ts';
import { createShares } from '../shares.ts';

/** A request for a connection. */
type Waiting = object;

/** What the pool uses as its array of requests for a connection. What serves everyone goes first. */
class PendingQueue {
  readonly #forEveryone: Waiting[] = [];
  readonly #shares = createShares();
  readonly #queue = createFairQueue<Waiting>(this.#shares);
  #found: Waiting | undefined;

  get length(): number {
    return this.#forEveryone.length + this.#queue.size();
  }

  push(waiting: Waiting): void {
    const sharer = currentSharer.getStore();
    if (sharer) this.#queue.push(sharer, waiting);
    else this.#forEveryone.push(waiting);
  }

  shift(): Waiting | undefined {
    if (this.#forEveryone.length > 0) return this.#forEveryone.shift();
    const next = this.#queue.shift();
    // Nothing to remember if no other waits.
    if (next && this.#queue.size() > 0) this.#shares.serve(next.sharer);
    return next?.item;
  }

  /** The pool looks for a request that waited too long, and then removes what was found. */
  findIndex(isWanted: (waiting: Waiting) => boolean): number {
    const at = this.#forEveryone.findIndex(isWanted);
    this.#found = at < 0 ? this.#queue.removeWhere(isWanted) : this.#forEveryone.splice(at, 1)[0];
    return this.#found ? 0 : -1;
  }

  splice(): (Waiting | undefined)[] {
    return [this.#found];
  }
}

/** A pool whose connections go to owners and addresses in turn, when there are too few of them. */
export function createFairPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // The queue has no public interface; a test covers what the pool does with it.
  Object.assign(pool, { _pendingQueue: new PendingQueue() });
  return pool;
}
