import type { Browser, Locator, Page } from '@playwright/test';

/** A file as Playwright takes it. */
export interface ChosenFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/**
 * A new user with a mouse, on Home. What counts:
 * - Every press of the mouse counts 1, on a link, a button or an entry of a list. The page itself counts them.
 * - Choosing a file counts 1, which is the press that opens the dialog of the system.
 * - Typing counts 0, and so does Enter in the field that was typed into. Fields are counted separately.
 * - Pages are opened by their link, not by URL, shortcut or command palette.
 */
export interface User {
  page: Page;
  /** The presses so far. */
  clicks(): number;
  /** The fields filled so far. */
  fields(): number;
  open(link: string): Promise<void>;
  press(target: Locator): Promise<void>;
  choose(button: Locator, file: ChosenFile): Promise<void>;
  /** Fills the field and presses Enter. */
  enter(field: Locator, text: string): Promise<void>;
}

/**
 * Runs in the page before any other script. Counts presses, because a dropdown opens on press and its click event is lost.
 * Events that scripts make are not trusted.
 */
const countPresses = `
  addEventListener('pointerdown', ({ isTrusted }) => { if (isTrusted) countPress(); }, { capture: true });
`;

/** How long an answer may take; not a bar. */
const patienceMs = 120_000;

async function openHome(page: Page): Promise<void> {
  await page.goto('/');
  await page.getByRole('textbox', { name: 'Look up anything' }).waitFor();
  await page.waitForLoadState('networkidle');
}

/** Starts as a new user and closes the browser window at the end. */
export async function asNewUser<T>(
  browser: Browser,
  baseURL: string,
  job: (user: User) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } });
  context.setDefaultTimeout(patienceMs);
  let [presses, filled] = [0, 0];
  try {
    const page = await context.newPage();
    await page.exposeFunction('countPress', () => {
      presses += 1;
    });
    await page.addInitScript({ content: countPresses });
    await openHome(page);
    return await job({
      page,
      clicks: () => presses,
      fields: () => filled,
      open: (link) =>
        page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: link, exact: true }).click(),
      press: (target) => target.click(),
      async choose(button, file) {
        const chooser = page.waitForEvent('filechooser');
        await button.click();
        await (await chooser).setFiles(file);
      },
      async enter(field, text) {
        filled += 1;
        await field.fill(text);
        await field.press('Enter');
      },
    });
  } finally {
    await context.close();
  }
}
