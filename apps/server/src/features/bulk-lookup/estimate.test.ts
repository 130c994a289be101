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
  it('is that of the rows at the speed of the last twenty seconds', async () =>
    expect(await estimate({})).toBe(63));

  it('is not shorter than the calls that are allowed', async () =>
    expect(await estimate({ recentRows: 40_000, earlierRows: 40_000 })).toBe(50));

  it('is that of the slowest vendor', async () => {
    const slow = { ...steady, vendor: 'HP', recentRows: 800, earlierRows: 800 };
    expect(await estimateSecondsLeft([steady, slow], 20, async () => 10)).toBe(625);
  });

  it.each([
    ['before the run was watched for twenty seconds', {}, 7],
    ['while cached answers are being handed out', { openCachedChunks: 3 }, 60],
    ['while the speed falls', { recentRows: 3000 }, 60],
    ['while it rises', { earlierRows: 3000 }, 60],
    ['while nothing gets done', { recentRows: 0 }, 60],
    ['when all is done', { openChunks: 0 }, 60],
  ])('is not told %s', async (_, over, watched) => expect(await estimate(over, { watched })).toBeNull());
});
