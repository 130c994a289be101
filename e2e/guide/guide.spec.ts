import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, expectNoHorizontalScroll, test } from '../support/fixtures.ts';
import { peoplePictures } from '../support/people-pictures.ts';
import { pictures as scenes } from '../support/pictures.ts';
import { expectLoaded, nav, neighbors, open, path, picker, pictures, title } from './guide.page.ts';

test.describe('the documentation', () => {
  test('is read with the keyboard, from the index to a page and on to the next', async ({ page }) => {
    await open(page);
    await expect(title(page)).toHaveText('Documentation');
    await expect(page).toHaveTitle('Documentation · IT Warranty Lookup');
    await nav(page).getByRole('link', { name: 'Individual Lookup' }).focus();
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(`${path}/individual-lookup`);
    await expect(title(page)).toHaveText('Individual Lookup');
    await expect(page).toHaveTitle('Individual Lookup · Documentation · IT Warranty Lookup');
    await expect(page.getByRole('main')).toBeFocused();
    await expect(nav(page).locator('[aria-current=page]')).toHaveText('Individual Lookup');
    await expectLoaded(pictures(page).first());

    await neighbors(page).getByRole('link', { name: 'Next Bulk Lookup' }).press('Enter');
    await expect(title(page)).toHaveText('Bulk Lookup');
    await neighbors(page).getByRole('link', { name: 'Previous Individual Lookup' }).press('Enter');
    await expect(title(page)).toHaveText('Individual Lookup');
    await page.goBack();
    await expect(title(page)).toHaveText('Bulk Lookup');
  });

  test('shows pictures in the theme of the page', async ({ page }) => {
    await open(page, 'home');
    const light = await pictures(page).first().getAttribute('src');
    await page.getByRole('button', { name: 'Use the dark theme' }).click();
    await expect(pictures(page).first()).not.toHaveAttribute('src', light ?? '');
    await expectLoaded(pictures(page).first());
    await expect(pictures(page).first()).toHaveAttribute('src', /home-overview-dark/);
  });

  test('opens the page of the current screen, and the screen of the current page', async ({ page }) => {
    await page.goto('/agent-download');
    await page.getByRole('link', { name: 'Help for this page' }).click();
    await expect(page).toHaveURL(`${path}/download-agents`);
    await page.getByRole('link', { name: 'Open this screen' }).click();
    await expect(page).toHaveURL('/agent-download');
    await expect(page).toHaveTitle('Download Agents · IT Warranty Lookup');
    await page.goto('/');
    await page.getByRole('link', { name: 'Help for this page' }).click();
    await expect(title(page)).toHaveText('Home');
    await page.getByRole('link', { name: 'Open this screen' }).click();
    await expect(page).toHaveURL('/');
  });

  test('links to a heading of a page, and to itself', async ({ page }) => {
    await open(page, 'api-explorer');
    await page.getByRole('article').getByRole('link', { name: 'External API Access' }).click();
    await expect(page).toHaveURL(`${path}/external-api#test-a-vendor-api`);
    const heading = page.getByRole('heading', { name: 'Test a vendor API' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await page.getByRole('link', { name: 'Link to “Create an access token”' }).press('Enter');
    await expect(page).toHaveURL(`${path}/external-api#create-an-access-token`);
    await expect(page.getByRole('heading', { name: 'Create an access token' })).toBeFocused();
  });

  test('names files that the product does not serve instead of linking to them', async ({ page }) => {
    await open(page, 'administrators');
    await expect(
      page.getByRole('article').locator('code', { hasText: 'docs/install.md' }).first(),
    ).toBeVisible();
    await expect(page.getByRole('article').locator('a[href$=".md"]')).toHaveCount(0);
  });

  test('says so if there is no such page', async ({ page }) => {
    await page.goto(`${path}/no-such-page`);
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await page.getByRole('link', { name: 'All pages' }).click();
    await expect(page).toHaveURL(path);
  });

  test('is found in the palette and in the footer', async ({ page }) => {
    await page.goto('/');
    await page.getByRole('contentinfo').getByRole('link', { name: 'Documentation' }).click();
    await expect(page).toHaveURL(path);
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await page.getByRole('option', { name: 'API Reference' }).click();
    await expect(page).toHaveURL('/api/docs');
    await page.getByRole('button', { name: 'Search or jump to' }).click();
    await page.getByRole('option', { name: 'Documentation' }).click();
    await expect(page).toHaveURL(path);
  });

  test('has a picker in place of the list on a phone', async ({ page }) => {
    await page.setViewportSize({ width: 390, height: 844 });
    await open(page);
    await expect(nav(page)).toHaveCount(0);
    await picker(page).click();
    await page.getByRole('combobox', { name: 'Search pages' }).fill('predictor');
    await page.getByRole('option', { name: 'Purchase Date Predictor' }).click();
    await expect(title(page)).toHaveText('Purchase Date Predictor');
    await expectLoaded(pictures(page).first());
    await expectNoHorizontalScroll(page);
  });

  test('has exactly the pictures that the script takes', () => {
    const listed = readFileSync(join(import.meta.dirname, '../../docs/guide/images/pictures.json'), 'utf8');
    const taken = [...scenes, ...peoplePictures].map(({ name }) => name);
    expect(Object.keys(JSON.parse(listed)).toSorted()).toEqual(taken.toSorted());
  });
});

test.describe('accessibility of the documentation', () => {
  test('has no violations on any kind of page', async ({ page, expectAccessibleEverywhere }) => {
    test.slow();
    await open(page);
    await expectAccessibleEverywhere(page, 'index');
    await open(page, 'bulk-lookup');
    await expectLoaded(pictures(page).first());
    await expectAccessibleEverywhere(page, 'page of a screen');
    await open(page, 'api-users');
    await expectAccessibleEverywhere(page, 'page with code and tables');
    await open(page, 'administrators');
    await expectAccessibleEverywhere(page, 'page with files of the repository');
    await page.goto(`${path}/no-such-page`);
    await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible();
    await expectAccessibleEverywhere(page, 'unknown page');
  });

  test('prints the page only', async ({ page }) => {
    await open(page, 'image-lookup');
    await page.emulateMedia({ media: 'print' });
    await expect(title(page)).toBeVisible();
    await expect(nav(page)).toHaveCount(0);
    await expect(picker(page)).toHaveCount(0);
    await expect(neighbors(page)).toHaveCount(0);
  });
});
