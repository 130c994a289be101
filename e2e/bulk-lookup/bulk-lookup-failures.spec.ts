import type { Page } from '@playwright/test';
import type { BulkRun } from '@warranty/contracts/bulk-lookup';
import type { Progress } from '@warranty/contracts/progress';
import { chooseOption, dialog, press } from '../support/controls.ts';
import { expect, test as plain } from '../support/fixtures.ts';
import { withOwnServer } from '../support/own-server.ts';
import { passTime } from '../support/pass-time.ts';
import {
  card,
  createCall,
  csv,
  makeReady,
  openConfirmation,
  path,
  plainRow,
  previewCall,
  progressCall,
  results,
  sampleTag,
  startRun,
  waitUntilCompleted,
} from './bulk-lookup.page.ts';

/** A separate server, whose Dell API fails on demand. */
const test = withOwnServer('bulk');

const someFailed = 'Some warranty lookups failed. Check individual error messages in the results.';

test.describe('a vendor that fails', () => {
  test.describe.configure({ mode: 'serial' });
  test.afterEach(({ own }) => own.simulator.faults({}));

  test('during a run leaves errors that can be retried', async ({ page, own, expectSentence }) => {
    const tags = new Map([
      [20, ''],
      [21, 'UNKN404'],
      [22, 'UNKN404'],
    ]);
    const row = (at: number) =>
      plainRow(at + 1000).map((cell, place) => (place === 1 ? (tags.get(at) ?? cell) : cell));
    await own.simulator.faults({ malformedTags: { every: 10 } });
    await startRun(page, csv({ count: 600, row }));
    await waitUntilCompleted(page);
    await expectSentence(page, someFailed);
    await chooseOption(page, 'Status', 'Error');
    await expectSentence(results(page), 'Error');
    await expect(results(page).getByText('Dell returned an unexpected response.').first()).toBeVisible();
    await chooseOption(page, 'Status', 'Skipped');
    await expectSentence(results(page), 'Skipped');
    await own.simulator.faults({});
    const asked = (await own.simulator.counts('short')).tagsAsked;
    await press(card(page), /^Run \d+ rows? again$/);
    await expect(card(page).getByText(/^\d+ failed$/)).toHaveCount(0);
    await waitUntilCompleted(page);
    const calledAgain = (await own.simulator.counts('short')).tagsAsked - asked;
    expect(calledAgain).toBeGreaterThan(0);
    expect(calledAgain).toBeLessThan(100);
    // The remaining errors are devices that Dell does not know: a retry would return the same result.
    await expectSentence(page, someFailed);
    await expect(card(page).getByRole('button', { name: /^Run \d+ rows again$/ })).toBeDisabled();
    await expect(card(page).getByText(/^\d+ rows can be looked up again at \d\d:\d\d/)).toBeVisible();
    await chooseOption(page, 'Status', 'Error');
    await expect(
      results(page)
        .getByText(/^Dell has no record of .* Dell can look this device up again at/)
        .first(),
    ).toBeVisible();
  });

  test('by rejecting the keys pauses the run, which can be resumed', async ({
    page,
    own,
    expectAccessible,
  }) => {
    await own.simulator.faults({ unauthorizedAlways: true });
    await page.clock.install();
    const polls: string[] = [];
    page.on('request', (request) => {
      if (request.url().includes('/api/progress/')) polls.push(request.method());
    });
    await startRun(page, csv({ count: 600, row: (at) => plainRow(at + 5000) }));
    await expect(card(page).getByText('Paused', { exact: true }).first()).toBeVisible({ timeout: 60_000 });
    await expect(card(page).getByRole('link', { name: 'Check vendor keys' })).toBeVisible();
    await expectAccessible(page);
    const before = polls.length;
    await passTime(page, 6500);
    expect(polls.length).toBe(before);
    expect(polls).not.toContain('DELETE');
    await own.simulator.faults({});
    await press(card(page), 'Resume');
    await waitUntilCompleted(page);
    expect(polls.length).toBeGreaterThan(before);
  });
});

const refused = async (page: Page, call: string, answer: object | null) =>
  page.route(call, (route) => (answer ? route.fulfill(answer) : route.abort()));

plain.describe('a preview that fails', () => {
  for (const [title, answer, reason] of [
    ['without a network', null, 'Failed to generate preview'],
    ['answered by a proxy', { status: 503, body: '<html>' }, 'Server error: 503'],
    [
      'with a message from the server',
      { status: 429, json: { error: 'Too many requests. Try again in 12 seconds.' } },
      'Too many requests. Try again in 12 seconds',
    ],
  ] as const) {
    plain(`${title} does not prevent the run`, async ({ page, expectSentence }) => {
      await refused(page, previewCall, answer);
      await makeReady(page, csv({ count: 5 }));
      await openConfirmation(page);
      const sentence = `Preview unavailable: ${reason}. You can still proceed with processing.`;
      await expectSentence(dialog(page), sentence);
      await press(dialog(page), 'Process CSV');
      await waitUntilCompleted(page);
    });
  }

  plain('because the vendor is slow does not hold up the dialog', async ({ page }) => {
    await page.route(previewCall, () => undefined);
    await makeReady(page, csv({ count: 5 }));
    await openConfirmation(page);
    await expect(dialog(page).getByRole('status', { name: 'Loading preview' })).toBeVisible();
    await expect(dialog(page).getByRole('button', { name: 'Process CSV' })).toBeEnabled();
  });
});

plain.describe('a run that cannot be started', () => {
  for (const [title, answer, reason] of [
    ['without a network', null, 'Failed to process enhanced CSV lookup'],
    ['for a bad request', { status: 400, body: '' }, 'Invalid request data'],
    ['by a proxy', { status: 502, body: '<html>' }, 'Server error: 502'],
  ] as const) {
    plain(
      `${title} shows an error, and keeps the file`,
      async ({ page, expectSentence, expectAccessible }) => {
        await makeReady(page, csv({ count: 5 }));
        await refused(page, createCall, answer);
        await openConfirmation(page);
        await press(dialog(page), 'Process CSV');
        await expectSentence(page, 'Processing failed');
        await expectSentence(page, reason);
        await expectAccessible(page);
        await expect(page.getByRole('heading', { name: 'devices.csv' })).toBeVisible();
        await page.unroute(createCall);
        await press(page, 'Try again');
        await press(dialog(page), 'Process CSV');
        await waitUntilCompleted(page);
      },
    );
  }
});

plain.describe('progress', () => {
  const counts = {
    found: 0,
    'not-known': 0,
    ambiguous: 0,
    failed: 0,
    skipped: 0,
    'not-processed': 0,
    pending: 5,
  };
  const record: Progress = {
    ...{ current: 2, total: 5, message: 'Processed 2 of 5 rows.', status: 'processing' },
    ...{ rowsPerSecond: 120, secondsLeft: 180, counts, continuesAt: null },
  };

  /** Opens a run that never ends, whatever the state of the real one. */
  async function openEndless(page: Page): Promise<void> {
    await page.route(/\/api\/bulk-runs\/[^/]+$/, async (route) => {
      const response = await route.fetch();
      const run = (await response.json()) as BulkRun;
      await route.fulfill({ response, json: { ...run, status: 'processing', finishedAt: null, counts } });
    });
    await startRun(page, csv({ count: 5, row: (at) => [`PC-${at}`, sampleTag(at), 'Dell', '', ''] }));
  }

  plain('shows the rate and the time left', async ({ page }) => {
    await page.route(progressCall, (route) => route.fulfill({ json: record }));
    await openEndless(page);
    await expect(card(page).getByText('120 rows per second, about 3 minutes left')).toBeVisible();
    const bar = card(page).getByRole('progressbar', { name: 'Processed 2 of 5 rows.' });
    await expect(bar).toHaveAttribute('aria-valuetext', '40%');
  });

  plain('says that the time left is still being estimated', async ({ page }) => {
    let secondsLeft: number | null = null;
    await page.route(progressCall, (route) => route.fulfill({ json: { ...record, secondsLeft } }));
    await openEndless(page);
    await expect(card(page).getByText('120 rows per second, estimating the time left')).toBeVisible();
    secondsLeft = 33;
    await expect(card(page).getByText('120 rows per second, about 35 seconds left')).toBeVisible();
  });

  plain('is no longer polled after a 404', async ({ page }) => {
    let polls = 0;
    await page.clock.install();
    await page.route(progressCall, (route) => {
      polls += 1;
      return polls < 3
        ? route.fulfill({ json: record })
        : route.fulfill({ status: 404, json: { error: 'Not found', code: 'not_found' } });
    });
    await openEndless(page);
    await expect(page.getByText('Progress is no longer available')).toBeVisible();
    const before = polls;
    await passTime(page, 3000);
    expect(polls).toBe(before);
  });

  plain('is polled again when the server is back', async ({ page }) => {
    let isDown = false;
    await page.route(progressCall, (route) => (isDown ? route.abort() : route.fulfill({ json: record })));
    await openEndless(page);
    await expect(card(page).getByText(/rows per second/)).toBeVisible();
    isDown = true;
    await expect(page.getByText('The server is not responding')).toBeVisible();
    isDown = false;
    await expect(page.getByText('The server is not responding')).toHaveCount(0);
  });

  plain('of a run that cannot be loaded shows an error', async ({ page }) => {
    await page.route(/\/api\/bulk-runs\/[^/]+$/, (route) => route.abort());
    await page.goto(`${path}?run=5f0c1c3e-8f7e-4c52-9a0f-000000000000`);
    await expect(page.getByRole('heading', { name: 'Failed to load the run' })).toBeVisible();
  });
});
