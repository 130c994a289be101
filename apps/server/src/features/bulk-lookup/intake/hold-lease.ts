const renewEveryMs = 3000;

export interface Lease {
  /** Returns false if the lease is held by another process or has been released. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  /** The error that the former holder gets. */
  lost(): Promise<Error>;
}

/** Renews a lease while its work is running, without holding a connection. */
export function holdLease({ renew, release, lost }: Lease) {
  const loss = Promise.withResolvers<never>();
  // Avoids an unhandled rejection if the loss is not awaited.
  loss.promise.catch(() => undefined);

  async function renewOnce(): Promise<void> {
    // If the database is unavailable, the lease may still be held; the next write will find out.
    const isHeld = await renew().catch(() => true);
    if (isHeld) return;
    clearInterval(timer);
    loss.reject(await lost());
  }

  const timer = setInterval(() => void renewOnce().catch(loss.reject), renewEveryMs).unref();

  return {
    /**
     * Returns the result of the work, or rejects if the lease is lost first. The work then continues, but its result is
     * ignored.
     */
    ifHeld<T>(work: Promise<T>): Promise<T> {
      work.catch(() => undefined);
      return Promise.race([work, loss.promise]);
    },
    async end(): Promise<void> {
      clearInterval(timer);
      // If the database is unavailable, the lease expires on its own.
      await release().catch(() => undefined);
    },
  };
}
