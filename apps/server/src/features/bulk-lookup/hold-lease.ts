const renewEveryMs = 3000;

export interface Lease {
  /** False where it is somebody else's by now, or nobody's. */
  renew(): Promise<boolean>;
  release(): Promise<void>;
  /** What whoever held it is told. */
  lost(): Promise<Error>;
}

/** Keeps a lease alive while its work goes on, without holding a connection. */
export function holdLease({ renew, release, lost }: Lease) {
  const loss = Promise.withResolvers<never>();
  // Nobody may be listening any more.
  loss.promise.catch(() => undefined);

  async function renewOnce(): Promise<void> {
    // A database that does not answer says nothing about the lease; the next write will tell.
    const isHeld = await renew().catch(() => true);
    if (isHeld) return;
    clearInterval(timer);
    loss.reject(await lost());
  }

  const timer = setInterval(() => void renewOnce().catch(loss.reject), renewEveryMs).unref();

  return {
    /** The work, unless the lease is lost first; then it goes on to its own end, which nobody waits for. */
    ifHeld<T>(work: Promise<T>): Promise<T> {
      work.catch(() => undefined);
      return Promise.race([work, loss.promise]);
    },
    async end(): Promise<void> {
      clearInterval(timer);
      // Where the database is away it expires by itself.
      await release().catch(() => undefined);
    },
  };
}
