/** An upload in progress. */
export interface Arrival {
  /** A file waits while too many complete files are stored: they will be freed, and many more could arrive. */
  readonly isFile: boolean;
  /** Aborts the upload, because it is idle and others have no room. */
  end(): void;
}

export interface FileStoreOptions {
  /** Above this number of stored bytes, only the oldest upload proceeds. */
  highWaterMark: number;
  /** An upload that sends nothing for this long yields to the next one until it sends data again. */
  idleMs: number;
}

interface Place {
  /** When its last data was stored. */
  movedAt: number;
  /** Whether it has received data that cannot be stored yet. */
  isWaiting: boolean;
  /** Called when it may try again. */
  goOn: (() => void) | null;
}

export type FileStore = ReturnType<typeof createFileStore>;

/** Above this multiple of the high-water mark, small uploads wait too and idle ones are aborted. */
const maxTimings = 4;

/** Tracks how much is stored and which upload may proceed. */
export function createFileStore({ highWaterMark, idleMs }: FileStoreOptions) {
  /** In order of arrival. */
  const arriving = new Map<Arrival, Place>();
  const most = maxTimings * highWaterMark;
  let held = 0;
  let complete = 0;
  let looksSoon = false;

  const isIdle = ({ movedAt, isWaiting }: Place) => !isWaiting && performance.now() - movedAt >= idleMs;

  const isPassed = (arrival: Arrival, place: Place) =>
    isIdle(place) || (arrival.isFile && complete > highWaterMark);

  /** The oldest active upload may proceed, so that one of them always completes and frees memory. */
  function hasTurn(arrival: Arrival): boolean {
    for (const [other, place] of arriving) if (!isPassed(other, place)) return other === arrival;
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

  /** Uploads become idle as time passes, which triggers no event, so they are checked by a timer. */
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
    /** Changes how many of the stored bytes belong to complete files. */
    changeComplete(bytes: number): void {
      complete += bytes;
      wake();
    },
    begin(arrival: Arrival): void {
      arriving.set(arrival, { movedAt: performance.now(), isWaiting: false, goOn: null });
    },
    end(arrival: Arrival): void {
      arriving.get(arrival)?.goOn?.();
      arriving.delete(arrival);
      change(0);
    },
    /**
     * Stores received data when the upload may proceed. Small uploads wait only if the store is full. Data of an aborted
     * upload is dropped.
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
      // Runs before the next upload checks whether there is room.
      if (arriving.has(arrival)) work();
    },
  };
}
