/** An upload under way. */
export interface Arrival {
  /** Gives it up, because it stands still and others have no room. */
  end(): void;
}

export interface FileStoreOptions {
  /** Bytes of which more are held only by taking turns. */
  highWaterMark: number;
  /** Whoever has brought nothing for so long loses its turn until it brings something. */
  idleMs: number;
}

interface Place {
  /** When it last brought something that was taken. */
  movedAt: number;
  /** It has brought something, and that has to wait. */
  isWaiting: boolean;
  /** Called when it may try again. */
  goOn: (() => void) | null;
}

export type FileStore = ReturnType<typeof createFileStore>;

/** Beyond so many times plenty, small ones wait as well, and whoever stands still has to go. */
const maxTimings = 4;

/** How much is held, and whose turn it is to bring more. */
export function createFileStore({ highWaterMark, idleMs }: FileStoreOptions) {
  /** In the order in which they began. */
  const arriving = new Map<Arrival, Place>();
  const most = maxTimings * highWaterMark;
  let held = 0;
  let looksSoon = false;

  const isIdle = ({ movedAt, isWaiting }: Place) => !isWaiting && performance.now() - movedAt >= idleMs;

  /** The oldest that moves, so that one is always finished and makes room. */
  function hasTurn(arrival: Arrival): boolean {
    for (const [other, place] of arriving) if (!isIdle(place)) return other === arrival;
    return false;
  }

  function mustWait(arrival: Arrival, isSmall: boolean): boolean {
    return held > (isSmall ? most : highWaterMark) && arriving.has(arrival) && !hasTurn(arrival);
  }

  function wake(): void {
    for (const place of arriving.values()) {
      place.goOn?.();
      place.goOn = null;
    }
  }

  function makeRoom(): void {
    for (const [arrival, place] of arriving) {
      if (held <= most) return;
      if (isIdle(place)) arrival.end();
    }
  }

  /** Time passes for those who stand still, and nothing else tells of it. */
  function look(): void {
    looksSoon = false;
    makeRoom();
    wake();
  }

  function change(bytes: number): void {
    held += bytes;
    if (bytes <= 0) wake();
  }

  return {
    change,
    begin(arrival: Arrival): void {
      arriving.set(arrival, { movedAt: performance.now(), isWaiting: false, goOn: null });
    },
    end(arrival: Arrival): void {
      arriving.get(arrival)?.goOn?.();
      arriving.delete(arrival);
      change(0);
    },
    /**
     * Takes what an upload brought, when it is its turn; a small upload has to wait only where there is no room at all.
     * One that was given up meanwhile brings nothing more.
     */
    async take(arrival: Arrival, isSmall: boolean, work: () => void): Promise<void> {
      const place = arriving.get(arrival);
      if (!place) return;
      place.isWaiting = true;
      while (mustWait(arrival, isSmall)) {
        if (!looksSoon) setTimeout(look, idleMs / 2).unref();
        looksSoon = true;
        await new Promise<void>((resolve) => {
          place.goOn = resolve;
        });
      }
      place.isWaiting = false;
      place.movedAt = performance.now();
      // Before the next is asked whether there is room for it.
      if (arriving.has(arrival)) work();
    },
  };
}
