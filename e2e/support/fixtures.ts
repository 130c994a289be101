import { test as base, expect, type Locator, type Page, type Request } from '@playwright/test';
import { findViolations } from './axe.ts';
import { takePicture, tourFolder, type View } from './tour.ts';

/** Records problems the browser reports for a page: policy violations, errors, calls to other hosts. */
function watch(page: Page, origins: readonly string[], browserErrors: string[]): void {
  const [home, provider] = origins;
  page.on('pageerror', (error) => browserErrors.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) browserErrors.push(`policy: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    const isOnProvider = provider !== undefined && [url.origin, originOf(request)].includes(provider);
    if (url.protocol.startsWith('http') && url.origin !== home && !isOnProvider)
      browserErrors.push(`foreign: ${request.url()}`);
  });
}

/** Of the page that it comes from. */
const originOf = (request: Request): string =>
  request.isNavigationRequest() ? '' : new URL(request.frame().url()).origin;

/** Waits until the page is no wider than the viewport. */
export async function expectNoHorizontalScroll(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

/** Texts that are wider than their element, which hides their end or covers what is next to them. */
const findOverflowingTexts = (page: Page): Promise<string[]> =>
  page.evaluate(() =>
    [...document.querySelectorAll('p, h1, h2, h3, dd')]
      .filter((element) => getComputedStyle(element).overflowX === 'visible')
      .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1)
      .map(({ textContent }) => textContent.slice(0, 60)),
  );

const desktop = { width: 1440, height: 844 } as const;
const phone = { width: 390, height: 844 } as const;
/** WCAG 1.4.10: content reflows down to this width. */
const narrowest = { width: 320, height: 700 };

/** Some overlays close when the window is resized, and checking a closed one would prove nothing. */
const countOverlays = (page: Page): Promise<number> =>
  page
    .locator('[role=dialog], [role=alertdialog], [role=listbox], [role=menu]')
    .filter({ visible: true })
    .count();

async function resize(page: Page, size: { width: number; height: number }): Promise<void> {
  const before = await countOverlays(page);
  await page.setViewportSize(size);
  await expectNoHorizontalScroll(page);
  expect(await findOverflowingTexts(page), `overflowing texts at ${size.width} px`).toEqual([]);
  expect(await countOverlays(page), `overlays at ${size.width} px`).toBe(before);
}

/** On a machine under load, Chromium can miss a change of the emulated theme. Then it is made again. */
async function setTheme(page: Page, theme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await expect(async () => {
    if (!(await hasTheme(page, theme, 5000))) await page.emulateMedia({ colorScheme: null });
    await page.emulateMedia({ colorScheme: theme });
    expect(await hasTheme(page, theme, 5000)).toBe(true);
  }).toPass();
}

const hasTheme = (page: Page, theme: string, timeout: number): Promise<boolean> =>
  page
    .waitForFunction((name) => document.documentElement.classList.contains(name), theme, { timeout })
    .then(
      () => true,
      () => false,
    );

async function expectNoViolations(page: Page, rules: 'all' | 'contrast', view: string): Promise<void> {
  expect(await findViolations(page, rules), view).toEqual([]);
}

/** In an order that changes one thing at a time. */
const allViews = [
  { size: desktop, theme: 'light', rules: 'all' },
  { size: desktop, theme: 'dark', rules: 'contrast' },
  { size: phone, theme: 'dark', rules: 'contrast' },
  { size: phone, theme: 'light', rules: 'all' },
] as const;

/** Both widths and both themes, once each: half the time of all four, and a violation in only one of the other two is rare. */
const quickViews = [
  { size: desktop, theme: 'light', rules: 'all' },
  { size: phone, theme: 'dark', rules: 'all' },
] as const;

const viewsToCheck = process.env.E2E_FULL || tourFolder ? allViews : quickViews;

interface Options {
  /** Set to false to test the dialog that opens on a first visit. */
  visitedBefore: boolean;
  /** The theme chosen on an earlier visit, by default to follow the system. */
  storedTheme: 'light' | 'dark' | 'system' | null;
  /** Where people sign in; its pages are not ours. */
  provider: string | null;
}

interface Fixtures {
  /** Problems of all pages in the test. The test fails if any are left at its end. */
  browserErrors: string[];
  /** Opens a page in a browser of another user. */
  openElsewhere(): Promise<Page>;
  expectAccessible(page: Page): Promise<void>;
  /**
   * Checks one state in several views without leaving it: light at 1440 px and dark at 390 px, with --full and --tour both
   * themes at both widths, and no horizontal scrolling down to 320 px. Needs `storedTheme: 'system'`, the default.
   */
  expectAccessibleEverywhere(page: Page, state: string): Promise<void>;
  /**
   * Asserts that sentences of the specification are rendered, and records them: the run fails if no test reached a sentence of
   * e2e/sentences.json.
   */
  expectSentence(
    place: Page | Locator,
    sentences: string | readonly string[],
    options?: { exact: boolean },
  ): Promise<void>;
}

export const test = base.extend<Fixtures & Options>({
  visitedBefore: [true, { option: true }],
  storedTheme: ['system', { option: true }],
  provider: [null, { option: true }],

  browserErrors: [
    async ({ context, baseURL, provider, visitedBefore, storedTheme }, use) => {
      const browserErrors: string[] = [];
      await context.addInitScript(
        ([visited, theme]) => {
          addEventListener('securitypolicyviolation', (event) => {
            console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`);
          });
          // A browser's initial blank page and sandboxed frames have no storage.
          if (!location.protocol.startsWith('http') || origin === 'null') return;
          if (visited) localStorage.setItem('testers-needed-shown', 'before');
          if (theme && localStorage.getItem('vite-ui-theme') === null)
            localStorage.setItem('vite-ui-theme', theme);
        },
        [visitedBefore, storedTheme] as const,
      );
      context.on('page', (page) =>
        watch(page, [new URL(baseURL ?? '').origin, ...(provider ? [provider] : [])], browserErrors),
      );
      await use(browserErrors);
      const found = [...browserErrors];
      // A handler that still waits for a reply would fail the test that runs next.
      for (const routes of [context, ...context.pages()])
        await routes.unrouteAll({ behavior: 'ignoreErrors' });
      expect(found).toEqual([]);
    },
    { auto: true },
  ],

  openElsewhere: async ({ browser, baseURL }, use) => {
    const context = await browser.newContext({ baseURL: baseURL ?? '' });
    await use(() => context.newPage());
    await context.close();
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
  expectAccessible: async ({}, use) => {
    await use((page) => expectNoViolations(page, 'all', 'as it is'));
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
  expectAccessibleEverywhere: async ({}, use, testInfo) => {
    await use((page, state) =>
      base.step(state, async () => {
        const original = page.viewportSize() ?? desktop;
        for (const { size, theme, rules } of viewsToCheck) {
          const view: View = `${size.width}-${theme}`;
          await resize(page, size);
          await setTheme(page, theme);
          await expectNoViolations(page, rules, view);
          await takePicture(page, testInfo.titlePath.join(' › '), state, view);
        }
        await resize(page, narrowest);
        await resize(page, original);
        testInfo.annotations.push({ type: 'state', description: state });
      }),
    );
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
  expectSentence: async ({}, use, testInfo) => {
    await use(async (place, sentences, { exact } = { exact: true }) => {
      for (const sentence of [sentences].flat()) {
        await expect(place.getByText(sentence, { exact }).filter({ visible: true }).first()).toBeVisible();
        testInfo.annotations.push({ type: 'sentence', description: sentence });
      }
    });
  },
});

export { expect };
