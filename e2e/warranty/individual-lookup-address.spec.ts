import { sampleTag } from '../bulk-lookup/bulk-lookup.page.ts';
import { hold } from '../support/calls.ts';
import { expect, test } from '../support/fixtures.ts';
import {
  countCalls,
  lookUp,
  lookupCall,
  modelNumber,
  path,
  sample,
  submit,
} from './individual-lookup.page.ts';

test.describe('the URL', () => {
  test('is looked up exactly as given when it is opened, and survives a reload', async ({ page }) => {
    const calls = countCalls(page);
    const reply = page.waitForRequest(lookupCall);
    await page.goto(`${path}?q=5E12345&manufacturer=dell`);
    expect((await reply).postDataJSON()).toEqual({ modelNumber: '5E12345', manufacturer: 'Dell' });
    await expect(modelNumber(page)).toHaveValue('5E12345');
    await expect(page.getByRole('combobox', { name: 'Manufacturer' })).toHaveText('Dell');
    const tag = await sample(page, 'active');
    await page.goto(`${path}?q=${tag}`);
    await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
    await page.reload();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${tag}`);
    expect(calls.made).toBe(3);
  });

  test('goes back to the previous device without another request or extra history entries', async ({
    page,
  }) => {
    await page.goto('/');
    await page.getByRole('main').getByRole('link', { name: 'Lookup: Individual Lookup' }).click();
    const [active, expired] = [await sample(page, 'active'), await sample(page, 'expired')];
    const heading = page.locator('h2#result');
    await lookUp(page, active);
    await submit(page).click();
    await expect(submit(page)).toBeEnabled();
    await lookUp(page, expired);
    await expect(heading).toHaveText(`Dell ${expired}`);
    await expect(page).toHaveURL(`${path}?q=${expired}`);
    const calls = countCalls(page);
    await page.goBack();
    await expect(heading).toHaveText(`Dell ${active}`);
    await expect(modelNumber(page)).toHaveValue(active);
    await page.goForward();
    await expect(heading).toHaveText(`Dell ${expired}`);
    await page.getByRole('link', { name: 'Individual Lookup', exact: true }).click();
    await expect(page.getByText('No Results Yet')).toBeVisible();
    await expect(modelNumber(page)).toHaveValue('');
    for (const tag of [expired, active]) {
      await page.goBack();
      await expect(heading).toHaveText(`Dell ${tag}`);
    }
    await page.goBack();
    await expect(page).toHaveURL('/');
    expect(calls.made).toBe(0);
  });
});

test.describe('the tag field', () => {
  test('takes 20 tags of a scanner in a row, without the mouse', async ({ page }) => {
    await page.goto(path);
    await expect(modelNumber(page)).toBeFocused();
    for (let at = 1; at <= 20; at += 1) {
      await page.keyboard.type(sampleTag(at));
      await page.keyboard.press('Enter');
      await expect(page.locator('h2#result')).toHaveText(`Dell ${sampleTag(at)}`);
    }
  });

  test('is focused at the start, and keeps the focus and accepts the next tag after each lookup', async ({
    page,
  }) => {
    await page.goto(path);
    const [active, expired] = [await sample(page, 'active'), await sample(page, 'expired')];
    // Types like a scanner: no other key is pressed between two tags.
    await expect(modelNumber(page)).toBeFocused();
    await page.keyboard.type(active);
    await page.keyboard.press('Enter');
    await expect(page.locator('h2#result')).toHaveText(`Dell ${active}`);
    await expect(page.getByRole('status').filter({ hasText: ': Covered until' })).toHaveCount(1);
    await expect(modelNumber(page)).toBeFocused();
    const release = await hold(page, lookupCall);
    await page.keyboard.type('SLOW001');
    await page.keyboard.press('Enter');
    await expect(submit(page)).toHaveCount(0);
    await page.keyboard.type(expired);
    await page.keyboard.press('Enter');
    release();
    await expect(page.locator('h2#result')).toHaveText(`Dell ${expired}`);
    await expect(modelNumber(page)).toHaveValue(expired);
    await page.getByRole('button', { name: `Try ${active}` }).click();
    await expect(modelNumber(page)).toBeFocused();
    await page.keyboard.type('X');
    await expect(modelNumber(page)).toHaveValue('X');
  });
});

test.describe('on a touch screen', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } });
  test('the result takes the focus, so that no keyboard covers it', async ({ page }) => {
    await page.goto(path);
    await expect(modelNumber(page)).not.toBeFocused();
    await modelNumber(page).fill(await sample(page, 'active'));
    await modelNumber(page).press('Enter');
    await expect(page.locator('h2#result')).toBeFocused();
  });
});
