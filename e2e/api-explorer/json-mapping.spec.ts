import { press, readClipboard } from '../support/controls.ts';
import { expect, test } from '../support/fixtures.ts';
import { exported, mappings, notification, open } from './api-explorer.page.ts';
import {
  add,
  addForm,
  card,
  cells,
  chooseMode,
  devices,
  field,
  preview,
  row,
  show,
} from './json-mapping.page.ts';

test.describe('a field mapping', () => {
  test('shows its mode, path, alias and delimiter, and its path can be copied', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await show(page, devices);
    await expect(mappings(page)).toHaveCount(5);
    await expect(row(page, 'labels')).toContainText('labels[*]');
    await expect(row(page, 'labels')).toContainText('join');
    await expect(row(page, 'labels')).toContainText('","');
    await expect(row(page, 'level')).toContainText('explode');
    await expect(row(page, 'name')).toContainText('product.name');

    await row(page, 'level').getByRole('button', { name: 'Copy path cover[*].level' }).click();
    await expect(row(page, 'level').getByRole('status')).toHaveText('Copied');
    expect(await readClipboard(page)).toBe('cover[*].level');
    await expect(row(page, 'level').getByRole('status')).toHaveText('');
  });

  test('is rejected with a message while something is missing', async ({ page, expectSentence }) => {
    await show(page, devices);
    const form = addForm(page);
    await press(form, 'Add Mapping');
    await expectSentence(form, 'Source path is required');
    await expectSentence(form, 'Alias is required');
    await expect(field(form, 'Source path')).toBeFocused();
    await field(form, 'Source path').fill('cover[');
    await expect(form.getByText('Source path is required')).toHaveCount(0);
    await expect(form.getByText('Alias is required')).toBeVisible();
    await field(form, 'Alias').fill('Cover');
    await press(form, 'Add Mapping');
    await expect(form.getByText('Invalid path')).toBeVisible();
    await expect(mappings(page)).toHaveCount(5);
  });

  test('has a delimiter only in join mode, with a comma as the default', async ({ page }) => {
    await show(page, devices.slice(0, 1));
    const form = addForm(page);
    await expect(field(form, 'Delimiter')).toHaveCount(0);
    await add(page, 'cover[*].level', 'By comma', 'Join');
    await expect(field(form, 'Delimiter')).toHaveCount(0);
    await chooseMode(form, 'Join');
    await field(form, 'Delimiter').fill(' / ');
    await field(form, 'Source path').fill('cover[*].level');
    await field(form, 'Alias').fill('By slash');
    await field(form, 'Alias').press('Enter');
    await expect(row(page, 'By slash')).toContainText('" / "');
    const [header = [], first = []] = await cells(page);
    expect(first[header.indexOf('By comma')]).toBe('ProSupport,Basic');
    expect(first[header.indexOf('By slash')]).toBe('ProSupport / Basic');
  });

  test('takes alias and mode from a path of the response', async ({ page }) => {
    await show(page, devices);
    const form = addForm(page);
    await field(form, 'Source path').fill('labels[*]');
    await expect(field(form, 'Alias')).toHaveValue('labels');
    await expect(field(form, 'Mode')).toHaveText('Join');
    await field(form, 'Source path').fill('labels[0]');
    await expect(field(form, 'Alias')).toHaveValue('');
  });

  test('reports a path without values, and the name of a second column with the same alias', async ({
    page,
  }) => {
    await show(page, devices);
    await add(page, 'nowhere', 'Nothing');
    await expect(row(page, 'Nothing')).toContainText('Nothing at this path in the response');
    await add(page, 'product.name', 'Name');
    await field(addForm(page), 'Source path').fill('tag');
    await field(addForm(page), 'Alias').fill('Name');
    await press(addForm(page), 'Add Mapping');
    await expect(mappings(page).last()).toContainText('The column will be named "Name (2)"');
    const [header = [], first = []] = await cells(page);
    expect(first[header.indexOf('Name')]).toBe('Latitude 0');
    expect(first[header.indexOf('Name (2)')]).toBe('7XK2P10');
  });

  test('can be edited in place and removed with the keyboard alone', async ({ page }) => {
    await show(page, devices);
    await row(page, 'tag').getByRole('button', { name: 'Edit tag' }).press('Enter');
    const form = page.getByRole('form', { name: 'Edit tag' });
    await expect(field(form, 'Alias')).toBeFocused();
    await page.keyboard.type('Service Tag');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Edit Service Tag' })).toBeFocused();
    await expect(preview(page).getByRole('columnheader', { name: 'Service Tag' })).toBeVisible();

    await page.keyboard.press('Enter');
    await field(page.getByRole('form', { name: 'Edit Service Tag' }), 'Alias').fill('');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Alias is required')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: 'Edit Service Tag' })).toBeFocused();

    await page.getByRole('button', { name: 'Remove Service Tag' }).press('Enter');
    await expect(mappings(page)).toHaveCount(4);
    await expect(
      mappings(page)
        .first()
        .getByRole('button', { name: /^Remove/ }),
    ).toBeFocused();
    for (let left = 3; left >= 0; left -= 1) {
      await page.keyboard.press('Enter');
      await expect(mappings(page)).toHaveCount(left);
    }
    await expect(field(addForm(page), 'Source path')).toBeFocused();
    await expect(card(page)).toContainText('No field mappings yet');
    await press(card(page), 'Suggest mappings');
    await expect(mappings(page)).toHaveCount(5);
  });
});

test.describe('the export preview', () => {
  test('shows the first rows of the file, and how many follow', async ({ page, expectSentence }) => {
    await show(page, devices);
    const [header, first, second] = await cells(page);
    expect(header).toEqual(['end', 'labels', 'level', 'name', 'tag']);
    expect(first).toEqual(['2027-05-01', 'loan,desk 0', 'ProSupport', 'Latitude 0', '7XK2P10']);
    expect(second).toEqual(['', 'loan,desk 0', 'Basic', 'Latitude 0', '7XK2P10']);
    await expect(preview(page).getByRole('row')).toHaveCount(11);
    await expectSentence(preview(page), 'and 14 more rows');
  });

  test('shows the protection against formulas, which can be switched off', async ({ page }) => {
    await show(page, [{ a: '=1+1', b: -5 }]);
    expect(await cells(page)).toEqual([
      ['a', 'b'],
      ["'=1+1", '-5'],
    ]);
    const guarded = await exported(page);
    expect(guarded.text).toBe("\uFEFFa,b\r\n'=1+1,-5\r\n");
    await expect(notification(page)).toContainText('1 cell could be executed as a formula');
    await page.getByRole('switch', { name: 'Keep formulas' }).click();
    await expect(preview(page).getByRole('cell', { name: '=1+1', exact: true })).toBeVisible();
    expect((await exported(page)).text).toBe('\uFEFFa,b\r\n=1+1,-5\r\n');
  });

  test('warns about a long file, and the page stays responsive while it is written', async ({
    page,
    expectSentence,
  }) => {
    const numbers = Array.from({ length: 400 }, (_, index) => ({ number: index, word: `row ${index}` }));
    await show(page, { numbers, marks: numbers.map(({ number }) => number) });
    await add(page, 'marks[*]', 'mark', 'Explode');
    await expectSentence(preview(page), 'export may be slow', { exact: false });
    await expect(preview(page)).toContainText('Only the first 100,000 of 160,000 rows will be exported.');
    await expectSentence(preview(page), 'and 99,990 more rows');
    await row(page, 'marks').getByRole('button', { name: 'Remove marks' }).click();
    await page.evaluate(() => {
      const frames = { drawn: 0 };
      Object.assign(window, { frames });
      const count = () => {
        frames.drawn += 1;
        requestAnimationFrame(count);
      };
      count();
    });
    const drawn = () =>
      page.evaluate(() => (window as unknown as { frames: { drawn: number } }).frames.drawn);
    const before = await drawn();
    const { text } = await exported(page);
    expect((await drawn()) - before).toBeGreaterThan(5);
    const lines = text.split('\r\n');
    expect(lines).toHaveLength(100_002);
    expect(lines.slice(0, 3)).toEqual(['\uFEFFmark,number,word', '0,0,row 0', '1,0,row 0']);
  });
});

test.describe('an export that fails', () => {
  test('for lack of data or mappings shows an error', async ({ page, expectSentence }) => {
    await open(page);
    await press(page, 'Export to CSV');
    await expectSentence(notification(page), 'No Data to Export');
    await expectSentence(notification(page), 'Please fetch data and add field mappings before exporting');
    await expect(preview(page)).toContainText('Nothing to export yet');
    await show(page, [{ a: 1 }]);
    await row(page, 'a').getByRole('button', { name: 'Remove a' }).click();
    await press(page, 'Export to CSV');
    await expect(notification(page)).toContainText('No Data to Export');
    await show(page, []);
    await expect(preview(page)).toContainText('Nothing to export yet');
  });

  test('because of invalid data shows the reason', async ({ page, expectSentence }) => {
    await show(page, devices);
    // Mapped rows are always valid, so the test breaks `Array.isArray` to reach this error.
    await page.evaluate(() => {
      const isArray = Array.isArray.bind(Array);
      Array.isArray = ((value: unknown) =>
        isArray(value) && !(isArray(value) && value.length > 20)) as typeof isArray;
    });
    await press(page, 'Export to CSV');
    await expectSentence(notification(page), 'Export Error');
    await expectSentence(notification(page), 'Data must be an array');
  });

  test('while generating the CSV shows an error', async ({ page, expectSentence }) => {
    await show(page, [{ a: { b: { c: { d: 1 } } } }]);
    await page.evaluate(() => {
      JSON.stringify = () => {
        throw new Error('out of memory');
      };
    });
    await press(page, 'Export to CSV');
    await expectSentence(notification(page), 'Export Failed');
    await expectSentence(notification(page), 'Failed to generate CSV: out of memory');
  });

  test('while downloading the file shows an error', async ({ page, expectSentence }) => {
    await show(page, devices);
    await page.evaluate(() => {
      URL.createObjectURL = () => {
        throw new Error('the disk is full');
      };
    });
    await press(page, 'Export to CSV');
    await expectSentence(notification(page), 'Failed to download CSV: the disk is full');
    await expect(page.getByRole('button', { name: 'Export to CSV' })).toBeEnabled();
  });
});

test('accessibility of the field mappings: has no violations in any state', async ({
  page,
  expectAccessibleEverywhere,
}) => {
  test.slow();
  await show(page, [{ ...devices[0], note: 'long '.repeat(100), [`${'k'.repeat(150)}.x`]: '=1' }]);
  await add(page, `no[*].${'where.'.repeat(30)}at`, 'W'.repeat(120));
  await expectAccessibleEverywhere(page, 'long mapping');
  await press(addForm(page), 'Add Mapping');
  await chooseMode(addForm(page), 'Join');
  await row(page, 'tag').getByRole('button', { name: 'Edit tag' }).click();
  await expect(page.getByRole('form', { name: 'Edit tag' })).toBeVisible();
  await expectAccessibleEverywhere(page, 'edited mapping');
  await press(page, 'Export to CSV');
  await expect(notification(page)).toContainText('CSV exported');
  await expectAccessibleEverywhere(page, 'exported');
});
