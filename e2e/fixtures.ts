import AxeBuilder from '@axe-core/playwright';
import { test as base, expect, type Locator, type Page } from '@playwright/test';

const axeTags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

/** Reports what the browser itself holds against a page: policy violations, errors, calls to other hosts. */
function watch(page: Page, home: string, complaints: string[]): void {
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`));
  page.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) complaints.push(`policy: ${message.text()}`);
  });
  page.on('request', (request) => {
    const url = new URL(request.url());
    if (url.protocol.startsWith('http') && url.origin !== home) complaints.push(`foreign: ${request.url()}`);
  });
}

/** No wider than the screen, once it has settled. */
export async function demandFitting(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth))
    .toBeLessThanOrEqual(page.viewportSize()?.width ?? 0);
}

interface Options {
  /** Off where the dialog that opens by itself on a first visit is what is tested. */
  visitedBefore: boolean;
  /** The theme chosen on an earlier visit. */
  storedTheme: 'light' | 'dark' | 'system' | null;
}

interface Fixtures {
  /** Complaints of every page of the test; none are allowed unless the test takes them out. */
  complaints: string[];
  demandAccessible(page: Page): Promise<void>;
  /** Accessible, and no wider than the screen. */
  demandFit(page: Page): Promise<void>;
  /**
   * Demands a sentence of the specification as rendered text, and notes that this test did so: docs/sentences.json
   * names the test, and the run fails when it did not come to this.
   */
  demandSentence(place: Page | Locator, sentence: string, options?: { exact: boolean }): Promise<void>;
}

export const test = base.extend<Fixtures & Options>({
  visitedBefore: [true, { option: true }],
  storedTheme: [null, { option: true }],

  complaints: [
    async ({ context, baseURL, visitedBefore, storedTheme }, use) => {
      const complaints: string[] = [];
      await context.addInitScript(
        ([visited, theme]) => {
          addEventListener('securitypolicyviolation', (event) => {
            console.error(`Content Security Policy: ${event.violatedDirective} ${event.blockedURI}`);
          });
          // The blank page a browser starts with and a sandboxed frame have no storage.
          if (!location.protocol.startsWith('http') || origin === 'null') return;
          if (visited) localStorage.setItem('testers-needed-shown', 'before');
          if (theme) localStorage.setItem('vite-ui-theme', theme);
        },
        [visitedBefore, storedTheme] as const,
      );
      context.on('page', (page) => watch(page, new URL(baseURL ?? '').origin, complaints));
      await use(complaints);
      expect(complaints).toEqual([]);
    },
    { auto: true },
  ],

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
  demandAccessible: async ({}, use) => {
    await use(async (page) => {
      const { violations } = await new AxeBuilder({ page }).withTags(axeTags).analyze();
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`),
      ).toEqual([]);
    });
  },

  demandFit: async ({ demandAccessible }, use) => {
    await use(async (page) => {
      await demandAccessible(page);
      await demandFitting(page);
    });
  },

  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures from the first parameter
  demandSentence: async ({}, use, testInfo) => {
    await use(async (place, sentence, { exact } = { exact: true }) => {
      await expect(place.getByText(sentence, { exact }).filter({ visible: true }).first()).toBeVisible();
      testInfo.annotations.push({ type: 'sentence', description: sentence });
    });
  },
});

export { expect };
