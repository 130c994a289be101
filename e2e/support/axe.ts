import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from '@playwright/test';
import type { AxeResults, RunOptions } from 'axe-core';

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

const wcag: RunOptions['runOnly'] = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'],
};

export const ruleSets = {
  all: wcag,
  /** The only rule whose result depends on the theme. */
  contrast: { type: 'rule', values: ['color-contrast'] },
} satisfies Record<string, RunOptions['runOnly']>;

/**
 * Returns the violations of the page in its current state. axe is loaded once per document and runs in it; its Playwright
 * adapter loads it for every run and opens a second page to collect the results of frames, and our pages have no frames
 * with content.
 */
export async function findViolations(page: Page, rules: keyof typeof ruleSets): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source);
  const { violations } = await page.evaluate(
    (options) =>
      (window as unknown as { axe: { run(options: RunOptions): Promise<AxeResults> } }).axe.run(options),
    { runOnly: ruleSets[rules], resultTypes: ['violations'], preload: false } satisfies RunOptions,
  );
  return violations.map(
    ({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.html} (${node.failureSummary})`).join(' | ')}`,
  );
}
