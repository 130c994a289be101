import type { Locator, Page } from '@playwright/test';
import { chromiumWithCamera } from '../../harness/browser.ts';
import { chooseOption, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  blank,
  cameraArgs,
  countUploads,
  film,
  path,
  photo,
  picture,
  png,
  reopenStoppedCamera,
} from './image-lookup.page.ts';

const scenes = film('many-labels', [['ACTV123'], ['EXPR010']]);
test.use({ launchOptions: chromiumWithCamera(cameraArgs(scenes)) });

const field = (page: Page): Locator => page.getByLabel('Scan or type a serial number');
const scanned = (page: Page): Locator => page.getByRole('region', { name: /^Scanned/ }).getByRole('listitem');

async function openMany(page: Page): Promise<void> {
  await page.goto(path);
  await page.getByRole('tab', { name: 'Many devices' }).click();
}

/** Types like a handheld scanner: the characters, then Enter, regardless of the focus. */
async function scan(page: Page, text: string): Promise<void> {
  await page.keyboard.type(text);
  await page.keyboard.press('Enter');
}

test.describe('many devices', () => {
  test('are collected from the camera, each once, and passed to the bulk lookup', async ({
    page,
    context,
  }) => {
    await context.grantPermissions(['camera']);
    const uploads = countUploads(page);
    await reopenStoppedCamera(page);
    await openMany(page);
    await press(page, 'Scan with the camera');
    await expect(scanned(page)).toHaveCount(2);
    await expect(scanned(page).filter({ hasText: 'ACTV123' })).toHaveCount(1);
    await expect(scanned(page).filter({ hasText: 'EXPR010' })).toHaveCount(1);
    await page.getByRole('link', { name: 'Look up 2 devices' }).click();
    await expect(page).toHaveURL('/bulk-lookup?tab=list');
    await expect(page.getByLabel('Serial numbers')).toHaveValue(/^\w{7}\n\w{7}$/);
    const table = page.getByRole('table', { name: 'Results of the list' });
    await expect(table.getByRole('row')).toHaveCount(3);
    await expect(table.getByText('Active')).toBeVisible();
    expect(uploads.made).toBe(0);
  });

  test('are added to the same list by a handheld scanner, in every code format', async ({ page }) => {
    await openMany(page);
    await expect(page.getByRole('tab', { name: 'Many devices' })).toBeFocused();
    await scan(page, '7XK2P93');
    await scan(page, 'https://www.dell.com/support/home/servicetag/5TQ8R14');
    // The express service code of 5RFDP01.
    await scan(page, '12542331601');
    await expect(scanned(page)).toHaveText([/^5RFDP01/, /^5TQ8R14/, /^7XK2P93/]);
    await scan(page, '7xk2p93');
    await expect(page.getByText('7XK2P93 is already in the list.')).toBeVisible();
    await scan(page, 'hello');
    await expect(page.getByText("'hello' is not a serial number or service tag.")).toBeVisible();
    await expect(field(page)).toBeFocused();
    await expect(scanned(page)).toHaveCount(3);
  });

  test('are read from several photos, and those without a serial number are named', async ({ page }) => {
    await openMany(page);
    await page
      .getByLabel('Photos of labels')
      .setInputFiles([
        { ...picture('ACTV123'), name: 'one.png' },
        png(blank(640, 480), 'nothing.png'),
        { ...picture('EXPR010'), name: 'two.png' },
      ]);
    await expect(scanned(page)).toHaveText([/^EXPR010/, /^ACTV123/]);
    const unread = page.getByText('1 photo could not be read');
    await expect(unread).toBeVisible();
    await expect(page.getByText('nothing.png: No Identifiers Found')).toBeVisible();
    await press(page, 'Try again');
    await expect(unread).toBeVisible();
    await expect(scanned(page)).toHaveCount(2);
  });

  test('keep the manufacturer that the photo shows, and it can be changed', async ({ page }) => {
    await openMany(page);
    await page.getByLabel('Photos of labels').setInputFiles([photo('lenovo-barcode.webp')]);
    await expect(scanned(page)).toHaveText([/^R91JRB4FLenovo/]);
    await expect(scanned(page).getByText(/^Verified, \d\d%$/)).toBeVisible();
    await expect(scanned(page).getByRole('img', { name: 'The label of R91JRB4F' })).toBeVisible();
    await press(page, 'Edit R91JRB4F');
    await chooseOption(page, 'Manufacturer', 'HP');
    await page.getByRole('textbox', { name: 'Model' }).fill('EliteBook 840');
    await press(page, 'Save');
    await expect(scanned(page)).toHaveText([/^R91JRB4FHP EliteBook 840/]);
    const asked = page.waitForRequest('**/api/warranty/bulk');
    await page.getByRole('link', { name: 'Look up 1 device' }).click();
    expect((await asked).postDataJSON()).toEqual({
      items: [{ serialNumber: 'R91JRB4F', manufacturer: 'HP', model: 'EliteBook 840' }],
    });
    await expect(page.getByRole('table', { name: 'Results of the list' })).toContainText('HP');
  });

  test('survive a reload with their tab, and can be removed', async ({ page }) => {
    await openMany(page);
    await field(page).focus();
    for (const tag of ['7XK2P93', '5TQ8R14']) await scan(page, tag);
    await page.reload();
    await expect(page).toHaveURL(/\/image-lookup\?tab=many$/);
    await expect(scanned(page)).toHaveText([/^5TQ8R14/, /^7XK2P93/]);
    await press(page, 'Remove 7XK2P93');
    await expect(scanned(page)).toHaveText([/^5TQ8R14/]);
    await press(page, 'Clear list');
    await expect(page.getByText('No Devices Yet')).toBeVisible();
    await page.reload();
    await expect(page.getByText('No Devices Yet')).toBeVisible();
  });
});
