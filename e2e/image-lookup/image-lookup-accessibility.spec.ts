import type { Page } from '@playwright/test';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  camera,
  choose,
  expectResult,
  extractCall,
  path,
  photo,
  picture,
  warranty,
} from './image-lookup.page.ts';

const states: Record<string, (page: Page) => Promise<void>> = {
  'without a photo': (page) => expect(page.getByText('No Photo Yet')).toBeVisible(),
  'with a rejected file': async (page) => {
    await choose(page, { name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('no photo') });
    await expect(page.getByText(/^Invalid file type/).first()).toBeVisible();
  },
  'while a photo is read': async (page) => {
    await page.route(extractCall, () => undefined);
    await choose(page, photo('dell-text.webp'));
    await expect(page.getByRole('progressbar', { name: 'Uploading the photo' })).toBeVisible();
  },
  'with a result': async (page) => {
    await choose(page, picture('ACTV123'));
    await expectResult(page, 'ACTV123');
    await page.getByText('Full text').click();
  },
  'with another vendor’s device': async (page) => {
    await choose(page, photo('lenovo-barcode.webp'));
    await expect(warranty(page).getByText(/^Image lookup does not support Lenovo/)).toBeVisible();
  },
  'with suggestions': async (page) => {
    await choose(page, picture('ACTV123', 'EXPR010'));
    await expect(page.getByRole('list', { name: 'Please check' })).toBeVisible();
  },
  'without a camera': async (page) => {
    await press(page, 'Take Photo');
    await expect(camera(page).getByText('No camera found')).toBeVisible();
  },
  'with a list of devices': async (page) => {
    await page.getByRole('tab', { name: 'Many devices' }).click();
    for (const text of ['7XK2P93', '5TQ8R14', 'hello']) {
      await page.getByLabel('Scan or type a serial number').fill(text);
      await page.keyboard.press('Enter');
    }
    await expect(page.getByText('Scanned')).toBeVisible();
  },
};

test.describe('image lookup', () => {
  for (const [title, reach] of Object.entries(states)) {
    test(`is accessible ${title}`, async ({ page, expectAccessibleEverywhere }) => {
      await page.goto(path);
      await reach(page);
      await expectAccessibleEverywhere(page, title);
    });
  }
});
