import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFileStore } from './file-store.ts';

const idleMs = 2000;
const plenty = 1000;
const sharer = { owner: 'owner', client: { key: 'client' } };

/** An upload that sends its chunks one by one and waits until each may be stored. */
function begin(
  store: ReturnType<typeof createFileStore>,
  { isSmall = false, isFile = false, owner = 'owner', client = 'client' } = {},
) {
  const upload = {
    sharer: { owner, client: { key: client } },
    isFile,
    taken: 0,
    ended: false,
    end() {
      upload.ended = true;
      store.end(upload);
      store.change(-upload.taken, upload.sharer);
      change(-upload.taken);
    },
    async bring(bytes: number): Promise<void> {
      await store.take(upload, { isSmall, bytes }, () => {
        upload.taken += bytes;
        store.change(bytes, upload.sharer);
        change(bytes);
      });
    },
    finish() {
      store.end(upload);
      store.change(-upload.taken, upload.sharer);
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
  store = createFileStore({ highWaterMark: plenty, maxPerAddress: 3 * plenty, idleMs });
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

it('while complete files are stored above the high-water mark no other file proceeds, and the oldest of the other uploads does', async () => {
  store.change(plenty + 1, sharer);
  store.changeComplete(plenty + 1, sharer);
  const [file, oldest, later] = [begin(store, { isFile: true }), begin(store), begin(store)];
  for (const upload of [file, oldest, later]) void upload.bring(1);
  await settle();
  expect([file.taken, oldest.taken, later.taken]).toEqual([0, 1, 0]);
  store.change(1, sharer);
  store.changeComplete(-(plenty + 1), sharer);
  await settle();
  expect([file.taken, later.taken]).toEqual([1, 0]);
});

describe('uploads of several owners and clients', () => {
  it('an idle upload stalls no other for longer than it takes to notice, however many of them come first', async () => {
    const idle = ['1', '2', '3', '4', '5'].flatMap((client) =>
      ['a', 'b'].map((owner) => begin(store, { owner, client })),
    );
    for (const upload of idle) void upload.bring(plenty);
    await vi.advanceTimersByTimeAsync(idleMs);
    const honest = begin(store, { owner: 'honest', client: '6' });
    const sending = honest.bring(1).then(() => honest.bring(1));
    await vi.advanceTimersByTimeAsync(2 * idleMs);
    await sending;
    expect(honest.taken).toBe(2);
  });

  it('uploads that send a few bytes now and then do not keep their turn', async () => {
    store = createFileStore({ highWaterMark: 2048 * plenty, maxPerAddress: 4096 * plenty, idleMs });
    const slow = ['1', '2', '3'].map((client) => begin(store, { client }));
    await slow[0]?.bring(2048 * plenty + 1);
    const sending = slow.map(async (upload) => {
      while (!upload.ended) {
        await upload.bring(1);
        await vi.advanceTimersByTimeAsync(0);
        await new Promise((resolve) => setTimeout(resolve, idleMs / 4));
      }
    });
    const honest = begin(store, { client: '4' });
    const waits: number[] = [];
    const sent = (async () => {
      for (let piece = 0; piece < 10; piece += 1) {
        const startedAt = performance.now();
        await honest.bring(plenty);
        waits.push(performance.now() - startedAt);
      }
    })();
    await vi.advanceTimersByTimeAsync(4 * idleMs);
    await sent;
    for (const upload of slow) upload.end();
    await vi.advanceTimersByTimeAsync(idleMs);
    await Promise.all(sending);
    // Each of the others has had its turn.
    expect(waits[0]).toBeLessThanOrEqual(3 * 1.5 * idleMs);
    expect(Math.max(...waits.slice(1))).toBe(0);
  });

  it('a file does not wait for the complete files of other clients', async () => {
    store.change(plenty + 1, sharer);
    store.changeComplete(plenty + 1, sharer);
    const [same, other] = [begin(store, { isFile: true }), begin(store, { isFile: true, client: 'other' })];
    for (const upload of [same, other]) void upload.bring(1);
    await settle();
    expect([same.taken, other.taken]).toEqual([0, 1]);
    store.changeComplete(4 * plenty, sharer);
    void other.bring(1);
    await settle();
    expect([same.taken, other.taken]).toEqual([0, 1]);
  });
});

it('uploads of one client wait for each other long before the store is full, and no one else does', async () => {
  const [oldest, ...others] = Array.from({ length: 3 }, () => begin(store, { isSmall: true }));
  await oldest?.bring(3 * plenty + 1);
  for (const upload of others) void upload.bring(1);
  const stranger = begin(store, { isSmall: true, client: 'other' });
  await Promise.all([oldest?.bring(1), stranger.bring(1)]);
  expect([oldest, ...others, stranger].map((upload) => upload?.taken)).toEqual([3 * plenty + 2, 0, 0, 1]);
  oldest?.finish();
  await settle();
  expect(others.map(({ taken }) => taken)).toEqual([1, 1]);
});

describe('when the store is full', () => {
  it('small uploads wait too, and idle ones are aborted until there is room', async () => {
    const idle = ['1', '2', '3', '4', '5'].map((client) => begin(store, { isSmall: true, client }));
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
