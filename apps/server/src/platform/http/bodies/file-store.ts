import { createCounts } from '../../fairness/counts.ts';
import { createShares, maxShare, type Sharer } from '../../fairness/shares.ts';

/** An upload in progress. */
export interface Arrival {
  readonly sharer: Sharer;
  /** A file waits while too many complete files are stored: they will be freed, and many more could arrive. */
  readonly isFile: boolean;
  /** Aborts the upload, because it is idle and others have no room. */
  end(): void;
}

export interface FileStoreOptions {
  /** Above this number of stored bytes, only one upload proceeds: owners take turns, clients first. */
  highWaterMark: number;
  /** Above this number of stored bytes of one client, only its oldest upload proceeds, even if the others are small. */
  maxPerAddress: number;
  /** An upload that sends next to nothing for this long yields to the next one until it sends data again. */
  idleMs: number;
}

interface Place {
  /** When enough of its data was stored to count as progress. */
  movedAt: number;
  bytesSince: number;
  /** Whether it has received data that cannot be stored yet. */
  isWaiting: boolean;
  /** Called when it may try again. */
  goOn: (() => void) | null;
}

export type FileStore = ReturnType<typeof createFileStore>;

/** Of the high-water mark: above it, small uploads wait too and idle ones are aborted. */
const maxHeldRatio = 4;
/** Of the high-water mark: above it, no file proceeds; below it, those of clients that have less than a share of it do. */
const maxCompleteRatio = 2;
/** Of the high-water mark: 16 KB of 32 MB. An upload that sends less is idle. */
const minProgress = 1 / 2048;

/** Tracks how much is stored and which upload may proceed. */
export function createFileStore({ highWaterMark, maxPerAddress, idleMs }: FileStoreOptions) {
  /** In order of arrival. */
  const arriving = new Map<Arrival, Place>();
  const maxHeld = maxHeldRatio * highWaterMark;
  const held = createCounts();
  const complete = createCounts();
  const shares = createShares();
  let turn: Arrival | null = null;
  let looksSoon = false;

  const isIdle = ({ movedAt, isWaiting }: Place) => !isWaiting && performance.now() - movedAt >= idleMs;

  const hasManyComplete = ({ client }: Sharer) =>
    complete.total() > maxCompleteRatio * highWaterMark ||
    (complete.total() > highWaterMark && complete.of(client.key) > highWaterMark * maxShare);

  const isPassed = (arrival: Arrival, place: Place) =>
    isIdle(place) || (arrival.isFile && hasManyComplete(arrival.sharer));

  const isActive = (arrival: Arrival): boolean => {
    const place = arriving.get(arrival);
    return place !== undefined && !isPassed(arrival, place);
  };

  function findActive(isNext: (arrival: Arrival, best: Arrival | null) => boolean): Arrival | null {
    let best: Arrival | null = null;
    for (const arrival of arriving.keys()) if (isNext(arrival, best) && isActive(arrival)) best = arrival;
    return best;
  }

  /**
   * The oldest active upload of the owner whose turn it is may proceed, so that one always completes and frees memory. A turn
   * lasts until an upload of the owner ends or all of them are idle.
   */
  function hasTurn(arrival: Arrival): boolean {
    if (turn && isActive(turn) && !isSame(arrival.sharer, turn.sharer)) return false;
    const current = turn?.sharer;
    const same = current ? findActive((each, best) => best === null && isSame(each.sharer, current)) : null;
    turn = same ?? findActive((each, best) => best === null || shares.compare(each.sharer, best.sharer) < 0);
    if (turn && !same) shares.serve(turn.sharer);
    return turn === arrival;
  }

  function isBehindOwn(arrival: Arrival): boolean {
    const { client } = arrival.sharer;
    if (held.of(client.key) <= maxPerAddress) return false;
    return findActive((each, best) => best === null && each.sharer.client.key === client.key) !== arrival;
  }

  function mustWait(arrival: Arrival, isSmall: boolean): boolean {
    if (!arriving.has(arrival)) return false;
    return isBehindOwn(arrival) || (held.total() > (isSmall ? maxHeld : highWaterMark) && !hasTurn(arrival));
  }

  function wake(): void {
    for (const place of arriving.values()) {
      place.goOn?.();
      place.goOn = null;
    }
  }

  function makeRoom(): void {
    for (const [arrival, place] of arriving) {
      if (held.total() <= maxHeld) return;
      if (isIdle(place)) arrival.end();
    }
  }

  /** Uploads become idle as time passes, which triggers no event, so they are checked by a timer. */
  function look(): void {
    looksSoon = false;
    makeRoom();
    wake();
  }

  return {
    change(bytes: number, { client }: Sharer): void {
      held.add(client.key, bytes);
      if (bytes <= 0) wake();
    },
    /** Changes how many of the stored bytes belong to complete files, and to those of the client. */
    changeComplete(bytes: number, { client }: Sharer): void {
      complete.add(client.key, bytes);
      wake();
    },
    begin(arrival: Arrival): void {
      const place = { movedAt: performance.now(), bytesSince: 0, isWaiting: false, goOn: null };
      arriving.set(arrival, place);
      shares.change(arrival.sharer, 1);
    },
    end(arrival: Arrival): void {
      arriving.get(arrival)?.goOn?.();
      if (arriving.delete(arrival)) shares.change(arrival.sharer, -1);
      if (turn && isSame(arrival.sharer, turn.sharer)) turn = null;
      wake();
    },
    /**
     * Stores received data when the upload may proceed. Small uploads wait only if the store is full. Data of an aborted
     * upload is dropped.
     */
    async take(
      arrival: Arrival,
      { isSmall, bytes }: { isSmall: boolean; bytes: number },
      work: () => void,
    ): Promise<void> {
      const place = arriving.get(arrival);
      if (!place) return;
      place.isWaiting = true;
      place.bytesSince += bytes;
      const isProgress = place.bytesSince >= highWaterMark * minProgress;
      let hasWaited = false;
      while (mustWait(arrival, isSmall)) {
        if (!looksSoon) setTimeout(look, idleMs / 2).unref();
        looksSoon = true;
        hasWaited = true;
        await new Promise<void>((resolve) => {
          place.goOn = resolve;
        });
      }
      place.isWaiting = false;
      if (isProgress || hasWaited) Object.assign(place, { movedAt: performance.now(), bytesSince: 0 });
      // Runs before the next upload checks whether there is room.
      if (arriving.has(arrival)) work();
    },
  };
}

function isSame(a: Sharer, b: Sharer): boolean {
  return a.client.key === b.client.key && a.owner === b.owner;
}
