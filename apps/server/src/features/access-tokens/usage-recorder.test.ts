import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { silent } from '../../../test/fixtures.ts';
import type { Identity } from '../../platform/ownership/caller.ts';
import { toOwnerId } from '../../platform/ownership/owner-id.ts';
import type { TokenUse } from './access-tokens.store.ts';
import { createUsageRecorder } from './usage-recorder.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const holder = (tokenId: string): Identity => ({
  owner: toOwnerId(`owner of ${tokenId}`),
  actor: { kind: 'token', id: tokenId },
});

function startUsage() {
  const writes: { at: number; uses: TokenUse[] }[] = [];
  const usage = createUsageRecorder({
    addUses: async (uses) => void writes.push({ at: Date.now(), uses }),
    touchOwners: async () => undefined,
    everySeconds: 60,
    log: silent,
  });
  return { usage, writes };
}

describe('the usage of a busy access token', () => {
  it('is written completely, once a minute, and not at all while there are no requests', async () => {
    const { usage, writes } = startUsage();
    for (let second = 0; second < 600; second += 1) {
      usage.note(holder('busy'));
      await vi.advanceTimersByTimeAsync(1000);
    }
    const gaps = writes.slice(1).map(({ at }, turn) => at - (writes[turn]?.at ?? 0));
    expect(writes.length).toBeGreaterThanOrEqual(9);
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(60_000);
    await usage.flush();
    const counted = writes.flatMap(({ uses }) => uses).reduce((sum, { count }) => sum + count, 0);
    expect(counted).toBe(600);
    const before = writes.length;
    await vi.advanceTimersByTimeAsync(600_000);
    expect(writes).toHaveLength(before);
  });

  it('is written in batches of a thousand tokens', async () => {
    const { usage, writes } = startUsage();
    for (let token = 0; token < 2500; token += 1) usage.note(holder(String(token)));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(writes.map(({ uses }) => uses.length)).toEqual([1000, 1000, 500]);
    expect(new Set(writes.flatMap(({ uses }) => uses.map(({ tokenId }) => tokenId))).size).toBe(2500);
  });
});
