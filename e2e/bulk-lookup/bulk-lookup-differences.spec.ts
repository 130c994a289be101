import { findViolations } from '../support/axe.ts';
import { dialog, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  csv,
  makeReady,
  openConfirmation,
  plainRow,
  results,
  startRun,
  waitUntilCompleted,
} from './bulk-lookup.page.ts';

/** The second row has an end date that no sample device has. */
const file = csv({
  count: 4,
  row: (at) => (at === 2 ? [...plainRow(at).slice(0, 3), '2011-03-31', 'old date'] : plainRow(at)),
});

test('rows that differ from the file are counted, listed, and marked in the drawer', async ({ page }) => {
  await startRun(page, file, 'differences.csv');
  await waitUntilCompleted(page);
  await expect(page.getByRole('button', { name: 'Differs from file 1' })).toBeVisible();
  await page.getByRole('tab', { name: /^Changes/ }).click();
  await expect(page.getByText('1 row differs from your file')).toBeVisible();
  expect(await findViolations(page, 'all')).toEqual([]);

  await press(page, 'Show these rows');
  await expect(page).toHaveURL(/filter=differs/);
  await expect(results(page).locator('a[data-row]')).toHaveCount(1);
  await results(page).locator('a[data-row="2"]').click();
  await expect(dialog(page)).toContainText(/2011-03-31\s*Dell says \d/);
  await expect(dialog(page)).toContainText('All Warranty Entitlements');
  // It has its name as soon as it can be focused, because its content is too high.
  await expect(dialog(page).getByRole('region', { name: 'SMP0002' })).toBeVisible();
  expect(await findViolations(page, 'all')).toEqual([]);
});

test('the confirmation announces the vendor’s column', async ({ page }) => {
  await makeReady(page, file, 'differences.csv');
  await openConfirmation(page);
  await expect(dialog(page)).toContainText('Warranty End Date (vendor)');
});
