import pg from 'pg';
import { currentSharer } from '../current-sharer.ts';
import { createShares, type Sharer } from '../shares.ts';

interface Waiting {
  sharer?: Sharer | undefined;
}

/** Requests for a connection, in order of arrival. */
class FairQueue extends Array<Waiting> {
  readonly #shares = createShares();

  /** Parts of it are ordinary arrays. */
  static override get [Symbol.species](): ArrayConstructor {
    return Array;
  }

  override push(...added: Waiting[]): number {
    for (const waiting of added) waiting.sharer = currentSharer.getStore();
    return super.push(...added);
  }

  override shift(): Waiting | undefined {
    if (this.length < 2) return super.shift();
    let next = 0;
    for (let at = 1; at < this.length; at += 1)
      if (this.#isBefore(this[at] as Waiting, this[next] as Waiting)) next = at;
    const [taken] = this.splice(next, 1);
    if (taken?.sharer) this.#shares.serve(taken.sharer);
    return taken;
  }

  /** What serves everyone goes first; then the address, and the owner, that was served longest ago. */
  #isBefore({ sharer: a }: Waiting, { sharer: b }: Waiting): boolean {
    if (!a || !b) return !a && b !== undefined;
    return this.#shares.compare(a, b) < 0;
  }
}

/** A pool whose connections go to owners and addresses in turn, when there are too few of them. */
export function createFairPool(config: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool(config);
  // The queue has no public interface; a test covers what the pool does with it.
  Object.assign(pool, { _pendingQueue: new FairQueue() });
  return pool;
}
