import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '../../harness/browser.ts';
import { root } from '../../harness/processes.ts';
import { type Journey, statesOf } from './report.ts';

// A contact sheet of every state that the tests check for accessibility, in both themes and at both widths:
// npm run e2e -- --tour.

const folder = join(root, '.cache/tour');
const views = ['1440-light', '1440-dark', '390-light', '390-dark'] as const;
export type View = (typeof views)[number];

const statesPerSheet = 3;

/** Empty unless a tour is being made. */
export const tourFolder = process.env.E2E_TOUR ?? '';

export function prepareTour(): string {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  return folder;
}

const fileName = (test: string, state: string, view: View) =>
  `${`${test} ${state}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 150)}.${view}.png`;

/** Does nothing unless a tour is being made. */
export async function takePicture(page: Page, test: string, state: string, view: View): Promise<void> {
  if (!tourFolder) return;
  await page.screenshot({
    path: join(tourFolder, fileName(test, state, view)),
    animations: 'disabled',
    fullPage: true,
  });
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

interface State {
  test: string;
  state: string;
}

function sheetOf(states: readonly State[]): string {
  const rows = states.map(({ test, state }) => {
    const pictures = views.map(
      (view) => `<img class="w${view.split('-')[0]}" src="${fileName(test, state, view)}" alt="${view}">`,
    );
    return `<section><h2>${escapeHtml(test)}: ${escapeHtml(state)}</h2><div>${pictures.join('')}</div></section>`;
  });
  return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Tour</title><style>
body{margin:16px;background:#888;font:14px system-ui}h2{font-size:14px;margin:12px 0 4px}div{display:flex;gap:8px;align-items:flex-start}
img{display:block;border:1px solid #444;max-height:720px;object-fit:cover;object-position:top}.w1440{width:640px}.w390{width:173px}</style>${rows.join('')}</html>`;
}

/** Writes index.html with all states, and the same as pictures of a few states each. */
export async function writeContactSheet(journeys: readonly Journey[]): Promise<string> {
  const states = journeys.flatMap(({ name, annotations }) =>
    statesOf(annotations).map((state) => ({ test: name, state })),
  );
  writeFileSync(join(folder, 'index.html'), sheetOf(states));
  const browser = await chromium.launch(chromiumOptions);
  const page = await browser.newPage({ viewport: { width: 1700, height: 1000 } });
  for (let from = 0; from < states.length; from += statesPerSheet) {
    const number = String(from / statesPerSheet + 1).padStart(2, '0');
    const part = join(folder, `sheet-${number}.html`);
    writeFileSync(part, sheetOf(states.slice(from, from + statesPerSheet)));
    await page.goto(`file://${part}`);
    await page.screenshot({ path: join(folder, `sheet-${number}.png`), fullPage: true });
    rmSync(part);
  }
  await browser.close();
  return `${states.length} states in ${relative(root, join(folder, 'index.html'))}`;
}
