import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type APIRequestContext, chromium, type Locator, type Page, type Request } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { makeFolder } from '../../harness/folder.ts';
import { root, startPostgres, startServer, waitUntil } from '../../harness/processes.ts';
import { type Measurement, median, printTable } from '../measurement.ts';

const maxTaskMs = 200;
const maxFrameMs = 50;
const rounds = 3;
const rows = 100_000;
const scrollSteps = 400;
/** How long a screen may take to load; not a bar, so long enough for a machine under load. */
const patienceMs = 120_000;
const run = promisify(execFile);

/** Runs in the page before any other script and collects tasks of more than 50 ms, the shortest that browsers report. */
const watchTasks = `
  window.tasks = [];
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) tasks.push(duration);
  }).observe({ type: 'longtask', buffered: true });
`;

/** The longest task since the last call; 0 if none took 50 ms. */
async function longestTask(page: Page): Promise<number> {
  // Entries are delivered in a task of their own.
  await page.evaluate('new Promise((resolve) => setTimeout(resolve, 100))');
  return page.evaluate('Math.max(0, ...tasks.splice(0))');
}

const sidebar = (page: Page) => page.getByRole('navigation', { name: 'Main' });

/**
 * Waits until the page has what it requested. Playwright's own wait is for the load of a page, and a change of the screen loads
 * none.
 */
function watchRequests(page: Page) {
  let changedAt = 0;
  const open = new Set<Request>();
  const note = (request: Request, isOpen: boolean) => {
    changedAt = performance.now();
    if (isOpen) open.add(request);
    else open.delete(request);
  };
  page.on('request', (request) => note(request, true));
  page.on('requestfinished', (request) => note(request, false));
  page.on('requestfailed', (request) => note(request, false));
  return {
    quiet: () =>
      waitUntil('the requests to end', async () => open.size === 0 && performance.now() - changedAt > 300),
  };
}

interface Visitor {
  page: Page;
  requests: ReturnType<typeof watchRequests>;
}

async function follow({ page, requests }: Visitor, link: Locator): Promise<number> {
  const target = (await link.getAttribute('href')) ?? '';
  await longestTask(page);
  await link.click();
  await page.waitForURL(`**${target}`);
  await requests.quiet();
  return longestTask(page);
}

/** Screens that are not in the sidebar, and the screen with a link to each. */
const unlisted = [
  { from: 'Home', link: 'Preview Features', name: 'Coming Soon' },
  { from: 'Home', link: 'API reference', name: 'API Reference' },
  {
    from: 'Purchase Date Predictor',
    opens: 'Prediction accuracy',
    link: 'Detailed measurements and limitations',
    name: 'Prediction Accuracy',
  },
];

/** Opens every screen by its link and returns the longest task of each change. */
async function changeScreens(visitor: Visitor): Promise<Map<string, number>> {
  const { page } = visitor;
  const longest = new Map<string, number>();
  for (const link of await sidebar(page).getByRole('link').all())
    longest.set((await link.textContent()) ?? '', await follow(visitor, link));
  for (const { from, opens, link, name } of unlisted) {
    await follow(visitor, sidebar(page).getByRole('link', { name: from, exact: true }));
    if (opens) await page.getByText(opens, { exact: true }).click();
    longest.set(name, await follow(visitor, page.getByRole('link', { name: link, exact: true })));
  }
  return longest;
}

const sampleTag = (at: number) => `SMP${at.toString(36).toUpperCase().padStart(4, '0')}`;

async function completeRun(request: APIRequestContext, origin: string): Promise<string> {
  const headers = { origin };
  await request.post('/api/auth/session', { headers, data: {} });
  const created = await request.post('/api/bulk-runs', {
    headers,
    data: { fieldMapping: { modelNumber: 'Serial' }, fileName: 'devices.csv' },
  });
  const { id } = (await created.json()) as { id: string };
  const lines = Array.from({ length: rows }, (_, at) => sampleTag(at + 1));
  await request.put(`/api/bulk-runs/${id}/source`, {
    headers: { ...headers, 'content-type': 'text/csv' },
    data: `Serial\n${lines.join('\n')}\n`,
  });
  await waitUntil('the run to complete', async () => {
    const { status } = (await (await request.get(`/api/bulk-runs/${id}`)).json()) as { status: string };
    return status === 'completed';
  });
  return id;
}

/** As text, because this program has no types of the browser. */
const scroll = `(async () => {
  const area = document.querySelector('table[aria-rowcount]').parentElement;
  const step = (area.scrollHeight - area.clientHeight) / ${scrollSteps};
  for (let at = 1; at <= ${scrollSteps}; at += 1) {
    area.scrollTop = at * step;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
})()`;

/** Scrolls through all results, a part of them in every frame. Returns the longest task. */
async function scrollResults(page: Page, runId: string): Promise<number> {
  await page.goto(`/bulk-lookup?run=${runId}`);
  const table = page.getByRole('table', { name: 'Results' });
  await table.getByRole('row').nth(5).waitFor();
  await page.waitForLoadState('networkidle');
  await longestTask(page);
  await page.evaluate(scroll);
  return longestTask(page);
}

export const screens: Measurement = {
  name: 'screens',
  summary: `The longest task of any screen change under ${maxTaskMs} ms, and of scrolling ${rows.toLocaleString('en-US')} results under ${maxFrameMs} ms`,
  async run() {
    await run(process.execPath, [join(root, 'scripts/build-web.ts')], { cwd: root });
    const folder = await makeFolder('bench');
    const postgres = await startPostgres(folder.path, { fast: true });
    const server = await startServer('all', { DATABASE_URL: postgres.url, DATA_DIR: folder.path });
    const browser = await chromium.launch(chromiumOptions);
    const changes = new Map<string, number[]>();
    const scrolls: number[] = [];
    try {
      const context = await browser.newContext({
        baseURL: server.url,
        viewport: { width: 1440, height: 900 },
      });
      context.setDefaultTimeout(patienceMs);
      const page = await context.newPage();
      await page.addInitScript({ content: watchTasks });
      const visitor = { page, requests: watchRequests(page) };
      const runId = await completeRun(context.request, server.url);
      for (let round = 0; round < rounds; round += 1) {
        await page.goto('/');
        await page.waitForLoadState('networkidle');
        for (const [name, task] of await changeScreens(visitor))
          changes.set(name, [...(changes.get(name) ?? []), task]);
        scrolls.push(await scrollResults(page, runId));
      }
    } finally {
      await browser.close();
      await server.stop();
      await postgres.stop();
      await folder.remove();
    }
    const table = [...changes, ['Scrolling', scrolls] as const].map(([name, tasks]) => [
      name,
      ...tasks.map((task) => (task === 0 ? 'under 50' : Math.round(task))),
    ]);
    printTable(['screen', ...scrolls.map((_, at) => `round ${at + 1}, ms`)], table);
    const changeMs = Math.max(...[...changes.values()].map(median));
    const scrollMs = median(scrolls);
    return {
      figures: {
        change_ms: Math.round(changeMs),
        change_bar: maxTaskMs,
        scroll_ms: Math.round(scrollMs),
        scroll_bar: maxFrameMs,
      },
      passed: changeMs < maxTaskMs && scrollMs < maxFrameMs,
    };
  },
};
