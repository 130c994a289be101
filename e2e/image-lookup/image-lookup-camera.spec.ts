import { chromiumWithCamera } from '../../harness/browser.ts';
import { press } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  camera,
  cameraArgs,
  countUploads,
  expectJpeg,
  expectResult,
  film,
  nextUpload,
  path,
  reopenStoppedCamera,
} from './image-lookup.page.ts';

test.use({ launchOptions: chromiumWithCamera(cameraArgs(film('one-label', [['ACTV123']]))) });

test.describe('the live camera', () => {
  test.beforeEach(({ page }) => reopenStoppedCamera(page));

  test('reads the QR code of a Dell label, and sends only the tag', async ({ page, context }) => {
    await context.grantPermissions(['camera']);
    const uploads = countUploads(page);
    await page.goto(path);
    await press(page, 'Take Photo');
    await expectResult(page, 'ACTV123');
    await expect(page.getByRole('img', { name: 'Photo Camera photo' })).toBeVisible();
    await expect(camera(page)).toHaveCount(0);
    expect(uploads.made).toBe(0);
  });

  test('takes a photo for the server to read', async ({ page, context, expectAccessible }) => {
    await context.grantPermissions(['camera']);
    // Simulates a browser that cannot run the barcode reader.
    await page.route('**/*.wasm', (route) => route.abort());
    await page.goto(path);
    await press(page, 'Take Photo');
    await expect(camera(page).getByText(/^Hold the label inside the frame/)).toBeVisible();
    await expectAccessible(page);
    const upload = await nextUpload(page);
    await press(page, 'Capture');
    await expectJpeg(upload);
    await expectResult(page, 'ACTV123');
  });

  test('that is not allowed explains what to do', async ({ page }) => {
    await page.goto(path);
    await press(page, 'Take Photo');
    await expect(camera(page).getByText('Camera access was denied')).toBeVisible();
    await page.context().grantPermissions(['camera']);
    await press(page, 'Try again');
    await expectResult(page, 'ACTV123');
  });
});
