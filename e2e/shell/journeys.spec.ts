import type { Locator, Page } from '@playwright/test';
import { csv, results, sampleTag } from '../bulk-lookup/bulk-lookup.page.ts';
import { closeByEscape } from '../support/close-dialog.ts';
import { button, download } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { waitForSession } from '../support/wait-for-session.ts';

// Whole tasks without a mouse: every step is a key press.

const maxTabs = 150;

/** Presses Tab until the control has the focus. */
async function tabTo(page: Page, control: Locator): Promise<void> {
  await expect(control).toBeVisible();
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < maxTabs; presses += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  await expect(control, 'reachable with Tab').toBeFocused();
}

async function enter(page: Page, control: Locator): Promise<void> {
  await tabTo(page, control);
  await page.keyboard.press('Enter');
}

/** The highlighted row of an open list. */
async function expectHighlighted(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('option', { name })).toBeFocused();
}

test.describe('by keyboard alone', () => {
  test.beforeEach(async ({ context }) => {
    await context.addInitScript(() =>
      addEventListener('pointerdown', () => {
        throw new Error('a pointer was used');
      }),
    );
  });

  test('a device is looked up, and its details are read', async ({ page }) => {
    await page.goto('/');
    await enter(page, page.getByRole('link', { name: 'Individual Lookup', exact: true }));
    const field = page.getByRole('textbox', { name: 'Model Number' });
    await expect(field).toBeFocused();
    await page.keyboard.type('ACTV123');
    await tabTo(page, page.getByRole('combobox', { name: 'Manufacturer' }));
    await page.keyboard.press('Enter');
    await expectHighlighted(page, 'Auto-detect from model number');
    await page.keyboard.press('ArrowDown');
    await expectHighlighted(page, 'Dell');
    await page.keyboard.press('Enter');
    await enter(page, button(page, 'Lookup Warranty'));
    await expect(page.locator('h2#result')).toHaveText('Dell ACTV123');
    await expect(field).toBeFocused();
    await tabTo(page, page.getByRole('tab', { name: 'Warranty Details' }));
    await page.keyboard.press('ArrowRight');
    await expect(page.getByRole('tab', { name: 'Hardware Info' })).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Hardware Info' })).toBeVisible();
  });

  test('a file is chosen, mapped, confirmed, read row by row and downloaded', async ({ page }) => {
    await page.goto('/');
    await waitForSession(page);
    await enter(page, page.getByRole('link', { name: 'Bulk Lookup', exact: true }));
    await expect(page).toHaveURL('/bulk-lookup');
    const chooser = page.waitForEvent('filechooser');
    await enter(page, button(page, /file/i).first());
    const buffer = Buffer.from(csv({ count: 3 }));
    await (await chooser).setFiles({ name: 'devices.csv', mimeType: 'text/csv', buffer });

    const dialog = page.getByRole('dialog');
    await expect(dialog.getByRole('heading', { name: 'Purchase Date Field Missing' })).toBeVisible();
    await enter(page, button(dialog, 'Confirm'));
    await expect(dialog).toHaveCount(0);

    const mapping = page.getByRole('combobox', { name: /^Service level/i });
    await tabTo(page, page.getByText(/unmapped fields$/));
    await page.keyboard.press('Enter');
    await tabTo(page, mapping);
    await page.keyboard.press('Enter');
    await page.keyboard.type('Notes');
    await expectHighlighted(page, 'Notes');
    await page.keyboard.press('Enter');
    await expect(mapping).toHaveText('Notes');

    await enter(page, button(page, /^Process File/));
    await expect(dialog.getByRole('heading', { name: 'CSV Processing Confirmation' })).toBeVisible();
    await enter(page, button(dialog, 'Process CSV'));
    await expect(page.locator('h2#run')).toBeFocused();
    await expect(page.getByText('Completed', { exact: true }).first()).toBeVisible();

    await enter(page, results(page).getByRole('link', { name: sampleTag(2) }));
    await expect(dialog).toContainText(sampleTag(2));
    await closeByEscape(page, dialog);
    await expect(results(page).getByRole('link', { name: sampleTag(2) })).toBeFocused();

    const { name } = await download(page, () =>
      enter(page, page.getByRole('link', { name: 'Download results' })),
    );
    expect(name).toMatch(/^warranty_results_\d{4}-\d\d-\d\d\.csv$/);
  });

  test('a vendor key is added, tested and deleted', async ({ page }) => {
    await page.goto('/');
    await waitForSession(page);
    await enter(page, page.getByRole('link', { name: 'API Key Management' }));
    await enter(page, button(page.getByRole('main'), /^Lenovo/));
    await enter(page, button(page, 'Configure Lenovo API key'));
    const dialog = page.getByRole('dialog');
    await expect(dialog.locator(':focus')).toHaveAttribute('type', 'password');
    await page.keyboard.type('sample-lenovo-key-42');
    await enter(page, button(dialog, 'Test Connection'));
    await expect(dialog.getByRole('status')).toBeVisible();
    await enter(page, button(dialog, 'Save'));
    const recovery = page.getByRole('dialog', { name: 'Your recovery code' });
    await enter(page, button(recovery, 'Saved it'));
    await expect(recovery).toHaveCount(0);
    const panel = page.getByRole('region', { name: 'Lenovo', exact: true });
    await expect(panel.getByText('Configured', { exact: true })).toBeVisible();
    await enter(page, button(page, 'Delete Lenovo API key'));
    await enter(page, button(page.getByRole('alertdialog'), 'Delete'));
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    await expect(button(page, 'Configure Lenovo API key')).toBeFocused();
  });
});

/** Between two characters, and between Enter and the next tag. */
const scannerDelay = { delay: 4 };

/** Types as a barcode scanner does: it waits neither for the page nor for a result. */
async function scanAll(page: Page, codes: readonly string[]): Promise<void> {
  for (const code of codes) {
    await page.keyboard.type(code, scannerDelay);
    await page.keyboard.press('Enter', scannerDelay);
  }
}

test.describe('a barcode scanner', () => {
  test('looks up 20 devices in a row, each of them, and the field is ready for the next', async ({
    page,
  }) => {
    const tags = Array.from({ length: 20 }, (_, at) => sampleTag(at + 1));
    const asked: string[] = [];
    page.on('request', (request) => {
      if (request.url().endsWith('/api/warranty/lookup'))
        asked.push((request.postDataJSON() as { modelNumber: string }).modelNumber);
    });
    await page.goto('/individual-lookup');
    const field = page.getByRole('textbox', { name: 'Model Number' });
    await expect(field).toBeFocused();
    await scanAll(page, tags);
    await expect(page.locator('h2#result')).toHaveText(`Dell ${tags.at(-1)}`);
    expect(asked).toEqual(tags);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue(tags.at(-1) ?? '');
    const selected = () =>
      field.evaluate((input: HTMLInputElement) => [input.selectionStart, input.selectionEnd]);
    expect(await selected()).toEqual([0, 7]);
    const recent = page.getByRole('region', { name: 'Recent lookups' }).getByRole('listitem');
    await expect(recent).toHaveCount(8);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  test('collects 20 devices in a row, also as addresses with / and ?', async ({ page }) => {
    // Sample tags are not accepted in an address.
    const tags = Array.from({ length: 20 }, (_, at) => `5TQ8R${10 + at}`);
    await page.goto('/image-lookup?tab=many');
    await expect(page.getByLabel('Scan or type a serial number')).toBeVisible();
    const address = (tag: string) => `https://www.dell.com/support/home/servicetag/${tag}?lwp=rt`;
    await scanAll(
      page,
      tags.map((tag, at) => (at % 2 === 0 ? tag : address(tag))),
    );
    const scanned = page.getByRole('region', { name: /^Scanned/ }).getByRole('listitem');
    await expect(scanned).toContainText(tags.toReversed());
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(page.getByLabel('Scan or type a serial number')).toHaveValue('');
  });
});
