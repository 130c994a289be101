import { afterAll, beforeAll, expect, it } from 'vitest';
import { type BulkFixture, dellFile, startBulkFixture } from '../../../test/bulk.ts';

let scene: BulkFixture;
beforeAll(async () => {
  scene = await startBulkFixture({ DELL_CALLS_PER_SECOND: '10' });
});
afterAll(() => scene.close());

it('a small run does not wait for the chunks of another owner’s large runs', {
  timeout: 60_000,
}, async () => {
  const [large, small] = [await scene.startBulkUser(), await scene.startBulkUser()];
  const runs = [await large.create(), await large.create(), await large.create()];
  for (const [at, { id }] of runs.entries()) await large.upload(id, dellFile(4000, at * 10_000));
  await expect
    .poll(async () => (await large.progress(runs[2]?.id ?? '')).status, { timeout: 20_000 })
    .toBe('processing');
  await expect
    .poll(async () => (await large.progress(runs[0]?.id ?? '')).current, { timeout: 20_000 })
    .toBeGreaterThan(0);
  const { status } = await small.run(dellFile(100, 500_000));
  expect(status).toBe('completed');
  const done = await Promise.all(runs.map(async ({ id }) => (await large.progress(id)).current));
  expect(done.reduce((sum, rows) => sum + rows)).toBeLessThan(6000);
  for (const { id } of runs) await large.send('POST', `/api/bulk-runs/${id}/cancel`);
});
