import { describe, expect, it } from 'vitest';
import { estimateSecondsLeft, type VendorThroughput } from './estimate.ts';

const steady: VendorThroughput = {
  vendor: 'Dell',
  openChunks: 500,
  openCachedChunks: 0,
  openRows: 50_000,
  recentRows: 8000,
  earlierRows: 8000,
};
const estimate = (
  over: Partial<VendorThroughput>,
  { watched = 20, calls = 10 }: { watched?: number; calls?: number } = {},
) => estimateSecondsLeft([{ ...steady, ...over }], watched, async () => calls);

describe('the time left', () => {
  it('is based on the throughput of the last twenty seconds', async () =>
    expect(await estimate({})).toBe(63));

  it('is no shorter than the rate limit allows', async () =>
    expect(await estimate({ recentRows: 40_000, earlierRows: 40_000 })).toBe(50));

  it('is that of the slowest vendor', async () => {
    const slow = { ...steady, vendor: 'HP', recentRows: 800, earlierRows: 800 };
    expect(await estimateSecondsLeft([steady, slow], 20, async () => 10)).toBe(625);
  });

  it.each([
    ['during the first twenty seconds of observation', {}, 7],
    ['while cached chunks are being processed', { openCachedChunks: 3 }, 60],
    ['while the speed falls', { recentRows: 3000 }, 60],
    ['while the speed rises', { earlierRows: 3000 }, 60],
    ['while there is no progress', { recentRows: 0 }, 60],
    ['when all chunks are done', { openChunks: 0 }, 60],
  ])('is unknown %s', async (_, over, watched) => expect(await estimate(over, { watched })).toBeNull());
});
