import type { Page } from '@playwright/test';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  another,
  blank,
  choose,
  countUploads,
  expectJpeg,
  expectResult,
  extractCall,
  extracted,
  lookupCall,
  nextUpload,
  path,
  photo,
  picture,
  png,
  serial,
  warranty,
} from './image-lookup.page.ts';

const pageWords = 'Back to Home|Image Warranty Lookup|How it works|Browse Files|Take Photo'.split('|');

/** Records every value of the progress bar. */
async function watchBar(page: Page): Promise<() => Promise<number[]>> {
  await page.evaluate(() => {
    const seen: number[] = [];
    Object.assign(globalThis, { seen });
    const note = () => {
      const value = Number(document.querySelector('[role=progressbar]')?.getAttribute('aria-valuenow'));
      if (value && seen.at(-1) !== value) seen.push(value);
    };
    new MutationObserver(note).observe(document.body, { subtree: true, childList: true, attributes: true });
  });
  return () => page.evaluate(() => (globalThis as unknown as { seen: number[] }).seen);
}

test.describe('the image lookup page', () => {
  test('explains what it accepts and how it works', async ({ page, expectSentence }) => {
    await page.goto(path);
    const main = page.getByRole('main');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Image Warranty Lookup');
    await expectSentence(main, pageWords);
    await expect(main.locator('s')).toHaveText([/^Lenovo/, /^HP/]);
    await main.getByRole('link', { name: 'Back to Home' }).click();
    await expect(page).toHaveURL('/');
    await page.getByRole('link', { name: /^Try It/ }).click();
    await expect(page).toHaveURL(path);
  });

  test('offers labels of the sample data, which are processed like any photo', async ({ page }) => {
    const uploads = countUploads(page);
    await page.goto(path);
    for (const tag of ['ACTV123', 'EXPR010'] as const) {
      await press(page, new RegExp(`^Try the label of ${tag}`));
      await expectResult(page, tag);
      await press(page, another);
    }
    expect(uploads.made).toBe(0);
  });

  test("offers no sample if Dell's real API is used", async ({ page, browserErrors }) => {
    await page.goto(`${process.env.E2E_PLAIN_URL ?? ''}${path}`);
    await expect(page.getByText('No Photo Yet')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Try / })).toHaveCount(0);
    browserErrors.length = 0;
  });
});

test.describe('a photo with a barcode', () => {
  test('is read in the browser and never uploaded', async ({ page, expectSentence }) => {
    const uploads = countUploads(page);
    await page.goto(path);
    const asked = page.waitForRequest(lookupCall);
    await choose(page, picture('ACTV123'));
    expect((await asked).postDataJSON()).toEqual({ serialNumber: 'ACTV123', manufacturer: 'Dell' });
    await expectResult(page, 'ACTV123');
    await expectSentence(page, ['Extracted Information', 'Warranty Information', another]);
    await expect(extracted(page).getByText('Verified, 99%')).toBeVisible();
    await expect(extracted(page).getByRole('img', { name: 'Photo label.png' })).toBeVisible();
    for (const fact of ['Start Date', 'End Date', 'Service Level', 'Provider', 'Days Remaining'])
      await expect(warranty(page).getByText(fact, { exact: true })).toBeVisible();
    await expect(warranty(page).getByText('Sample data')).toBeVisible();
    expect(uploads.made).toBe(0);
    await press(page, another);
    await expect(page.getByText('No Photo Yet')).toBeVisible();
    await expect(extracted(page)).toHaveCount(0);
  });

  test('shows a new answer on a phone, above the form that asked for it', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 600 });
    await page.goto(path);
    await choose(page, picture('ACTV123'));
    await expectResult(page, 'ACTV123');
    await serial(page).fill('EXPR010');
    await press(page, 'Look up again');
    await expect(warranty(page)).toContainText('EXPR010');
    await expect(warranty(page).getByRole('heading', { name: 'Warranty Information' })).toBeInViewport();
  });

  test('of a real label identifies a device that is not in the sample data', async ({
    page,
    expectSentence,
  }) => {
    const uploads = countUploads(page);
    await page.goto(path);
    await choose(page, photo('dell-qr.webp'));
    await expectSentence(page, 'Warranty Lookup Failed');
    await expectSentence(warranty(page), 'No warranty information found for this device');
    await expect(serial(page)).toHaveValue('47XHWJ3');
    await expect(warranty(page).getByText(/Add Dell credentials to look up 47XHWJ3/)).toBeVisible();
    expect(uploads.made).toBe(0);
  });

  test('of another vendor is not looked up, and links to the individual lookup', async ({
    page,
    expectSentence,
  }) => {
    await page.goto(path);
    await choose(page, photo('lenovo-barcode.webp'));
    await expectSentence(warranty(page), 'Image lookup does not support Lenovo devices');
    await warranty(page).getByRole('link', { name: 'Individual Lookup' }).click();
    await expect(page).toHaveURL('/individual-lookup?q=R91JRB4F&manufacturer=Lenovo');
    await expect(page.getByRole('textbox', { name: 'Model Number' })).toHaveValue('R91JRB4F');
    await expect(page.getByRole('combobox', { name: 'Manufacturer' })).toHaveText('Lenovo');
  });
});

test.describe('a photo without a barcode', () => {
  test('is read by the server, and the part that was read is shown next to the text', async ({ page }) => {
    await page.goto(path);
    const upload = await nextUpload(page);
    await choose(page, photo('dell-text.webp'));
    await expectJpeg(upload);
    await expect(serial(page)).toHaveValue('7PF59B1');
    await expect(
      extracted(page).getByRole('img', { name: 'The part of the photo containing the serial number' }),
    ).toBeVisible();
    await expect(extracted(page).getByText(/^Verified/)).toBeVisible();
    await expect(warranty(page).getByText(/look up 7PF59B1/)).toBeVisible();
  });

  test('is shrunk to at most 1024 by 1024, and the progress bar goes from 25 to 50 to 100', async ({
    page,
  }) => {
    await page.goto(path);
    const values = await watchBar(page);
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const upload = await nextUpload(page, released);
    await choose(page, png(blank(2400, 1800)));
    const size = await page.evaluate(
      async (image) => {
        const bytes = Uint8Array.from(atob(image), (character) => character.charCodeAt(0));
        const { width, height } = await createImageBitmap(new Blob([bytes]));
        return { width, height };
      },
      (await upload.body).photo.toString('base64'),
    );
    expect(size).toEqual({ width: 1024, height: 768 });
    release();
    await expect(page.getByRole('progressbar', { name: 'Done' })).toHaveAttribute('aria-valuenow', '100');
    const shown = await values();
    expect(shown).toEqual(shown.toSorted((a, b) => a - b));
    expect(shown).toEqual(expect.arrayContaining([25, 50, 90, 100]));
  });

  test('in which nothing is found is reported, and the number can be entered manually', async ({
    page,
    expectSentence,
  }) => {
    await page.goto(path);
    await choose(page, photo('no-serial.webp'));
    await expectSentence(page, 'No Identifiers Found');
    await expectSentence(page, 'Could not find model number or serial number for warranty lookup');
    await press(page, 'Look up');
    await expect(page.getByText('Enter a serial number or service tag.')).toBeVisible();
    await expect(serial(page)).toBeFocused();
    await serial(page).fill('expr010');
    await serial(page).press('Enter');
    await expectResult(page, 'EXPR010');
  });

  test('can be canceled while it is read', async ({ page }) => {
    await page.goto(path);
    await page.route(extractCall, () => undefined);
    await choose(page, photo('dell-text.webp'));
    await expect(page.getByRole('progressbar', { name: 'Uploading the photo' })).toBeVisible();
    await press(page, 'Cancel');
    await expect(page.getByText('No Photo Yet')).toBeVisible();
  });
});

test.describe('a recognized label', () => {
  test('with two devices suggests both for review', async ({ page, expectSentence }) => {
    await page.goto(path);
    await choose(page, picture('ACTV123', 'EXPR010'));
    await expectSentence(extracted(page), 'No Identifiers Found');
    const offered = page.getByRole('list', { name: 'Please check' }).getByRole('button');
    await expect(offered).toHaveCount(2);
    const asked = page.waitForRequest(lookupCall);
    await press(page, 'Please check: EXPR010');
    expect((await asked).postDataJSON()).toEqual({ serialNumber: 'EXPR010', manufacturer: 'Dell' });
    await expectResult(page, 'EXPR010');
  });

  test('can be corrected and looked up again', async ({ page }) => {
    await page.goto(path);
    await choose(page, picture('ACTV123'));
    await expectResult(page, 'ACTV123');
    await page.getByRole('tab', { name: 'Many devices' }).click();
    await page.getByRole('tab', { name: 'One device' }).click();
    await expectResult(page, 'ACTV123');
    const verified = extracted(page).getByText('Verified, 99%', { exact: true });
    await serial(page).fill('EXPR010');
    await expect(extracted(page).getByText('Entered by you', { exact: true })).toBeVisible();
    await expect(verified).toHaveCount(0);
    await press(page, 'Look up again');
    await expectResult(page, 'EXPR010');
    await expect(verified).toHaveCount(0);
    await expect(extracted(page)).toContainText('On the photo: ACTV123 (verified, 99%)');
    await serial(page).fill(' actv123');
    await expect(verified).toBeVisible();
    await warranty(page).getByRole('link', { name: 'All entitlements' }).click();
    await expect(page).toHaveURL('/individual-lookup?q=EXPR010&manufacturer=Dell');
    await expect(page.locator('h2#result')).toHaveText('Dell EXPR010');
  });

  test('that Dell does not know shows the specified error', async ({ page, expectSentence }) => {
    await page.goto(path);
    await choose(page, picture('ACTV123'));
    await expectResult(page, 'ACTV123');
    await serial(page).fill('UNKN404');
    await press(page, 'Look up again');
    await expectSentence(page, 'Warranty Lookup Failed');
    await expectSentence(page, 'No warranty information found');
    await expectSentence(warranty(page), 'No warranty information found for this device');
  });
});

test.describe('a photo can be provided', () => {
  for (const kind of ['paste', 'drop'] as const) {
    test(`by ${kind}`, async ({ page }) => {
      await page.goto(path);
      await expect(page.getByText('No Photo Yet')).toBeVisible();
      await page.evaluate(
        ([type, base64]) => {
          const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
          const data = new DataTransfer();
          data.items.add(new File([bytes], 'label.png', { type: 'image/png' }));
          const event =
            type === 'paste'
              ? new ClipboardEvent('paste', { clipboardData: data, bubbles: true })
              : new DragEvent('drop', { dataTransfer: data, bubbles: true });
          const zone = document.querySelector('input[type=file]')?.parentElement;
          (type === 'paste' ? document.body : zone)?.dispatchEvent(event);
        },
        [kind, picture('ACTV123').buffer.toString('base64')] as const,
      );
      await expectResult(page, 'ACTV123');
    });
  }

  test('by keyboard alone, and the focus is never lost', async ({ page }) => {
    // Wait for the event early: on a busy machine the dialog may open before Playwright has subscribed to it.
    const dialog = page.waitForEvent('filechooser');
    await page.goto(path);
    const button = page.getByRole('button', { name: 'Browse Files' });
    await button.focus();
    await expect(button).toBeFocused();
    await page.keyboard.press('Enter');
    await (await dialog).setFiles(picture('ACTV123'));
    await expectResult(page, 'ACTV123');
    expect(await page.evaluate(() => document.activeElement === document.body)).toBe(false);
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name: another })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByText('No Photo Yet')).toBeVisible();
    await page.keyboard.press('Tab');
    await expect(button).toBeFocused();
  });
});
