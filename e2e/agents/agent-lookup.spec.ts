import { readFile } from 'node:fs/promises';
import { press } from '../support/controls.ts';
import { expect } from '../support/fixtures.ts';
import { withOwnServer } from '../support/own-server.ts';
import { discoveriesPath, makeSecret, sendScan } from './agents.page.ts';

const count = 2000;
const allKnown = 'The warranties of all devices with a serial number are known';
const devices = Array.from({ length: count }, (_, index) => ({
  ip: `10.90.${Math.floor(index / 250)}.${(index % 250) + 1}`,
  manufacturer: 'Dell Inc.',
  serial: `B${String(index).padStart(6, '0')}`,
}));

const test = withOwnServer('scan_lookup', { DELL_CALLS_PER_SECOND: '10' });

test.describe('the lookup of a large scan', () => {
  test('goes on when the tab is closed right after the click', async ({ context, page, own }) => {
    const id = await sendScan(page, await makeSecret(page), { devices });
    await page.goto(`${discoveriesPath}?session=${id}`);
    const started = page.waitForResponse((reply) => reply.status() === 202);
    await press(page, 'Look up all warranties');
    await started;
    await page.close();

    const later = await context.newPage();
    const progress = async () => {
      const { lookup } = await (await later.request.get(`/api/agent/discoveries/${id}/lookup`)).json();
      return [lookup?.status, lookup?.done];
    };
    expect((await progress())[0]).toBe('processing');
    await expect.poll(progress, { timeout: 20_000 }).toEqual(['done', count]);
    await later.goto(`${discoveriesPath}?session=${id}`);
    const lookUpAll = later.getByRole('button', { name: 'Look up all warranties' });
    await expect(lookUpAll).toHaveAccessibleDescription(allKnown);
    await expect(lookUpAll).toBeDisabled();
    const [download] = await Promise.all([later.waitForEvent('download'), press(later, 'Export CSV')]);
    const [header = '', ...rows] = (await readFile(await download.path(), 'utf8')).trim().split('\r\n');
    const column = header.split(',').indexOf('Warranty Status');
    expect(rows).toHaveLength(count);
    expect(rows.filter((row) => !row.split(',')[column])).toEqual([]);
    expect((await own.simulator.counts('short')).calls.assetEntitlements).toBe(count / 100);
  });
});
