import type { Page } from '@playwright/test';
import type { User } from './user.ts';

/** Tags that no job looks up, so that each result comes from the vendor. */
const tags = Array.from({ length: 9 }, (_, at) => `SMPT${at + 1}0Z`);

/** As text, because this program has no types of the browser. Resolves with the time from submit to the verdict. */
const watchVerdict = (tag: string) => `
  window.verdictTime = new Promise((resolve) => {
    let submittedAt = 0;
    document.addEventListener('submit', () => { submittedAt = performance.now(); }, { capture: true, once: true });
    const watcher = new MutationObserver(() => {
      const result = document.querySelector('#result')?.closest('section, [role=region]');
      if (!result?.textContent.includes('${tag}')) return;
      watcher.disconnect();
      requestAnimationFrame(() => resolve(performance.now() - submittedAt));
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  });
  undefined;
`;

async function timeLookup(page: Page, tag: string): Promise<number> {
  const field = page.getByRole('textbox', { name: 'Model Number' });
  await field.fill(tag);
  await page.evaluate(watchVerdict(tag));
  await field.press('Enter');
  return page.evaluate<number>('verdictTime');
}

/** The time from submit to the verdict, for devices that are not cached, in ms. */
export async function timeLookups({ page, open }: User): Promise<number[]> {
  await open('Individual Lookup');
  const times: number[] = [];
  for (const tag of tags) times.push(await timeLookup(page, tag));
  // The first one also loads code.
  return times.slice(1);
}
