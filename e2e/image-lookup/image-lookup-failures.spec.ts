import type { Page, Route } from '@playwright/test';
import { dropFiles, press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  blank,
  camera,
  choose,
  countUploads,
  expectResult,
  extractCall,
  lookupCall,
  path,
  photo,
  picture,
  png,
  warranty,
} from './image-lookup.page.ts';

const tooLarge = 'File too large. Maximum size is 10MB';
const wrongType = 'Invalid file type. Please upload JPEG, PNG, or WebP images';
const broken = 'Failed to process image. Please try again';
const jpeg = (bytes: Buffer, name = 'label.jpg') => ({ name, mimeType: 'image/jpeg', buffer: bytes });
const beginning = Buffer.from([0xff, 0xd8, 0xff, 0xe0]);

const refused = [
  [
    'of an unsupported type',
    { name: 'label.gif', mimeType: 'image/gif', buffer: Buffer.from('GIF89a') },
    wrongType,
  ],
  ['that is a JPEG in name only', jpeg(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>')), wrongType],
  ['of 10 MB plus one byte', jpeg(Buffer.concat([beginning, Buffer.alloc(10 * 1024 * 1024 - 3)])), tooLarge],
  ['that is truncated', jpeg(Buffer.concat([beginning, Buffer.alloc(2000)])), broken],
] as const;

test.describe('a file', () => {
  for (const [title, file, sentence] of refused) {
    test(`${title} is rejected before anything is sent`, async ({ page, expectSentence }) => {
      const uploads = countUploads(page);
      await page.goto(path);
      await choose(page, { ...file });
      await expectSentence(page, sentence);
      await choose(page, picture('ACTV123'));
      await expectResult(page, 'ACTV123');
      expect(uploads.made).toBe(0);
    });
  }

  test('is rejected if it is dropped together with another', async ({ page }) => {
    await page.goto(path);
    await expect(page.getByText('No Photo Yet')).toBeVisible();
    const files = ['a.png', 'b.png'].map((name) => ({ name, type: 'image/png' }));
    await dropFiles(page.locator('input[type=file]').first().locator('..'), ...files);
    await expect(page.getByText('Drop one photo at a time.')).toBeVisible();
  });

  test('that cannot be compressed is not sent', async ({ page, expectSentence }) => {
    const uploads = countUploads(page);
    await page.goto(path);
    await page.evaluate(() => {
      HTMLCanvasElement.prototype.toBlob = (take) => take(null);
    });
    await choose(page, photo('dell-text.webp'));
    await expectSentence(page, 'Processing Failed');
    await expectSentence(page, 'Failed to compress image. Please try again');
    expect(uploads.made).toBe(0);
  });
});

const answers = [
  ['has no connection', (route: Route) => route.abort(), 'File upload failed. Please try again', true],
  [
    'gets a reply from a proxy',
    (route: Route) => route.fulfill({ status: 502, body: '<html>' }),
    'Failed to extract asset tag data',
    true,
  ],
  [
    'finds the readers busy',
    (route: Route) =>
      route.fulfill({
        status: 503,
        json: {
          error: 'The server is busy reading other photos. Try again in 4 seconds.',
          code: 'reader_busy',
        },
      }),
    'The server is busy reading other photos. Try again in 4 seconds.',
    true,
  ],
  [
    'is rejected',
    (route: Route) => route.fulfill({ status: 422, json: { error: broken, code: 'image_refused' } }),
    broken,
    false,
  ],
] as const;

test.describe('an upload that', () => {
  for (const [title, answer, sentence, isRetryable] of answers) {
    test(`${title} shows an error`, async ({ page, expectSentence }) => {
      await page.goto(path);
      await page.route(extractCall, answer);
      await choose(page, png(blank(600, 400), 'shelf.png'));
      await expectSentence(page, 'Processing Failed');
      await expectSentence(page, sentence);
      const again = page.getByRole('button', { name: 'Try shelf.png again' });
      await expect(again).toHaveCount(isRetryable ? 1 : 0);
      if (!isRetryable) return;
      await page.unroute(extractCall);
      const sent = page.waitForRequest(extractCall);
      await again.click();
      await sent;
    });
  }
});

test('a lookup without a connection shows an error, and can be retried', async ({ page, expectSentence }) => {
  await page.goto(path);
  await page.route(lookupCall, (route) => route.abort());
  await choose(page, picture('ACTV123'));
  await expectSentence(page, 'Warranty Lookup Failed');
  await expectSentence(page, 'No warranty information found');
  await expectSentence(warranty(page), 'No warranty information found for this device');
  await page.unroute(lookupCall);
  await press(page, 'Look up again');
  await expectResult(page, 'ACTV123');
});

test.describe('the camera', () => {
  const openCamera = async (page: Page) => {
    await page.goto(path);
    await press(page, 'Take Photo');
  };

  test('that is missing is reported, and a photo can be chosen instead', async ({ page }) => {
    const dialog = page.waitForEvent('filechooser');
    await openCamera(page);
    await expect(camera(page).getByText('No camera found')).toBeVisible();
    await camera(page).getByText('Choose a photo', { exact: true }).click();
    await (await dialog).setFiles(picture('ACTV123'));
    await expectResult(page, 'ACTV123');
  });

  test('is unavailable to an insecure page, and this is reported', async ({ page }) => {
    // Browsers do not expose `mediaDevices` over http.
    await page.addInitScript(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
    await openCamera(page);
    await expect(camera(page).getByText('The camera needs a secure connection')).toBeVisible();
    await press(page, 'Close camera');
    await expect(page.getByRole('button', { name: 'Browse Files' })).toBeVisible();
  });
});
