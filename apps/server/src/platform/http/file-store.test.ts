import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileStore } from './file-store.ts';

const idleMs = 2000;
const plenty = 1000;

/** An upload that brings its pieces one by one, and waits for its turn before each is taken. */
function begin(store: ReturnType<typeof createFileStore>, { isSmall = false } = {}) {
  const upload = {
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

/** Whatever can go on without time passing has gone on. */
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

describe('while plenty is held', () => {
  it('the oldest goes on and the others wait for it', async () => {
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

  it('one that stands still loses its turn to the next, until it brings something', async () => {
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

  it('one that waits for its turn does not stand still', async () => {
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

  it('nobody is given up who stands still, as long as there is some room', async () => {
    const [idle, other] = [begin(store), begin(store)];
    await idle.bring(plenty + 1);
    void other.bring(1);
    await vi.advanceTimersByTimeAsync(10 * idleMs);
    expect([idle.ended, other.taken]).toEqual([false, 1]);
  });

  it('a small one does not wait', async () => {
    await begin(store).bring(plenty + 1);
    const small = begin(store, { isSmall: true });
    await small.bring(1);
    expect(small.taken).toBe(1);
  });
});

describe('where there is no room', () => {
  it('small ones wait too, and those that stand still are given up until there is some', async () => {
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

  it('whoever comes, in whatever order and at whatever pace: one always goes on, and no more is held', async () => {
    const maxBodyBytes = 500;
    const uploads = Array.from({ length: 200 }, (_, at) => begin(store, { isSmall: at % 2 === 0 }));
    for (const [at, upload] of uploads.entries()) {
      // Every third is a visitor who means no good.
      const isIdle = at % 3 === 0;
      void (async () => {
        for (let piece = 0; piece < (isIdle ? 1 : 5); piece += 1) await upload.bring(maxBodyBytes / 5);
        if (!isIdle) upload.finish();
      })();
    }
    await vi.advanceTimersByTimeAsync(500 * idleMs);
    const honest = uploads.filter((_, at) => at % 3 !== 0);
    expect(honest.map(({ taken }) => taken)).toEqual(honest.map(() => maxBodyBytes));
    expect(most).toBeLessThanOrEqual(4 * plenty + maxBodyBytes);
  });
});
