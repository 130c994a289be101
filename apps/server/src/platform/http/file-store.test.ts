import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileStore } from './file-store.ts';

const idleMs = 2000;
const plenty = 1000;

/** An upload that sends its chunks one by one and waits until each may be stored. */
function begin(store: ReturnType<typeof createFileStore>, { isSmall = false, isFile = false } = {}) {
  const upload = {
    isFile,
    taken: 0,
    ended: false,
    end() {
      upload.ended = true;
      store.end(upload);
      store.change(-upload.taken);
      change(-upload.taken);
    },
    async bring(bytes: number): Promise<void> {
      await store.take(upload, isSmall, () => {
        upload.taken += bytes;
        store.change(bytes);
        change(bytes);
      });
    },
    finish() {
      store.end(upload);
      store.change(-upload.taken);
      change(-upload.taken);
    },
  };
  store.begin(upload);
  return upload;
}

/** Runs everything that can proceed without time passing. */
const settle = () => vi.advanceTimersByTimeAsync(0);

let store: ReturnType<typeof createFileStore>;
let [held, most] = [0, 0];
function change(bytes: number): void {
  held += bytes;
  most = Math.max(most, held);
}

beforeEach(() => {
  [held, most] = [0, 0];
  vi.useFakeTimers();
  store = createFileStore({ highWaterMark: plenty, idleMs });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('above the high-water mark', () => {
  it('the oldest upload proceeds and the others wait for it', async () => {
    const [oldest, later] = [begin(store), begin(store)];
    await oldest.bring(plenty + 1);
    void later.bring(1);
    await oldest.bring(1);
    await settle();
    expect([oldest.taken, later.taken]).toEqual([plenty + 2, 0]);
    oldest.finish();
    await settle();
    expect(later.taken).toBe(1);
  });

  it('an idle upload yields to the next one until it sends data again', async () => {
    const [oldest, second, third] = [begin(store), begin(store), begin(store)];
    await oldest.bring(plenty + 1);
    void second.bring(1);
    void third.bring(1);
    await vi.advanceTimersByTimeAsync(idleMs - 1);
    expect([second.taken, third.taken]).toEqual([0, 0]);
    await vi.advanceTimersByTimeAsync(idleMs);
    expect([second.taken, third.taken]).toEqual([1, 0]);
    await oldest.bring(1);
    void second.bring(1);
    await settle();
    expect([oldest.taken, second.taken, third.taken]).toEqual([plenty + 2, 1, 0]);
    oldest.finish();
    await settle();
    expect([second.taken, third.taken]).toEqual([2, 1]);
  });

  it('a waiting upload does not count as idle', async () => {
    const [oldest, second, third] = [begin(store), begin(store), begin(store)];
    await oldest.bring(plenty + 1);
    void second.bring(plenty + 1);
    for (let beat = 0; beat < 10; beat += 1) {
      await vi.advanceTimersByTimeAsync(idleMs - 1);
      await oldest.bring(1);
    }
    void third.bring(1);
    oldest.finish();
    await settle();
    expect([second.taken, third.taken]).toEqual([plenty + 1, 0]);
  });

  it('idle uploads are not aborted as long as there is room', async () => {
    const [idle, other] = [begin(store), begin(store)];
    await idle.bring(plenty + 1);
    void other.bring(1);
    await vi.advanceTimersByTimeAsync(10 * idleMs);
    expect([idle.ended, other.taken]).toEqual([false, 1]);
  });

  it('a small upload does not wait', async () => {
    await begin(store).bring(plenty + 1);
    const small = begin(store, { isSmall: true });
    await small.bring(1);
    expect(small.taken).toBe(1);
  });
});

describe('while complete files are stored above the high-water mark', () => {
  it('no other file proceeds, and the oldest of the other uploads does', async () => {
    store.change(plenty + 1);
    store.changeComplete(plenty + 1);
    const [file, oldest, later] = [begin(store, { isFile: true }), begin(store), begin(store)];
    for (const upload of [file, oldest, later]) void upload.bring(1);
    await settle();
    expect([file.taken, oldest.taken, later.taken]).toEqual([0, 1, 0]);
    store.change(1);
    store.changeComplete(-(plenty + 1));
    await settle();
    expect([file.taken, later.taken]).toEqual([1, 0]);
  });
});

describe('when the store is full', () => {
  it('small uploads wait too, and idle ones are aborted until there is room', async () => {
    const idle = Array.from({ length: 5 }, () => begin(store, { isSmall: true }));
    for (const upload of idle) await upload.bring(plenty);
    const honest = begin(store, { isSmall: true });
    void honest.bring(1);
    await settle();
    expect(honest.taken).toBe(0);
    await vi.advanceTimersByTimeAsync(2 * idleMs);
    expect(honest.taken).toBe(1);
    expect(idle.map(({ ended }) => ended)).toEqual([true, false, false, false, false]);
  });

  it('one upload always proceeds and the limit holds, whatever the order and rate of arrival', async () => {
    const maxBodyBytes = 500;
    const uploads = Array.from({ length: 200 }, (_, index) => begin(store, { isSmall: index % 2 === 0 }));
    for (const [at, upload] of uploads.entries()) {
      // Every third upload stalls on purpose.
      const isIdle = at % 3 === 0;
      void (async () => {
        for (let piece = 0; piece < (isIdle ? 1 : 5); piece += 1) await upload.bring(maxBodyBytes / 5);
        if (!isIdle) upload.finish();
      })();
    }
    await vi.advanceTimersByTimeAsync(500 * idleMs);
    const honest = uploads.filter((_, index) => index % 3 !== 0);
    expect(honest.map(({ taken }) => taken)).toEqual(honest.map(() => maxBodyBytes));
    expect(most).toBeLessThanOrEqual(4 * plenty + maxBodyBytes);
  });
});
