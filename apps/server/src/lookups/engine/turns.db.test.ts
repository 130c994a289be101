import { expect, it } from 'vitest';
import { type BulkUser, dellFile, startBulkFixture } from '../../../test/bulk.ts';

const scene = await startBulkFixture({ DELL_CALLS_PER_SECOND: '10' });

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

it('a run has every second call while eight sessions of another address have runs', {
  timeout: 60_000,
}, async () => {
  const crowd = await Promise.all(Array.from({ length: 8 }, () => scene.startBulkUser('192.0.2.1')));
  const begin = async (user: BulkUser, at: number) => {
    const { id } = await user.create();
    await user.upload(id, dellFile(1500, 100_000 + at * 2000));
    return { user, id };
  };
  const runs = await Promise.all([...crowd, ...crowd].map(begin));
  const rowsDone = async () => {
    const all = await Promise.all(runs.map(async ({ user, id }) => (await user.progress(id)).current));
    return all.reduce((sum, rows) => sum + rows);
  };
  await expect.poll(rowsDone, { timeout: 20_000 }).toBeGreaterThan(1000);
  const before = await rowsDone();
  const newcomer = await scene.startBulkUser('192.0.2.2');
  expect((await newcomer.run(dellFile(800, 700_000))).status).toBe('completed');
  // Eight chunks of the other address in turn, and those in progress. By owner, it would be more than fifty.
  expect((await rowsDone()) - before).toBeLessThan(3500);
  for (const { user, id } of runs) await user.send('POST', `/api/bulk-runs/${id}/cancel`);
});
