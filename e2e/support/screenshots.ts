import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { chromium, expect, type Page } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { makeFolder } from '../../harness/folder.ts';
import { root, startPostgres, startServer, waitUntil } from '../../harness/processes.ts';
import { layAgentFiles } from './agent-files.ts';
import { createTeam, peoplePictures } from './people-pictures.ts';
import { createData } from './picture-data.ts';
import { type Picture, pictures } from './pictures.ts';

// Takes the pictures of the guide in demo mode, in both themes: npm run screenshots -- [NAME...], for example home or home-dark.

const folder = join(root, 'docs/guide/images');
const wanted = process.argv.slice(2);
const windowSize = { width: 1280, height: 800 };
/** Narrow enough to be read when a page of the guide shows it at 800 pixels, and high enough for what a picture shows. */
const contentSize = { width: 1040, height: 2400 };
const maxHeight = 720;
const margin = 24;
const quality = 75;
/** Long enough for a busy machine. */
const timeout = 180_000;

interface Size {
  width: number;
  height: number;
}

const { path: dir, remove } = await makeFolder('screenshots');
const postgres = await startPostgres(dir, { fast: true });
const env = {
  DATABASE_URL: postgres.url,
  DATA_DIR: dir,
  AGENT_DIR: await layAgentFiles(dir),
  TOKEN_USAGE_SECONDS: '1',
};
const browser = await chromium.launch(chromiumOptions);

/** Waits for everything that is still arriving. A toast would cover content, and a focused field shows a caret. */
async function settle(page: Page): Promise<void> {
  const arriving = page.locator('[aria-busy=true], .animate-pulse, .animate-spin').filter({ visible: true });
  await expect(arriving).toHaveCount(0, { timeout });
  const toasts = page.getByRole('region', { name: /^Notifications/ }).getByRole('listitem');
  await expect(toasts).toHaveCount(0, { timeout });
  await page.evaluate(async () => {
    (document.activeElement as HTMLElement | null)?.blur();
    await document.fonts.ready;
  });
}

type Clip = { x: number; y: number } & Size;

async function clipOf(page: Page, { view, from, height = maxHeight }: Picture): Promise<Clip> {
  if (view === 'window') return { x: 0, y: 0, ...windowSize };
  const main = page.getByRole('main');
  const first = (await (from?.(page) ?? main.locator('> *').first()).boundingBox()) ?? { y: 0 };
  const { left, width, bottom } = await main.evaluate((element) => {
    const ends = [...element.children].map((child) => child.getBoundingClientRect().bottom);
    const { left, width } = element.getBoundingClientRect();
    return { left, width, bottom: Math.max(...ends) };
  });
  const y = Math.max(first.y - margin, 0);
  return { x: left, y, width, height: Math.round(Math.min(height, bottom + margin - y)) };
}

/** Playwright writes no WebP, which is a third of the size. */
async function takePicture(page: Page, file: string, clip: Clip): Promise<void> {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality,
    clip: { ...clip, scale: 1 },
    captureBeyondViewport: false,
  });
  await session.detach();
  await writeFile(file, Buffer.from(data, 'base64'));
}

/** The build reads the sizes from here, and shows no picture that is not listed. */
const list = join(folder, 'pictures.json');
const sizes: Record<string, Size> = existsSync(list) ? JSON.parse(await readFile(list, 'utf8')) : {};
const failed: string[] = [];

type Theme = 'light' | 'dark';

async function take(page: Page, picture: Picture, theme: Theme): Promise<void> {
  const isWindow = picture.view === 'window';
  await page
    .context()
    .addCookies([{ name: 'sidebar_state', value: String(isWindow), url: new URL(page.url()).origin }]);
  await page.setViewportSize(isWindow ? windowSize : contentSize);
  await picture.prepare(page);
  await settle(page);
  const clip = await clipOf(page, picture);
  sizes[picture.name] = { width: clip.width, height: clip.height };
  await takePicture(page, join(folder, `${picture.name}-${theme}.webp`), clip);
}

/** Helpers of the tests wait for five seconds only, which is not enough on a busy machine. */
const attempts = 3;

async function takePatiently(page: Page, picture: Picture, theme: Theme): Promise<void> {
  for (let attempt = 1; attempt <= attempts; attempt += 1)
    try {
      await take(page, picture, theme);
      return console.log(`${picture.name}-${theme}`);
    } catch (error) {
      if (attempt < attempts) continue;
      failed.push(`${picture.name}-${theme}`);
      console.error(`${picture.name}-${theme} failed:`, error);
    }
}

interface Series {
  url: string;
  pictures: readonly Picture[];
  /** Creates what the pictures show. */
  begin(page: Page): Promise<void>;
}

async function takeAll(colorScheme: Theme, { url, pictures, begin }: Series): Promise<void> {
  const isWanted = ({ name }: Picture) =>
    wanted.length === 0 || wanted.includes(name) || wanted.includes(`${name}-${colorScheme}`);
  const chosen = pictures.filter(isWanted);
  if (chosen.length === 0) return;
  const context = await browser.newContext({
    ...{ baseURL: url, colorScheme, reducedMotion: 'reduce', viewport: windowSize },
  });
  context.setDefaultTimeout(timeout);
  await context.addInitScript((theme) => localStorage.setItem('vite-ui-theme', theme), colorScheme);
  const page = await context.newPage();
  await begin(page);
  for (const picture of chosen) await takePatiently(page, picture, colorScheme);
  await context.close();
}

async function beginAsBrowser(page: Page): Promise<void> {
  await page.goto('/');
  await waitUntil('the session', async () => (await page.context().cookies()).length > 0);
  await createData(page);
}

async function takeBoth(series: Series): Promise<void> {
  await Promise.all([takeAll('light', series), takeAll('dark', series)]);
}

await mkdir(folder, { recursive: true });
const server = await startServer('all', env);
await takeBoth({ url: server.url, pictures, begin: beginAsBrowser });
await server.stop();

const signIn = { ...env, SIGN_IN: 'optional' };
const withPeople = await startServer('all', signIn);
const cookies = await createTeam(signIn, withPeople.url);
await takeBoth({
  ...{ url: withPeople.url, pictures: peoplePictures },
  async begin(page) {
    await page.context().addCookies(cookies);
    await page.goto('/sign-in');
  },
});
await withPeople.stop();

const names = [...pictures, ...peoplePictures].map(({ name }) => name);
await writeFile(list, `${JSON.stringify(sizes, [...names, 'width', 'height'], 2)}\n`);
const files = names.flatMap((name) => [`${name}-light.webp`, `${name}-dark.webp`]);
for (const file of await readdir(folder))
  if (file.endsWith('.webp') && !files.includes(file)) await rm(join(folder, file));
await browser.close();
await postgres.stop();
await remove();
process.exit(failed.length > 0 ? 1 : 0);
